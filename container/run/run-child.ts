import { convert } from '../engine/convert.ts'
import { serveRun } from './serve-run.ts'

/** The process that converts one file and then ends, and with it every effect of a hostile file. */
serveRun(convert)
