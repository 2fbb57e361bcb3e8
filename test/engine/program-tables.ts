/**
 * Tables as programs and people export them, generated from a seed. The values are generated before any format, so they
 * are known.
 */
export interface ExportedTable {
  readonly text: string
  /** The column names, or null if the format has none, or joins several rows of them. */
  readonly names: readonly string[] | null
  readonly rows: readonly (readonly string[])[]
}

interface Cell {
  readonly shown: string
  readonly value: string
}
interface Locale {
  readonly decimal: string
  readonly group: string
  readonly delimiter: string
  readonly date: (year: string, month: string, day: string) => string
}
interface Column {
  readonly name: string
  readonly make: (random: Random, locale: Locale, row: number) => Cell
  /** Whether the column has no delimiter, quote or line end in its values. */
  readonly isPlain?: boolean
}

class Random {
  private state: number

  constructor(seed: number) {
    this.state = (seed >>> 0) + 1
  }

  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.state / 2 ** 32) * limit)
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}

const two = (number: number): string => String(number).padStart(2, '0')
const en: Locale = { decimal: '.', group: ',', delimiter: ',', date: (y, m, d) => `${Number(m)}/${Number(d)}/${y}` }
const de: Locale = { decimal: ',', group: '.', delimiter: ';', date: (y, m, d) => `${d}.${m}.${y}` }
const fr: Locale = { decimal: ',', group: '\u202f', delimiter: ';', date: (y, m, d) => `${d}/${m}/${y}` }
const ch: Locale = { decimal: '.', group: '’', delimiter: ';', date: (y, m, d) => `${d}.${m}.${y}` }

const people = ['Ann Lee', 'Bob', 'Cid Ruiz', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal', 'Ida Noé', 'Jon']
const same = (value: string): Cell => ({ shown: value, value })
const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, mark)

const columns: readonly Column[] = [
  { name: 'id', make: (_, __, row) => same(String(row + 1)), isPlain: true },
  { name: 'Name', make: (random) => same(random.pick(people)), isPlain: true },
  { name: 'Town', make: (random) => same(random.pick(['Köln', 'Lyon', 'Łódź', 'Leeds', 'New York'])), isPlain: true },
  {
    name: 'Amount',
    make: (random, { decimal, group }) => {
      const [whole, cents] = [String(random.below(90_000) + 1), two(random.below(100))]
      return { shown: `${grouped(whole, group)}${decimal}${cents}`, value: `${whole}.${cents}` }
    },
  },
  {
    name: 'Rate',
    make: (random, { decimal }) => {
      const [whole, cents] = [String(random.below(90) + 1), two(random.below(100))]
      return { shown: `${whole}${decimal}${cents}`, value: `${whole}.${cents}` }
    },
  },
  {
    name: 'Date',
    make: (random, { date }, row) => {
      const [year, month] = [String(2015 + random.below(9)), two(1 + random.below(12))]
      const day = two(row === 0 ? 25 : 1 + random.below(28))
      return { shown: date(year, month, day), value: `${year}-${month}-${day}` }
    },
    isPlain: true,
  },
  { name: 'Code', make: (random) => same(`0${1000 + random.below(9000)}`), isPlain: true },
  { name: 'Note', make: (random) => same(random.pick(['', 'paid', 'late, again', 'said "no"', 'a; b', 'two\nlines'])) },
  { name: 'Flag', make: (random) => same(random.pick(['true', 'false'])), isPlain: true },
  { name: 'SKU', make: (random) => same(`${random.pick(['A', 'B'])}-${100 + random.below(900)}`), isPlain: true },
  { name: 'Email', make: (random, _, row) => same(`u${random.below(99)}${row}@example.com`), isPlain: true },
  { name: 'Qty', make: (random) => same(String(random.below(500))), isPlain: true },
  { name: '2023', make: (random) => same(String(random.below(50_000) + 3000)), isPlain: true },
]

interface Made {
  readonly random: Random
  readonly names: readonly string[]
  readonly shown: readonly (readonly string[])[]
  readonly values: readonly (readonly string[])[]
}

