/** Matches an escape, or two of them if they are the halves of one character. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g

/** Tests for NUL, or half of a surrogate pair. No text in PostgreSQL can contain them. */
export function isSealedJson(text: string): boolean {
  for (const [escape] of text.matchAll(escapes)) if (/^\\u(?:0000|d[89a-f]..)$/i.test(escape)) return true
  return false
}
