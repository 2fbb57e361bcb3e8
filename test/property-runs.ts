/**
 * The number of random cases for a property. An ordinary run tries a quarter of them, the same ones every time. The
 * nightly search tries all of them, and others every night: `PROPERTY_RUNS=1 PROPERTY_SEED=7`.
 */
const share = Number(process.env['PROPERTY_RUNS'] ?? 0.25)

export const runs = (inFull: number): number => Math.max(1, Math.round(inFull * share))
