import Papa from 'papaparse'

/** What databases and their clients trip over. */
export const torture = [
  "it's",
  'say "hi"',
  'back\\slash',
  '\\',
  "\\'",
  'a\nb',
  'a\r\nb',
  'a\rb',
  'go',
  'GO\nGO',
  '/',
  '\\.',
  '\\q',
  '$(x)',
  '&x',
  'a -',
  '',
  ' padded ',
  "';--",
  '😀é漢',
  'NULL',
  '\\N',
  '\t',
  'x'.repeat(5000),
  '$$',
  ':foo',
  '{}',
  '--',
  '/*',
  '*/',
  "''",
  ';',
  '\u0001',
  '\u001a',
  '"',
  ',',
  '=1+1',
  "E'\\n'",
]
export const columnNames = ['a', 'b', 'c']

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse([columnNames, ...rows.map((row) => [...row])], { quotes: true, newline: '\n' })

/** All text, so that what comes back is to be what went in, letter for letter. */
export const asText = columnNames.map((_, index) => ({ index, as_text: true }))
