/** Words that people write for a missing value. They only count in columns that otherwise have a type. */
const markers = new Set([
  'null',
  '\\n',
  'n/a',
  'na',
  '#n/a',
  '#null!',
  '-',
  '--',
  '.',
  '?',
  'none',
  'nil',
  'nan',
  // pandas prints these for missing timestamps and integers.
  'nat',
  '<na>',
  '<null>',
  '(null)',
  'n.a.',
  '–',
  '—',
  '***',
  // The errors of formulas, as Excel exports them in English, German and French.
  '#div/0!',
  '#value!',
  '#ref!',
  '#name?',
  '#num!',
  '#nv',
  '#wert!',
  '#bezug!',
  '#zahl!',
  '#nom?',
])
const longest = 7
const decoder = new TextDecoder()

/** Each marker as eight bytes, padded with zeros, so that a single comparison covers a whole word. */
export const markerWords: Uint8Array = new Uint8Array(markers.size * 8)
for (const [index, marker] of [...markers].entries()) markerWords.set(new TextEncoder().encode(marker), index * 8)

export function nullMarker(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > longest) return null
  const text = decoder.decode(bytes.subarray(start, end))
  return markers.has(text.toLowerCase()) ? text : null
}
