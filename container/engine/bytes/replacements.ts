import type { GrowingBytes } from './growing-bytes.ts'

/** The bytes to write instead, by byte. A byte without an entry stays as it is. */
export type Replacements = readonly (Uint8Array | undefined)[]

export function replacing(textByByte: Readonly<Record<number, string>>): Replacements {
  const encoder = new TextEncoder()
  return Array.from({ length: 256 }, (_, byte) =>
    textByByte[byte] === undefined ? undefined : encoder.encode(textByByte[byte]),
  )
}

/** Copies bytes, and replaces some of them. Sequences that stay as they are are copied at once. */
export function appendReplacing(
  replacements: Replacements,
  bytes: Uint8Array,
  start: number,
  end: number,
  out: GrowingBytes,
): void {
  let from = start
  for (let at = start; at < end; at++) {
    const replacement = replacements[bytes[at] as number]
    if (replacement === undefined) continue
    out.append(bytes, from, at)
    out.append(replacement)
    from = at + 1
  }
  out.append(bytes, from, end)
}
