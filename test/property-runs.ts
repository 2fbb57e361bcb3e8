/**
 * How often a property is tested. Continuous integration tests it in full. A developer's machine tests it less often, with
 * other values each time.
 */
export const runs = (here: number, inFull: number): number => (process.env['CI'] === 'true' ? inFull : here)
