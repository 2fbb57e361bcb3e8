/** The characters that begin or end a level, a string or an escape, as UTF-16 codes. */
const quote = 0x22
const backslash = 0x5c
const openingBracket = 0x5b
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

/**
 * Returns where a text opens a list or an object inside `levelsMax` others, or null. Parsing millions of levels takes
 * seconds, and thousands of them overflow the stack of a recursive function.
 */
export function nestsTooDeepAt(json: string, levelsMax: number): number | null {
  let levels = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) inString = !inString
    else if (inString) at += code === backslash ? 1 : 0
    else if (code === closingBracket || code === closingBrace) levels--
    else if ((code === openingBracket || code === openingBrace) && ++levels > levelsMax) return at
  }
  return null
}
