const backslash = 0x5c

/** Returns the offset of the quotation mark that ends a string of valid JSON. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
    end = json.indexOf('"', end + 1)
  }
  return json.length
}

function nameBetween(json: string, start: number, end: number): string {
  const letters = json.slice(start + 1, end)
  return letters.includes('\\') ? (JSON.parse(`"${letters}"`) as string) : letters
}

/**
 * The number of names that are compared in one object. Every schema is closed and has fewer fields, so it refuses larger
 * objects, and a body of megabytes cannot fill the memory with its names.
 */
const namesMax = 1000

/**
 * Returns the first name that an object of valid JSON has a second time, and its offset, or null. JSON.parse keeps the
 * last of the values and says nothing, so one of them would be ignored.
 */
export function repeatedNameIn(json: string): { readonly name: string; readonly at: number } | null {
  /** The names in each open object, and null for each open list. */
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charAt(at)
    if (sign === '{' || sign === '[') open.push(sign === '{' ? new Set() : null)
    else if (sign === '}' || sign === ']') open.pop()
    if (sign === '{' || sign === ',') isName = (open.at(-1) ?? null) !== null
    if (sign !== '"') continue
    const end = endOfString(json, at)
    const names = open.at(-1)
    if (isName && names != null && names.size < namesMax) {
      const name = nameBetween(json, at, end)
      if (names.has(name)) return { name, at }
      names.add(name)
    }
    isName = false
    at = end
  }
  return null
}