function made(seed: number, locale: Locale, isOf: (column: Column) => boolean = () => true): Made {
  const random = new Random(seed)
  const pool = columns.filter(isOf)
  const wanted = Math.min(pool.length, 2 + random.below(6))
  const chosen = new Set<Column>()
  while (chosen.size < wanted) chosen.add(random.pick(pool))
  const rows = Array.from({ length: 3 + random.below(20) }, (_, row) =>
    [...chosen].map(({ make }) => make(random, locale, row)),
  )
  return {
    random,
    names: [...chosen].map(({ name }) => name),
    shown: rows.map((cells) => cells.map(({ shown }) => shown)),
    values: rows.map((cells) => cells.map(({ value }) => value)),
  }
}

const isPlain = (column: Column): boolean => column.isPlain === true
const isNamed =
  (...names: readonly string[]) =>
  (column: Column): boolean =>
    names.includes(column.name)
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const csvLine =
  (delimiter: string) =>
  (cells: readonly string[]): string =>
    cells.map((cell) => (cell.includes(delimiter) || /["\n]/.test(cell) ? quoted(cell) : cell)).join(delimiter)
const lines = (all: readonly string[], end = '\n'): string => all.join(end) + end
const isNumber = (text: string): boolean => /^[1-9]\d*(?:\.\d+)?$/.test(text)
const numberedFrom = (first: number, rows: Made['values']): string[][] =>
  rows.map((row, at) => [String(first + at), ...row])

/** Pads every column to the width of its longest value. */
function padded(rows: readonly (readonly string[])[]): { readonly widths: number[]; readonly rows: string[][] } {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => Array.from(row[at] ?? '').length)))
  const pad = (text: string, at: number): string => text + ' '.repeat((widths[at] ?? 0) - Array.from(text).length)
  return { widths, rows: rows.map((row) => row.map(pad)) }
}

function ofSpreadsheet(seed: number, locale: Locale, emptyColumns: number): ExportedTable {
  const { names, shown, values, random } = made(seed, locale)
  const line = csvLine(locale.delimiter)
  const tail = Array.from({ length: emptyColumns }, () => '')
  const blank = Array.from({ length: emptyColumns > 0 ? random.below(4) : 0 }, () => names.map(() => ''))
  const all = [names, ...shown, ...blank].map((cells) => line([...cells, ...tail]))
  return { text: lines(all, '\r\n'), names, rows: values }
}

function ofShell(seed: number, frame: (rows: string[][], widths: number[]) => string[]): ExportedTable {
  const { names, values } = made(seed, en, isPlain)
  const { rows, widths } = padded([names, ...values])
  return { text: lines(frame(rows, widths)), names, rows: values }
}

const rule = (widths: readonly number[], cross: string, beside = 2): string =>
  widths.map((width) => '-'.repeat(width + beside)).join(cross)

