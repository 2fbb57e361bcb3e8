export type Random = (below: number) => number

/** The same numbers every time. */
export function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state % below
  }
}

export const two = (value: number): string => String(value).padStart(2, '0')
export const day = (random: Random): string => `2024-${two(1 + random(12))}-${two(1 + random(28))}`
export const clock = (random: Random): string => `${two(random(24))}:${two(random(60))}:${two(random(60))}`
export const word = (random: Random): string =>
  ['alpha', 'beta', 'gamma', 'Öresund', 'naïve café', 'x'][random(6)] ?? ''
