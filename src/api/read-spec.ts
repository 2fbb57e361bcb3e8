import { readSpec, type SpecReading } from '../contract/spec.ts'

const remembered = new Map<string, SpecReading>()
const rememberedMax = 200
const charactersMax = 1000

/**
 * Reads a spec. A client sends the same spec with many files, so a valid spec is found again by its text. A `null` in
 * it may have been a number that is too large, so such a spec is checked each time. A spec with a password is not kept
 * in memory.
 */
export function readKnownSpec(value: unknown): SpecReading {
  const text = JSON.stringify(value)
  if (text.includes('password')) return readSpec(value)
  const known = remembered.get(text)
  if (known !== undefined) return known
  const reading = readSpec(value)
  if (!reading.ok || text.length > charactersMax || text.includes('null')) return reading
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(text, reading)
  return reading
}
