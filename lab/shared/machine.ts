import { cpus, totalmem } from 'node:os'

/** Figures mean little without what they were measured on, and when. */
export const machine = [
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
  `${(totalmem() / 1e9).toFixed(0)} GB`,
  `Node ${process.version}`,
  new Date().toISOString().slice(0, 10),
].join(', ')
