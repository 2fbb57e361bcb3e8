import { convert } from '../engine/convert.ts'
import { serveRun } from './serve-run.ts'

/** The process that converts: one run, then it is gone, with whatever a hostile file made of it. */
serveRun(convert)
