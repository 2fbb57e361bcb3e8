import { enableCompileCache, registerHooks } from 'node:module'

// Before anything else is loaded: stripping the types of the engine takes longer than converting a small file.
enableCompileCache()
registerHooks({
  resolve: (name, context, next) => {
    if (!name.startsWith('.') || context.parentURL === undefined) return next(name, context)
    // A file beside its parent: looking for packages and links on the way to it takes as long as loading it.
    const url = new URL(name, context.parentURL).href
    return { url, format: url.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
  },
})
const { main } = await import('./command-line.ts')
process.exitCode = await main(process.argv.slice(2))
