const delimiterNames = new Map<unknown, string>([
  ['tab', '\t'],
  ['tabs', '\t'],
  ['\\t', '\t'],
  ['tsv', '\t'],
  ['comma', ','],
  ['semicolon', ';'],
  ['colon', ':'],
  ['pipe', '|'],
  ['bar', '|'],
  ['space', ' '],
])

/** The delimiter that a name stands for; undefined for every other text. */
export const delimiterNamed = (text: unknown): string | undefined =>
  delimiterNames.get(typeof text === 'string' ? text.toLowerCase() : text)
