import { convert } from '../engine/convert.ts'
import { serveRun } from './serve-run.ts'

/** This process converts one file and then ends. Every effect of a hostile file ends with it. */
serveRun(convert)
