import { cpus, totalmem } from 'node:os'

/** Measurements need a description of the machine, and a date. */
export const machine = [
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
  `${(totalmem() / 1e9).toFixed(0)} GB`,
  `Node ${process.version}`,
  new Date().toISOString().slice(0, 10),
].join(', ')
