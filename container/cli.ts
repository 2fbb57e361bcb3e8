import { enableCompileCache, registerHooks } from 'node:module'
import { packedCommandLine } from './packed.ts'

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
// npm runs a script in the project's folder, and files are meant from where npm was called.
const { INIT_CWD: calledFrom, npm_lifecycle_event: script } = process.env
if (script === 'convert' && calledFrom !== undefined) process.chdir(calledFrom)
const { main } = packedCommandLine() ?? (await import('./command-line.ts'))
process.exitCode = await main(process.argv.slice(2))
