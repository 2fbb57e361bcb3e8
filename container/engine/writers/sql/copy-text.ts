import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { replacing } from '../../bytes/replacements.ts'
import { text } from './dialects/base.ts'

/** COPY's text format, the only one whose data psql can never take for commands: backslashes are doubled. */
export const copyEscapes = replacing({
  92: '\\\\',
  10: '\\n',
  13: '\\r',
  9: '\\t',
  8: '\\b',
  12: '\\f',
  11: '\\v',
  0: '',
})
const nullMark = text('\\N')
const isSpecial = new Uint8Array(256)
for (const [byte, replacement] of copyEscapes.entries()) if (replacement !== undefined) isSpecial[byte] = 1

export function copyNull(out: GrowingBytes): void {
  out.append(nullMark)
}

/** Answers whether NULs were left out. */
export function copyText(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): boolean {
  let from = start
  let hadNul = false
  for (let at = start; at < end; at++) {
    if (isSpecial[bytes[at] as number] === 0) continue
    if (bytes[at] === 0) hadNul = true
    out.append(bytes, from, at)
    out.append(copyEscapes[bytes[at] as number] as Uint8Array)
    from = at + 1
  }
  out.append(bytes, from, end)
  return hadNul
}
