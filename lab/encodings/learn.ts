import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../container/engine/detect/encoding/languages.ts'

/** A neighbor that occurs next to a letter less often than once in 2 to this power is left out. */
const groupsMax = 7
/** A letter must occur at least this often to be learned. */
const placesMin = 20

/** Writes the neighbors of each letter in a language, learned from the words in `FOLDER/LANGUAGE.txt`. */
export function learn(folder: string): void {
  const lines = Object.entries(languages).flatMap(([code, { letters }]) => {
    const words = /\p{Script=Latin}/u.test(letters) ? wordsIn(folder, code) : []
    if (words.length === 0) return []
    const learned = Array.from(letters.replaceAll(/[a-z]/g, '')).flatMap((letter) => sidesOf(letter, words))
    return [`  ${code}:\n    '${learned.join(' ')}',`]
  })
  const path = new URL('../../container/engine/detect/encoding/letter-neighbors.ts', import.meta.url)
  writeFileSync(path, `${intro}${lines.join('\n')}\n}\n`)
}

const intro = `/**
 * The neighbors of letters in words of a language, as \`npm run encodings -- --learn\` wrote them: letter, neighbors
 * before it, neighbors after it. The first group occurs in at least half of all places, the second group in a quarter,
 * and so on. An underscore is the edge of a word.
 */
export const letterNeighbors: Readonly<Record<string, string>> = {
`

function wordsIn(folder: string, code: string): string[] {
  try {
    const words = readFileSync(join(folder, `${code}.txt`), 'utf8')
      .toLowerCase()
      .split('\n')
    // Old encodings only have the Romanian letters with a cedilla.
    return words.flatMap((word) => (/[șț]/.test(word) ? [word, word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')] : word))
  } catch {
    return []
  }
}

function sidesOf(letter: string, words: readonly string[]): string[] {
  const before = new Map<string, number>()
  const after = new Map<string, number>()
  let places = 0
  for (const word of words) {
    for (let at = word.indexOf(letter); at >= 0; at = word.indexOf(letter, at + 1)) {
      places++
      count(before, word[at - 1])
      count(after, word[at + 1])
    }
  }
  return places < placesMin ? [] : [`${letter}:${grouped(before, places)}:${grouped(after, places)}`]
}

function count(counts: Map<string, number>, neighbor: string | undefined): void {
  const key = neighbor !== undefined && /\p{L}/u.test(neighbor) ? neighbor : '_'
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function grouped(counts: ReadonlyMap<string, number>, places: number): string {
  const groups = Array.from({ length: groupsMax }, () => '')
  for (const [neighbor, times] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    const group = Math.floor(-Math.log2(times / places) + 0.5)
    if (group <= groupsMax) groups[Math.max(group, 1) - 1] += neighbor
  }
  return groups.join('|').replace(/\|+$/, '')
}
