import { convert } from '../engine/convert.ts'
import { serveRun } from './serve-run.ts'

/** The process that converts one file and then ends, with all effects of a hostile file. */
serveRun(convert)
