export function trimmed(bytes: Uint8Array, start: number, end: number): [number, number] {
  let from = start
  let to = end
  while (from < to && isSpace(bytes[from] as number)) from++
  while (to > from && isSpace(bytes[to - 1] as number)) to--
  return [from, to]
}

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)
