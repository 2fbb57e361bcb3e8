import { spawnSync } from 'node:child_process'

/** Words contain no form feed, so it separates them in every encoding that keeps ASCII. */
const separator = 12

function iconv(from: string, to: string, input: Uint8Array): Uint8Array {
  const { stdout } = spawnSync('/usr/bin/iconv', ['-c', '-f', from, '-t', to], { input, maxBuffer: 1 << 30 })
  return new Uint8Array(stdout)
}

/** Returns the words that an encoding preserves. */
export function representable(words: readonly string[], encoding: string): string[] {
  const there = iconv('UTF-8', encoding, new TextEncoder().encode(`${words.join('\n')}\n`))
  const back = new TextDecoder().decode(iconv(encoding, 'UTF-8', there)).split('\n')
  return words.filter((word, at) => back[at]?.normalize('NFC') === word.normalize('NFC'))
}

/**
 * Encodes strings. Escape sequences carry over to the next string, so encodings that have them encode each one
 * separately.
 */
export function encodeAll(texts: readonly string[], encoding: string): Uint8Array[] {
  if (encoding.startsWith('ISO-2022'))
    return texts.map((text) => iconv('UTF-8', encoding, new TextEncoder().encode(text)))
  const all = iconv('UTF-8', encoding, new TextEncoder().encode(texts.join('\f')))
  const found: Uint8Array[] = []
  let from = 0
  for (let at = all.indexOf(separator); at >= 0; at = all.indexOf(separator, from)) {
    found.push(all.subarray(from, at))
    from = at + 1
  }
  return [...found, all.subarray(from)]
}
