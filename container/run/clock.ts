/** Milliseconds that only go forward. Not `performance.now()`: Node would load ten modules to make it. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6
