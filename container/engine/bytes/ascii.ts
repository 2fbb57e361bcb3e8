/** Bytes as text, one character each: of numbers, dates and names, which are ASCII or nothing that we know. */
export function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}
