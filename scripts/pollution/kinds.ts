/** A clean table, and the damaged texts whose reading should still give it back. */
export interface Damaged {
  readonly kind: string
  readonly text: string
  /** What can be recovered: the header's names, null where the file has none. */
  readonly header: readonly string[] | null
  readonly rows: readonly (readonly string[])[]
}

export interface CleanTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface Style {
  readonly delimiter?: string
  readonly quote?: string
  readonly escape?: string
  readonly newline?: string | readonly string[]
  readonly final?: string
}

/** Deterministic tables of the shapes people export: ids, names with separators inside, dates, amounts, notes. */
export function cleanTable(seed: number): CleanTable {
  const towns = ['Paris', 'New York, NY', 'Zürich', 'São Paulo', 'Oslo; Norway', 'the "old" town']
  const count = 12 + (seed % 5) * 9
  const rows = Array.from({ length: count }, (_, at) => [
    String(1000 + at * 7 + seed),
    `${['Ada', 'Grace', 'Linus', 'Edsger'][(at + seed) % 4]} ${['Lovelace', 'Hopper', "O'Neil"][(at * 3 + seed) % 3]}`,
    towns[(at * 5 + seed) % towns.length] ?? '',
    `20${10 + (at % 14)}-0${1 + (at % 9)}-1${at % 9}`,
    `${at * 13 + seed}.${25 + (at % 70)}`,
  ])
  return { header: ['id', 'full_name', 'town', 'joined_on', 'amount'], rows }
}

function render(rows: readonly (readonly string[])[], style: Style = {}): string {
  const { delimiter = ',', quote = '"', escape = quote, newline = '\n' } = style
  const field = (value: string): string =>
    value.includes(delimiter) || value.includes(quote) || /[\r\n;,\\]/.test(value)
      ? quote +
        (escape === quote ? value : value.replaceAll(escape, escape + escape)).replaceAll(quote, escape + quote) +
        quote
      : value
  const end = (at: number): string => (typeof newline === 'string' ? newline : (newline[at % newline.length] ?? '\n'))
  const lines = rows.map((row, at) => row.map(field).join(delimiter) + (at + 1 < rows.length ? end(at) : ''))
  return lines.join('') + (style.final ?? end(rows.length))
}

export function damages(table: CleanTable, seed: number): Damaged[] {
  const { header, rows } = table
  const all = [header, ...rows]
  const plain = render(all)
  const lines = plain.split('\n')
  const hit = 1 + (seed % rows.length)
  const whole = (kind: string, text: string): Damaged => ({ kind, text, header, rows })
  const changed = (change: (line: string) => string): string =>
    lines.map((line, at) => (at === hit ? change(line) : line)).join('\n')
  const others = rows.filter((_, at) => at + 1 !== hit)
  const styled = (kind: string, style: Style): Damaged => whole(kind, render(all, style))
  return [
    styled('clean', {}),
    ...[';', '\t', '|', ':', '~', '^', '||', '::'].map((delimiter) =>
      styled(`delimiter ${JSON.stringify(delimiter)}`, { delimiter }),
    ),
    styled("quote '", { quote: "'" }),
    styled('escape backslash', { escape: '\\' }),
    styled('record end CRLF', { newline: '\r\n' }),
    styled('record end CR', { newline: '\r' }),
    styled('record end mixed', { newline: ['\n', '\r\n', '\n', '\r'] }),
    styled('no final newline', { final: '' }),
    styled('two final newlines', { final: '\n\n' }),
    { kind: 'no header', text: render(rows), header: null, rows },
    whole('preamble', `Members of the club\nExported by the office\n\n${plain}`),
    whole('preamble comments', `# exported by the office\n# version 3\n${plain}`),
    whole('sep line', `sep=;\n${render(all, { delimiter: ';' })}`),
    whole(
      'trailing delimiter',
      `${lines
        .slice(0, -1)
        .map((line) => `${line},`)
        .join('\n')}\n`,
    ),
    whole('blank lines', plain.replaceAll('\n', '\n\n')),
    { kind: 'one data row', text: render(all.slice(0, 2)), header, rows: rows.slice(0, 1) },
    { kind: 'header only', text: render([header]), header, rows: [] },
    // The damaged row itself may be given up, never its neighbours.
    { kind: 'separator more', text: changed((line) => `${line},,x`), header, rows: others },
    { kind: 'separator fewer', text: changed((line) => line.replace(',', ' ')), header, rows: others },
    { kind: 'extra quote in a cell', text: changed((line) => line.replace(/^\d/, '$&"')), header, rows: others },
    { kind: 'extra quote opens a cell', text: changed((line) => `"${line}`), header, rows: others },
  ]
}
