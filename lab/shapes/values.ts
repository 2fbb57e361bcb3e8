import type { Random } from '../fuzz/random.ts'

export const two = (value: number): string => String(value).padStart(2, '0')
export const day = (random: Random): string => `2024-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
export const clock = (random: Random): string =>
  `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`
export const word = (random: Random): string => random.pick(['alpha', 'beta', 'gamma', 'Öresund', 'naïve café', 'x'])
