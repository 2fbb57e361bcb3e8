/**
 * Decodes the bytes of a header. They arrive as Latin-1, but servers that send bytes beyond ASCII nearly always mean
 * UTF-8.
 */
export function headerText(raw: string): string {
  const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0) & 0xff)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return raw
  }
}
