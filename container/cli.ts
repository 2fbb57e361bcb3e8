import { enableCompileCache } from 'node:module'

// Before anything else is loaded: stripping the types of the engine takes longer than converting a small file.
enableCompileCache()
const { main } = await import('./command-line.ts')
process.exitCode = await main(process.argv.slice(2))