export const programs: Readonly<Record<string, (seed: number) => ExportedTable>> = {
  'Excel in English': (seed) => ofSpreadsheet(seed, en, 0),
  'Excel in German': (seed) => ofSpreadsheet(seed, de, 0),
  'Excel in French': (seed) => ofSpreadsheet(seed, fr, 0),
  'Excel in Switzerland': (seed) => ofSpreadsheet(seed, ch, 0),
  'Excel with empty columns and rows after the table': (seed) => ofSpreadsheet(seed, de, 3),
  'write.csv of R': (seed) => {
    const { names, values } = made(seed, en, ({ name }) => name !== 'Amount')
    const cells = (row: readonly string[]): string[] => row.map((cell) => (isNumber(cell) ? cell : quoted(cell)))
    const rows = values.map((row, at) => [quoted(String(at + 1)), ...cells(row)].join(','))
    return {
      text: lines([['', ...names].map(quoted).join(','), ...rows]),
      names: ['column_1', ...names],
      rows: numberedFrom(1, values),
    }
  },
  'write.table of R': (seed) => {
    const { names, values } = made(seed, en, isPlain)
    const cells = (row: readonly string[]): string[] => row.map((cell) => (isNumber(cell) ? cell : quoted(cell)))
    const rows = values.map((row, at) => [quoted(String(at + 1)), ...cells(row)].join(' '))
    return {
      text: lines([names.map(quoted).join(' '), ...rows]),
      names: ['column_1', ...names],
      rows: numberedFrom(1, values),
    }
  },
  'pandas with its index': (seed) => {
    const { names, values } = made(seed, en)
    const rows = numberedFrom(0, values)
    return { text: lines([['', ...names], ...rows].map(csvLine(','))), names: ['column_1', ...names], rows }
  },
  'pandas with two levels of columns': (seed) => {
    const { names, values } = made(seed, en, isNamed('Amount', 'Rate', 'Qty'))
    const rows = values.map((row, at) => [`r${at}`, ...row.flatMap((cell) => [cell, cell])])
    const levels = [names.flatMap((name) => [name, name]), names.flatMap(() => ['sum', 'mean'])]
    const index = ['Name', ...names.flatMap(() => ['', ''])]
    return {
      text: lines([...levels.map((level) => ['', ...level]), index, ...rows].map(csvLine(','))),
      names: null,
      rows,
    }
  },
  psql: (seed) =>
    ofShell(seed, ([names = [], ...rows], widths) => [
      ` ${names.join(' | ')} `,
      rule(widths, '+'),
      ...rows.map((row) => ` ${row.join(' | ')}`.trimEnd()),
      `(${rows.length} rows)`,
    ]),
  'psql without alignment': (seed) => {
    const { names, values } = made(seed, en, isPlain)
    const rows = [names, ...values].map((row) => row.join('|'))
    return { text: lines([...rows, `(${values.length} rows)`]), names, rows: values }
  },
  'SQL*Plus with its commands': (seed) =>
    ofShell(seed, ([names = [], ...rows], widths) => [
      'SQL> select * from t;',
      '',
      names.join(' '),
      rule(widths, ' ', 0),
      ...rows.map((row) => row.join(' ')),
      '',
      `${rows.length} rows selected.`,
      '',
      'SQL> spool off',
    ]),
  'SQL Server Management Studio': (seed) =>
    ofShell(seed, ([names = [], ...rows], widths) => [
      names.join(' '),
      rule(widths, ' ', 0),
      ...rows.map((row) => row.join(' ')),
      '',
      `(${rows.length} rows affected)`,
      '',
      'Completion time: 2023-05-01T10:00:00.1234567+02:00',
    ]),
  'sqlcmd with tabs': (seed) => {
    const { names, values } = made(seed, en, isPlain)
    const dashes = names.map((name) => '-'.repeat(name.length))
    const rows = [names, dashes, ...values].map((row) => row.join('\t'))
    return { text: lines([...rows, '', `(${values.length} rows affected)`], '\r\n'), names, rows: values }
  },
  mysql: (seed) =>
    ofShell(seed, ([names = [], ...rows], widths) => {
      const frame = `+${rule(widths, '+')}+`
      const bars = (row: readonly string[]): string => `| ${row.join(' | ')} |`
      return [frame, bars(names), frame, ...rows.map(bars), frame, `${rows.length} rows in set (0.00 sec)`]
    }),
  sqlite3: (seed) =>
    ofShell(seed, ([names = [], ...rows], widths) => [
      names.join('  '),
      rule(widths, '  ', 0),
      ...rows.map((row) => row.join('  ')),
    ]),
  Markdown: (seed) =>
    ofShell(seed, ([names = [], ...rows]) =>
      [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ),
  SAP: (seed) => {
    const { names, shown, values } = made(seed, de, isPlain)
    const { rows, widths } = padded([names, ...shown])
    const dashes = `-${rule(widths, '-', 0)}-`
    const [head = '', ...body] = rows.map((row) => `|${row.join('|')}|`)
    const title = '25.03.2024   Dynamische Listenausgabe   1'
    return { text: lines([title, '', dashes, head, dashes, ...body, dashes], '\r\n'), names, rows: values }
  },
  'a bank in German': (seed) => {
    const { names, shown, values } = made(seed, de, isNamed('Name', 'Amount', 'Code'))
    const meta = ['"Kontonummer:";"DE12 3456";', '', '"Von:";"01.01.2024";', '"Kontostand:";"1.234,56 EUR";', '']
    const rows = [['Buchungstag', ...names], ...shown.map((row, at) => [`${13 + (at % 15)}.01.2024`, ...row])]
    return {
      text: lines([...meta, ...rows.map((row) => `${row.map(quoted).join(';')};`)]),
      names: ['Buchungstag', ...names],
      rows: values.map((row, at) => [`2024-01-${13 + (at % 15)}`, ...row]),
    }
  },
  'a bank in French': (seed) => {
    const { names, shown, values } = made(seed, fr, isNamed('Date', 'Name', 'Amount', 'Code'))
    const meta = ['Compte courant n° 12345;;', 'Solde au 31/12/2024;1 234,56 €;', '']
    return { text: lines([...meta, ...[names, ...shown].map((row) => row.join(';'))], '\r\n'), names, rows: values }
  },
  'a report of Salesforce': (seed) => {
    const { names, values } = made(seed, en)
    const foot = ['', '', '', '"My Report"', '"Copyright (c) 2000-2024 salesforce.com, inc. All rights reserved."']
    const by = '"Generated By: Ann 3/1/2024 2:11 PM"'
    return {
      text: lines([...[names, ...values].map((row) => row.map(quoted).join(',')), ...foot, by]),
      names,
      rows: values,
    }
  },
  'a logger with units': (seed) => {
    const random = new Random(seed)
    const count = 2 + random.below(4)
    const names = ['Timestamp', ...Array.from({ length: count }, (_, at) => `T${at + 1}`)]
    const rows = Array.from({ length: 5 + random.below(30) }, (_, at) => [
      `2024-03-${two(1 + (at % 28))} ${two(random.below(24))}:00:00`,
      ...Array.from({ length: count }, () => `${random.below(40)}.${random.below(10)}`),
    ])
    const meta = random.pick([[], ['Logger: XR-420', 'Serial: 12345', ''], ['# device=XR', '# rate=1h'], ['sep=,']])
    const units = ['', ...Array.from({ length: count }, () => '°C')]
    return { text: lines([...meta, ...[names, units, ...rows].map((row) => row.join(','))]), names: null, rows }
  },
  'a file without names whose last column is empty': (seed) => {
    const { values } = made(seed, en, isNamed('id', 'Name', 'Qty', 'Rate'))
    const rows = values.map((row, at) => [String(at), ...row, ''])
    return { text: lines(rows.map((row) => row.join(','))), names: null, rows }
  },
  'a file with spaces between quoted values': (seed) => {
    const { names, values, random } = made(seed, en, isPlain)
    const all = [[...names, 'Last'], ...values.map((row) => [...row, random.pick(['', 'x y'])])]
    const cells = (row: readonly string[]): string[] => row.map((cell) => (cell.includes(' ') ? quoted(cell) : cell))
    const isFilled = all.some((row) => row.some((cell) => cell.includes(' ')))
    const named = isFilled ? all : all.map((row, at) => [...row, at === 0 ? 'Words' : 'two words'])
    return { text: lines(named.map((row) => cells(row).join(' '))), names: named[0] ?? null, rows: named.slice(1) }
  },
  'orders of Shopify': (seed) => {
    const random = new Random(seed)
    const names = ['Name', 'Email', 'Financial Status', 'Total', 'Lineitem quantity', 'Lineitem name', 'Notes']
    const rows = Array.from({ length: 4 + random.below(9) }, (_, order) => {
      const [name, email] = [`#${1001 + order}`, `u${order}@example.com`]
      const whole = [name, email, 'paid', `${random.below(90)}.${two(random.below(100))}`, '2', 'Shirt - M', '']
      return [
        whole,
        ...Array.from({ length: random.below(3) }, (__, at) => [name, email, '', '', '1', `Hat - ${at}`, '']),
      ]
    }).flat()
    return { text: lines([names, ...rows].map(csvLine(','))), names, rows }
  },
}
