/**
 * The number of random cases for a property. Continuous integration runs all of them, and a developer's machine a
 * quarter. `PROPERTY_RUNS=100` multiplies them for a long search.
 */
const share = Number(process.env['PROPERTY_RUNS'] ?? (process.env['CI'] === 'true' ? 1 : 0.25))

export const runs = (inFull: number): number => Math.max(1, Math.round(inFull * share))
