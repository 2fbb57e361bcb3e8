import { simulate } from './simulate.ts'
import type { Mistake } from './world.ts'

/** CI runs 1,000 seeds, and other machines a few. The nightly search runs more of them, and others every night. */
export const seedsMax = Number(process.env['SIMULATION_SEEDS'] ?? (process.env['CI'] === 'true' ? 1_000 : 100))
const seedsBefore = Number(process.env['SIMULATION_SEEDS_BEFORE'] ?? 0)

/** Returns every second seed, beginning with the first. */
export const everyOther = (first: number): number[] =>
  Array.from({ length: Math.floor((seedsMax - first) / 2) + 1 }, (_, at) => seedsBefore + first + 2 * at)

export interface Found {
  /** The seeds whose world violated an invariant, each with the violation. */
  readonly failing: readonly string[]
  /** Every way in which a conversion has ended, and its attempt. */
  readonly endings: ReadonlySet<string>
}

export async function simulateAll(seeds: readonly number[], foundMax = 5, mistake: Mistake = {}): Promise<Found> {
  const failing: string[] = []
  const endings = new Set<string>()
  // Thousands of worlds throw errors, and nobody reads their stacks. A replayed seed has them.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  for (const seed of seeds) {
    const simulated = await simulate(seed, { mistake, isMigrated: seed % 20 > 1 })
    for (const ending of simulated.endings) endings.add(ending)
    if (simulated.violations.length > 0) failing.push(`seed ${seed}: ${simulated.violations.join('; ')}`)
    if (failing.length === foundMax) break
  }
  Error.stackTraceLimit = stackTraceLimit
  return { failing, endings }
}

/** The worlds have enough faults if conversions end in every way and in every attempt. */
export const wantedEndings = [
  'done 1',
  'done 2',
  'done 3',
  'canceled 1',
  'failed internal_error 3',
  'failed corrupt_file 2',
]
