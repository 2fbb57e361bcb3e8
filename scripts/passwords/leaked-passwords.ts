const basesMax = 10_000
const baseLettersMin = 4
const longMin = 12
const columns = 118

/**
 * Generates a module from leaked passwords, the most frequent first. It has the words in them without their suffixes,
 * because users append characters to reach the minimum of 12, and whole passwords of that length.
 */
export function leakedPasswords(byFrequency: readonly string[]): string {
  const lower = byFrequency.map((password) => password.toLowerCase())
  const bases = lower
    .map((password) => password.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''))
    .filter((base) => base.length >= baseLettersMin && /^[a-z]+$/.test(base))
  const long = lower.filter((password) => password.length >= longMin && /^[\x21-\x7e]+$/.test(password))
  const words = new Set([...[...new Set(bases)].slice(0, basesMax), ...long])
  const safe = [...words].filter((word) => !/[\\`$]/.test(word)).toSorted()
  return [
    '// Made by `node scripts/launch.mjs scripts/common-passwords.ts`; a test compares it with its source.',
    '// From @zxcvbn-ts/language-common: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts, MIT license.',
    'export const leakedPasswords = `',
    ...wrapped(safe),
    '`',
    '',
  ].join('\n')
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
