import { enableCompileCache, registerHooks } from 'node:module'

// Before anything else is loaded: stripping the types of the engine takes longer than converting a small file.
enableCompileCache()
// zod brings its sentences in fifty languages, a module each; the command line speaks one.
registerHooks({
  resolve: (name, context, next) => next(name === '../locales/index.js' ? '../locales/en.js' : name, context),
})
const { main } = await import('./command-line.ts')
process.exitCode = await main(process.argv.slice(2))
