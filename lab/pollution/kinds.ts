/** A clean table, and its damaged versions from which a reader should recover it. */
export interface Damaged {
  readonly kind: string
  readonly text: string
  /** The header names that can be recovered, or null if the file has no header. */
  readonly header: readonly string[] | null
  readonly rows: readonly (readonly string[])[]
  /** The number of unexpected rows that are allowed, because a damaged row may be dropped or kept in some form. */
  readonly strangers: number
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

const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? ''
const towns = ['Paris', 'New York, NY', 'Zürich', 'São Paulo', 'Oslo; Norway', 'the "old" town', 'Rio | Niterói']
const first = ['Ada', 'Grace', 'Linus', 'Edsger', 'Barbara']
const last = ['Lovelace', 'Hopper', "O'Neil", 'Dijkstra', 'van Rossum']
const words = ['late', 'paid in cash', 'see note: 4', 'ok', '', 'back & forth', '50/50', 'line one\nline two']

/**
 * Returns deterministic tables with the shapes that people export: a list of members, orders with many columns,
 * addresses as text only, and products.
 */
export function cleanTable(seed: number): CleanTable {
  const makers = [club, orders, contacts, products] as const
  return (makers[seed % makers.length] ?? club)(seed)
}

function club(seed: number): CleanTable {
  const rows = Array.from({ length: 12 + (seed % 5) * 60 }, (_, at) => [
    String(1000 + at * 7 + seed),
    `${pick(first, at + seed)} ${pick(last, at * 3 + seed)}`,
    pick(towns, at * 5 + seed),
    `20${10 + (at % 14)}-0${1 + (at % 9)}-1${at % 9}`,
    `${at * 13 + seed}.${25 + (at % 70)}`,
  ])
  return { header: ['id', 'full_name', 'town', 'joined_on', 'amount'], rows }
}

function orders(seed: number): CleanTable {
  const rows = Array.from({ length: 20 + (seed % 7) * 90 }, (_, at) => [
    `A-${100_000 + at * 17}`,
    `2024-0${1 + (at % 9)}-0${1 + (at % 8)} 1${at % 10}:0${at % 6}:00`,
    `${pick(first, at)} ${pick(last, at * 7)}`,
    pick(towns, at + seed),
    String(1 + (at % 40)),
    `${(at % 90) + 1}.${10 + (at % 80)}`,
    pick(['true', 'false'], at + seed),
    pick(words, at),
    at % 6 === 0 ? '' : String(at * 31),
    `0${1000 + at}`,
    `https://example.org/p/${at}`,
  ])
  const header = ['order', 'at', 'customer', 'ship to', 'pieces', 'price', 'paid', 'note', 'code', 'postcode', 'link']
  return { header, rows }
}

/**
 * Returns prose with commas and quotes, and an empty last column, as in the table that the Pollock benchmark damages.
 */
function products(seed: number): CleanTable {
  const rows = Array.from({ length: 30 + (seed % 5) * 20 }, (_, at) => [
    `2018-0${1 + (at % 9)}-${13 + (at % 16)}`,
    `${10 + (at % 14)}:15:00`,
    String(at % 30),
    `RI-${1000 + at * 37}`,
    `${(at % 90) + 1}.${10 + (at % 80)}`,
    pick(["Men's Boots", 'Throw Pillow, Blue', 'Round Table 48"', "Women's Fly Rod 8 Wt.", 'Sandals'], at + seed),
    `A ${pick(['sturdy', 'light', 'warm'], at)} thing, made for ${pick(['rain', 'snow', 'the 9" pan'], at * 3)} and more.`,
    `https://www.example.com/product/RI_${1000 + at * 37}.html`,
    '',
  ])
  return {
    header: ['DATE', 'TIME', 'Qty', 'PRODUCTID', 'Price', 'ProductType', 'Description', 'URL', 'Comments'],
    rows,
  }
}

function contacts(seed: number): CleanTable {
  const rows = Array.from({ length: 15 + (seed % 4) * 40 }, (_, at) => [
    `${pick(last, at + seed)}, ${pick(first, at * 3 + seed)} ${at}`,
    `${pick(first, at).toLowerCase()}${at}@example.org`,
    pick(towns, at * 3 + seed),
  ])
  return { header: ['name', 'mail', 'town'], rows }
}

function render(rows: readonly (readonly string[])[], style: Style = {}): string {
  const { delimiter = ',', quote = '"', escape = quote, newline = '\n' } = style
  const field = (value: string): string =>
    value.includes(delimiter) || value.includes(quote) || /[\r\n;,\\|]/.test(value) || value.startsWith(' ')
      ? quote +
        (escape === quote ? value : value.replaceAll(escape, escape + escape)).replaceAll(quote, escape + quote) +
        quote
      : value
  const end = (at: number): string => (typeof newline === 'string' ? newline : (newline[at % newline.length] ?? '\n'))
  const lines = rows.map((row, at) => row.map(field).join(delimiter) + (at + 1 < rows.length ? end(at) : ''))
  return lines.join('') + (style.final ?? end(rows.length))
}

const delimiters = [
  ';',
  ' ',
  '\t',
  '|',
  ':',
  '~',
  '^',
  '\u0001',
  '\u001f',
  '$',
  '#',
  '||',
  '::',
  '~~',
  ';;',
  '|~|',
  '<>',
  '##',
  ', ',
  ' | ',
  'aa',
]

export function damages(table: CleanTable, seed: number): Damaged[] {
  const { header, rows } = table
  const all = [header, ...rows]
  const width = header.length
  const whole = (kind: string, text: string): Damaged => ({ kind, text, header, rows, strangers: 0 })
  const styled = (kind: string, style: Style): Damaged => whole(kind, render(all, style))
  // Tests whether a damaged text can be read. Values separated by spaces can only be empty at the end.
  const isReadable = (delimiter: string): boolean =>
    delimiter !== ' ' || rows.every((row) => row.slice(0, -1).every((value) => value !== ''))
  return [
    styled('clean', {}),
    ...delimiters
      .filter(isReadable)
      .map((delimiter) => styled(`delimiter ${JSON.stringify(delimiter)}`, { delimiter })),
    styled("quote '", { quote: "'" }),
    styled('quote `', { quote: '`' }),
    whole(
      'quoted everywhere',
      all.map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`).join(''),
    ),
    styled('escape backslash', { escape: '\\' }),
    styled('escape NUL', { escape: '\0' }),
    styled('record end CRLF', { newline: '\r\n' }),
    styled('record end CR', { newline: '\r' }),
    styled('record end mixed', { newline: ['\n', '\r\n', '\n', '\r'] }),
    styled('no final newline', { final: '' }),
    styled('two final newlines', { final: '\n\n' }),
    { ...whole('no header', render(rows)), header: null },
    ...headers(table),
    ...surroundings(table),
    ...several(table),
    { ...whole('one data row', render(all.slice(0, 2))), rows: rows.slice(0, 1) },
    { ...whole('header only', render([header])), rows: [] },
    ...broken(table, seed, width),
  ]
}

/**
 * Returns damaged headers: a row of groups above the names, units below, a repeated header, and names in two languages.
 */
function headers({ header, rows }: CleanTable): Damaged[] {
  const group = header.map((_, at) => (at % 2 === 0 ? `group ${at / 2 + 1}` : ''))
  const half = Math.ceil(header.length / 2)
  const top = header.map((_, at) => (at === 0 ? 'left' : at === half ? 'right' : ''))
  const filled = (names: readonly string[]): string[] => names.map((_, at) => names[at - (at % 2)] ?? '')
  const joined = (...parts: readonly (readonly string[])[]): string[] =>
    header.map((_, at) =>
      parts
        .map((names) => names[at] ?? '')
        .filter((part) => part !== '')
        .join(' '),
    )
  const labels = header.map((name) => `the ${name} of it`)
  const units = header.map((_, at) => pick(['(no.)', '(text)', '(any)', '(ISO)', '(EUR)'], at))
  const damaged = (kind: string, names: readonly (readonly string[])[], expected: readonly string[]): Damaged => ({
    kind,
    text: render([...names, ...rows]),
    header: expected,
    rows,
    strangers: 0,
  })
  const everything = header.map(() => 'everything')
  return [
    damaged('two header rows, groups', [group, header], joined(filled(group), header)),
    damaged('two header rows, groups filled', [filled(group), header], joined(filled(group), header)),
    damaged('two header rows, the same', [header, header], header),
    ...(rows.some((row) => row.some((value) => /^\d+$/.test(value)))
      ? [
          damaged('two header rows, labels', [labels, header], joined(labels, header)),
          damaged('two header rows, units', [header, units], joined(header, units)),
          damaged('three header rows, labels', [everything, labels, header], joined(everything, labels, header)),
        ]
      : []),
    damaged(
      'three header rows, groups',
      [top, group, header],
      joined(carried(top), carried(group, carried(top)), header),
    ),
    damaged(
      'three header rows, filled',
      [everything, filled(group), header],
      joined(everything, filled(group), header),
    ),
  ]
}

/** Repeats the name of a group up to the next one, but never beyond the group above it. */
function carried(names: readonly string[], above: readonly string[] = []): string[] {
  let held = ''
  return names.map((name, at) => {
    if (above[at] !== above[at - 1]) held = ''
    if (name !== '') held = name
    return held
  })
}

/** Returns versions with damage above, between, next to and below the rows. */
function surroundings({ header, rows }: CleanTable): Damaged[] {
  const all = [header, ...rows]
  const plain = render(all)
  const whole = (kind: string, text: string): Damaged => ({ kind, text, header, rows, strangers: 0 })
  return [
    whole('preamble', `Members of the club\nExported by the office\n\n${plain}`),
    whole('preamble without a gap', `Members of the club\n${plain}`),
    whole(
      'preamble padded',
      `Members of the club${','.repeat(header.length - 1)}\n${','.repeat(header.length - 1)}\n${plain}`,
    ),
    whole('preamble of names and values', `Report,Sales\nExported,2024-01-01\nBy,Ann\n\n${plain}`),
    whole('preamble comments', `# exported by the office\n# version 3\n${plain}`),
    whole('sep line', `sep=;\n${render(all, { delimiter: ';' })}`),
    whole('trailing delimiter', render(all.map((row) => [...row, '']))),
    whole('blank lines', all.map((row) => `${render([row])}\n`).join('')),
    whole('footer after a gap', `${plain}\nSource: the office, 2024\n`),
    whole('footer of one cell after a gap', `${plain}\nExported by the office\n`),
  ]
}

/** Returns versions with a second table below the first, whose rows do not belong to the first. */
function several({ header, rows }: CleanTable): Damaged[] {
  const plain = render([header, ...rows])
  const damaged = (kind: string, text: string, expected = rows): Damaged => ({
    kind,
    text,
    header,
    rows: expected,
    strangers: 0,
  })
  const other = (width: number): string => {
    const names = Array.from({ length: width }, (_, at) => `${pick(['key', 'value', 'size', 'kind'], at)} ${at}`)
    const body = Array.from({ length: 6 }, (_, row) =>
      names.map((__, at) => (at % 2 === 0 ? `x${row}` : String(row * at))),
    )
    return render([names, ...body])
  }
  return [
    damaged('two tables, the same again', `${plain}\n${plain}`, [...rows, ...rows]),
    damaged('two tables, the same again, no gap', plain + plain, [...rows, ...rows]),
    ...(header.length > 4 ? [damaged('two tables, as many columns', `${plain}\n${other(header.length)}`)] : []),
    damaged('two tables, more columns', `${plain}\n${other(header.length + 2)}`),
    damaged('two tables, more columns, no gap', plain + other(header.length + 2)),
    damaged('two tables, fewer columns', `${plain}\n${other(header.length - 1)}`),
    damaged('two tables, fewer columns, no gap', plain + other(header.length - 1)),
    damaged('three tables', `${plain}\n${other(header.length - 1)}\n${other(header.length + 1)}`),
  ]
}

/** Returns tables with one broken row. That row may be rejected, but its neighbors may not. */
function broken({ header, rows }: CleanTable, seed: number, width: number): Damaged[] {
  const hit = (seed * 7) % rows.length
  const column = (seed * 3) % width
  const others = rows.filter((_, at) => at !== hit)
  const text = (change: (line: string) => string): string =>
    [header, ...rows]
      .map((row, at) => (at === hit + 1 ? change(render([row], { final: '' })) : render([row], { final: '' })))
      .join('\n') + '\n'
  const fields = (line: string): string[] => line.match(/(?:"(?:[^"]|"")*"|[^,]*)(?:,|$)/gs)?.slice(0, width) ?? [line]
  const inField = (line: string, change: (field: string) => string): string =>
    fields(line)
      .map((field, at) => (at === column ? change(field) : field))
      .join('')
  const damaged = (kind: string, changed: string): Damaged => ({
    kind,
    text: changed,
    header,
    rows: others,
    strangers: 3,
  })
  return [
    damaged(
      'separator more at the end',
      text((line) => `${line},x`),
    ),
    damaged(
      'separator more in a row',
      text((line) => inField(line, (field) => `,${field}`)),
    ),
    damaged(
      'separator fewer in a row',
      text((line) => inField(line, (field) => field.replace(/,$/, ''))),
    ),
    damaged(
      'extra quote within a cell',
      text((line) => inField(line, (field) => field.replace(/^(.)/s, '$1"'))),
    ),
    damaged(
      'extra quote before a cell',
      text((line) => inField(line, (field) => `"${field}`)),
    ),
    damaged(
      'extra quote after a cell',
      text((line) => inField(line, (field) => field.replace(/(,?)$/, '"$1'))),
    ),
  ]
}
