/** Whether a text is one JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** An escape, two of them where they are the halves of one character. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g

/** NUL, or half of a character beyond 16 bits: no text of PostgreSQL can have them. */
export function isSealedJson(text: string): boolean {
  for (const [escape] of text.matchAll(escapes)) if (/^\\u(?:0000|d[89a-f]..)$/i.test(escape)) return true
  return false
}
