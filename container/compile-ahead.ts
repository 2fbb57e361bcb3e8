import { flushCompileCache } from 'node:module'

/**
 * Compiles the modules of the converting processes into NODE_COMPILE_CACHE when the image is built, without their
 * types. A process that finds them there starts in a third of the time. The cache decides what the next process runs,
 * so nobody may write to it while the engine reads files of strangers.
 */
const folder = process.env['NODE_COMPILE_CACHE']
if (folder === undefined || folder === '') throw new Error('Set NODE_COMPILE_CACHE to the folder for compiled modules')
await import('./run/engine-pool.ts')
await import('./run/serve-run.ts')
await import('./engine/convert.ts')
await import('./engine/readers/delimited/delimited-reader.ts')
await import('./engine/readers/json/json-reader.ts')
await import('./engine/readers/json/json-script.ts')
await import('./engine/readers/workbook-reader.ts')
await import('./engine/readers/html/markup-reader.ts')
await import('./engine/dump/convert-dump.ts')
flushCompileCache()
