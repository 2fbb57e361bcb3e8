import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Returns names of countries, languages and currencies in the translations of the Unicode consortium. */
function unicodeNames(language: string): string[] {
  const pairs = letters.flatMap((one) => letters.map((two) => one + two))
  const threes = pairs.flatMap((pair) => letters.map((three) => pair + three))
  const named = (type: 'region' | 'language' | 'currency', codes: readonly string[]): string[] => {
    const names = new Intl.DisplayNames([language], { type, fallback: 'none' })
    return codes.flatMap((code) => names.of(code) ?? [])
  }
  return [
    ...named('region', pairs),
    ...named(
      'language',
      pairs.map((pair) => pair.toLowerCase()),
    ),
    ...named('currency', threes),
  ]
}

/** Returns the lines of `FOLDER/LANGUAGE.txt`, or the names in Node if no folder is given. */
export function wordsOf(language: string, folder: string | undefined): string[] {
  const path = folder === undefined ? null : join(folder, `${language}.txt`)
  const lines = path === null ? unicodeNames(language) : existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return [...new Set(lines.map((line) => line.replaceAll(/[",\f\r]/g, ' ').trim()))].filter((line) => line !== '')
}
