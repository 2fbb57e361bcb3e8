// A thread strips types anew unless it is told to keep what it stripped, before the first module is loaded.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./block-thread.ts')
