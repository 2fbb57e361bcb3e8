import { enableCompileCache, registerHooks } from 'node:module'

// This comes before all other imports, because stripping the engine's types takes longer than converting a small file.
enableCompileCache()
registerHooks({
  resolve: (name, context, next) => {
    if (!/^\.{1,2}\/.*\.ts$/.test(name) || context.parentURL === undefined) return next(name, context)
    // Resolves a file next to its importer. Searching packages and links for it would take as long as loading it.
    const url = new URL(name, context.parentURL).href
    return { url, format: 'module-typescript', shortCircuit: true }
  },
})
// npm runs a script in the project's folder, but a path is relative to the folder from which npm was called.
const { INIT_CWD: calledFrom, npm_lifecycle_event: script } = process.env
if (script === 'convert' && calledFrom !== undefined) process.chdir(calledFrom)
const { main } = await import('./commands/main.ts')
process.exitCode = await main(process.argv.slice(2), { errorsAsJson: true, version: 'source' })
