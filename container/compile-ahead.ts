import { flushCompileCache } from 'node:module'

/**
 * When the image is built: the modules of every converting process, stripped of their types and compiled once, into
 * NODE_COMPILE_CACHE. A process that finds them there starts in a third of the time. What is there must be nobody's to write
 * when strangers' files are read: who could, would change what the next process runs.
 */
const folder = process.env['NODE_COMPILE_CACHE']
if (folder === undefined || folder === '') throw new Error('NODE_COMPILE_CACHE says where the compiled modules go')
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
