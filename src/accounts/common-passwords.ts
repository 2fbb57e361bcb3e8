import { commonWords as ownWords } from './common-words.ts'
import { leakedPasswords } from './leaked-passwords.ts'

const commonWords: ReadonlySet<string> = new Set([...ownWords, ...leakedPasswords.trim().split(/\s+/)])

/** Symbols that people write instead of letters. */
const letterOf: ReadonlyMap<string, string> = new Map(
  Object.entries({ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't', '8': 'b' }),
)
const withLetters = (text: string): string => text.replaceAll(/[^a-z]/g, (sign) => letterOf.get(sign) ?? sign)

/** Sequences of a keyboard and of counting. */
const runs = `qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop qsdfghjklm abcdefghijklmnopqrstuvwxyz
  01234567890123456789 1qaz2wsx3edc4rfv5tgb6yhn qazwsxedcrfvtgbyhn 1q2w3e4r5t6y7u8i9o0p a1b2c3d4e5f6g7h8
  q1w2e3r4t5y6u7i8o9p0 zaq12wsxcde34rfv 147258369 789456123 qweasdzxc aqswdefrgthy`.split(/\s+/)
const sequences = runs.flatMap((run) => [run, run.split('').toReversed().join('')])
const differentMin = 5
/** Pieces of a sequence that are as long as a word. */
const pieceMin = 3
/** The maximum number of words in a password that is easy to guess. Three or more words make a phrase. */
const wordsMax = 2

/**
 * Returns whether somebody with the lists would guess this password soon. The password is simplified first: case,
 * symbols instead of letters, and digits and punctuation at its ends.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase().replaceAll(/\s+/g, '')
  if (new Set(lower).size < differentMin) return true
  const folded = withLetters(lower)
  return [lower, withoutEnds(lower), folded, withoutEnds(folded), foldEnds(lower)].some(
    (form) => isMadeOf(unrepeated(form)) || isMadeOf(form),
  )
}

/** Returns the word without digits and punctuation at its ends. */
export const withoutEnds = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Simplifies a word. It removes the punctuation at the ends first, and then replaces symbols by letters. */
const foldEnds = (text: string): string => withLetters(text.replaceAll(/^[^\p{L}]+|[\d!?.*#]+$/gu, ''))

/** Returns `password` for `passwordpassword`. */
const unrepeated = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text

/** Returns whether the password is nothing but one or two common words, sequences and digits. */
function isMadeOf(text: string): boolean {
  if (text === '' || /^\d+$/.test(text)) return true
  // The minimum number of words that cover the text up to each position, or Infinity if no words do.
  const words = [0]
  for (let end = 1; end <= text.length; end++) {
    let fewest = Infinity
    for (let from = 0; from < end; from++) {
      const before = words[from] ?? Infinity
      if (before >= fewest) continue
      const piece = text.slice(from, end)
      if (/^[^\p{L}]+$/u.test(piece)) fewest = before
      else if (commonWords.has(piece) || isSequence(piece)) fewest = before + 1
    }
    words.push(fewest)
  }
  return (words[text.length] ?? Infinity) <= wordsMax
}

const isSequence = (piece: string): boolean =>
  piece.length >= pieceMin && sequences.some((sequence) => sequence.includes(piece))
