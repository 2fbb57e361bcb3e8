/** Returns milliseconds that never go back. `performance.now()` would make Node load ten modules. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6
