import { Random } from '../fuzz/random.ts'
import { encodeAll, representable } from './iconv.ts'
import { wordsOf } from './words.ts'

/** A table of words in one language and one of its encodings. */
export interface LabelledTable {
  readonly language: string
  readonly encoding: string
  /** The number of rows with a non-ASCII word. */
  readonly size: number
  readonly text: string
  readonly bytes: Uint8Array
}

interface Settings {
  /** The folder of word lists. Without it, the words come from Node. */
  readonly folder?: string | undefined
  /** The number of tables of each size, and a quarter of that for large ones. */
  readonly tables: number
  readonly seed: number
}

const plainRows = 10
/** Fewer words than this do not give varied tables. */
const wordsMin = 20
const isForeign = (word: string): boolean => /[^\u0020-\u007e]/.test(word)

export function labelledTables(
  language: string,
  encodings: readonly string[],
  sizes: readonly number[],
  { folder, tables, seed }: Settings,
): LabelledTable[] {
  const words = encodings.length === 0 ? [] : wordsOf(language, folder)
  const known = representable(words, encodings)
  const texts = encodings.flatMap((encoding, at) => {
    const inEncoding = known[at] ?? []
    const foreign = inEncoding.filter(isForeign)
    if (foreign.length < wordsMin) return []
    const random = new Random(seed)
    return sizes.flatMap((size) => {
      const count = size > 10 ? Math.ceil(tables / 4) : tables
      return Array.from({ length: count }, () => ({
        ...{ language, encoding, size },
        text: tableText(inEncoding, foreign, size, random),
      }))
    })
  })
  const encoded = encodeAll(texts)
  return texts.map((table, at) => ({ ...table, bytes: encoded[at] ?? new Uint8Array(0) }))
}

function tableText(words: readonly string[], foreign: readonly string[], size: number, random: Random): string {
  const plain = words.filter((word) => !isForeign(word))
  const rows = Array.from({ length: size }, () => random.pick(foreign))
  for (let at = 0; at < plainRows; at++) rows.push(plain.length > 0 ? random.pick(plain) : 'plain text')
  const mixed = rows.map((word) => [random.next(), word] as const).toSorted((a, b) => a[0] - b[0])
  return `id,name,note\n${mixed.map(([, word], at) => `${at + 1},${word},note\n`).join('')}`.normalize('NFC')
}
