/** What people write where nothing is known. They count only in columns that are otherwise typed. */
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
  '<null>',
  '(null)',
  'n.a.',
  '–',
  '—',
])
const longest = 7

export function nullMarker(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > longest) return null
  const text = new TextDecoder().decode(bytes.subarray(start, end))
  return markers.has(text.toLowerCase()) ? text : null
}
