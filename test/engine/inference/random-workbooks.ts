import { type BookType, type CellObject, utils, type WorkSheet, write } from '@e965/xlsx'

/** A workbook that was generated around a known table. */
export interface RandomWorkbook {
  readonly bytes: Uint8Array
  /** Names from the top level down, joined by spaces. */
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The numbers of all rows with a value. */
  readonly filledRows: readonly number[]
  /** A description of the sheet's content, to help examine a failure. */
  readonly recipe: string
}

type Value = string | number | boolean | Date | null
type Grid = Map<string, Value>

/** Returns numbers from 0 to 1 that depend on the seed only (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Dice {
  readonly chance: (share: number) => boolean
  readonly whole: (from: number, to: number) => number
  readonly pick: <T>(values: readonly T[]) => T
  readonly shuffled: <T>(values: readonly T[]) => T[]
}

function diceOf(seed: number): Dice {
  const random = randomOf(seed)
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
  const pick = <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T
  const shuffled = <T>(values: readonly T[]): T[] =>
    values
      .map((value) => ({ value, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value)
  return { chance: (share) => random() < share, whole, pick, shuffled }
}

const labels = ['Name', 'City', 'Product', 'Customer', 'Region', 'Country', 'Category', 'Team', 'Kind', 'Item']
const measures = ['Units', 'Price', 'Amount', 'Cost', 'Score', 'Weight', 'Age', 'Rate', 'Stock', 'Budget', 'Tax']
const people = ['Ann Lee', 'Bob Ray', 'Cy Young', 'Dee Doe', 'Eve Fox', 'Finn Orr', 'Gus Paz', 'Hal Kim', 'Ivy Ode']
const titles = ['Sales report', 'Staff of the northern office', 'Inventory 2024', 'Quarterly figures', 'Export']
const notes = ['Source: statistics office', '* preliminary figures', 'All amounts in thousand euros.', 'Printed by Ann']
const groupsOf: Readonly<Record<string, (dice: Dice, count: number) => Value[]>> = {
  words: (dice, count) => dice.shuffled(['North', 'South', 'East', 'West', 'Center', 'Online']).slice(0, count),
  years: (dice, count) => {
    const first = dice.whole(1990, 2020)
    return Array.from({ length: count }, (_, at) => first + at)
  },
  dates: (dice, count) => {
    const year = dice.whole(2000, 2024)
    return Array.from({ length: count }, (_, at) => new Date(Date.UTC(year, at, 1)))
  },
}
const partsOf: readonly (readonly string[])[] = [
  ['Q1', 'Q2', 'Q3', 'Q4'],
  ['Plan', 'Actual'],
  ['Men', 'Women', 'Both'],
  ['Opening', 'Change', 'Ending'],
]

interface Column {
  readonly names: readonly Value[]
  readonly value: (row: number) => Value
}

const kinds: Readonly<Record<string, (dice: Dice) => (row: number) => Value>> = {
  integer: (dice) => () => dice.whole(0, 5000),
  decimal: (dice) => () => dice.whole(1, 99_999) / 100,
  date: (dice) => (row) => new Date(Date.UTC(2020, 0, 1 + row * dice.whole(1, 3))),
  flag: (dice) => () => dice.chance(0.5),
}

function plainColumn(dice: Dice, name: string, kind: string): Column {
  const value = kind === 'text' ? () => dice.pick(people) : (kinds[kind] as (d: Dice) => (row: number) => Value)(dice)
  return { names: [name], value }
}

function tableColumns(dice: Dice, recipe: string[]): { columns: Column[]; levels: number; spans: number[][] } {
  const used = dice.shuffled(labels).slice(0, dice.whole(1, 2))
  const columns = used.map((name) => plainColumn(dice, name, 'text'))
  const shape = dice.pick(['plain', 'plain', 'plain', 'year names', 'words', 'years', 'dates'])
  recipe.push(shape)
  if (shape === 'plain') {
    const count = dice.whole(1, 6)
    const more = dice.shuffled(measures).slice(0, count)
    columns.push(...more.map((name) => plainColumn(dice, name, dice.pick(['integer', 'decimal', 'integer', 'date']))))
    if (dice.chance(0.2)) columns.push(plainColumn(dice, 'Active', 'flag'))
    return { columns, levels: 1, spans: [] }
  }
  if (shape === 'year names') {
    const first = dice.whole(1990, 2015)
    for (let at = 0; at < dice.whole(3, 6); at++)
      columns.push({ names: [first + at], value: (kinds['integer'] as (d: Dice) => (row: number) => Value)(dice) })
    return { columns, levels: 1, spans: [] }
  }
  const groups = (groupsOf[shape] as (d: Dice, count: number) => Value[])(dice, dice.whole(2, 4))
  const parts = dice.pick(partsOf)
  const spans: number[][] = []
  groups.forEach((group, at) => {
    const own = at === groups.length - 1 && dice.chance(0.3) ? parts.slice(0, Math.max(2, parts.length - 1)) : parts
    spans.push([columns.length, columns.length + own.length - 1])
    const value = (kinds[dice.pick(['integer', 'decimal'])] as (d: Dice) => (row: number) => Value)(dice)
    columns.push(...own.map((part) => ({ names: [group, part], value })))
  })
  return { columns, levels: 2, spans }
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
const asText = (value: Value): string => (value === null ? '' : value instanceof Date ? isoDay(value) : String(value))

class SheetBuilder {
  readonly grid: Grid = new Map()
  readonly merges: string[] = []
  row = 0

  put(row: number, column: number, value: Value): void {
    if (value !== null) this.grid.set(`${row}:${column}`, value)
  }

  merge(row: number, column: number, lastRow: number, lastColumn: number): void {
    this.merges.push(utils.encode_range({ s: { r: row, c: column }, e: { r: lastRow, c: lastColumn } }))
  }

  sheet(): WorkSheet {
    const sheet: WorkSheet = {}
    let [lastRow, lastColumn] = [0, 0]
    for (const [at, value] of this.grid) {
      const [r = 0, c = 0] = at.split(':').map(Number)
      lastRow = Math.max(lastRow, r)
      lastColumn = Math.max(lastColumn, c)
      sheet[utils.encode_cell({ r, c })] = cellOf(value)
    }
    sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow, c: lastColumn } })
    sheet['!merges'] = this.merges.map((range) => utils.decode_range(range))
    return sheet
  }
}

function cellOf(value: Value): CellObject {
  if (value instanceof Date) return { t: 'd', v: value, z: 'm/d/yy' }
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'boolean') return { t: 'b', v: value }
  return { t: 's', v: value ?? '' }
}

/** Adds titles, facts and dates above the table. */
function putTitles(dice: Dice, to: SheetBuilder, left: number, width: number, recipe: string[]): void {
  const count = dice.pick([0, 0, 1, 1, 2, 3])
  for (const title of dice.shuffled(titles).slice(0, count)) {
    to.put(to.row, left, title)
    const isMerged = width > 1 && dice.chance(0.4)
    if (isMerged) to.merge(to.row, left, to.row, left + width - 1)
    recipe.push(isMerged ? 'merged title' : 'title')
    to.row++
  }
  if (count > 0 && dice.chance(0.2)) {
    to.put(to.row, left, 'As of')
    to.put(to.row++, left + 1, new Date(Date.UTC(2024, 0, 31)))
    recipe.push('date line')
  }
  if (dice.chance(0.15)) putFormLines(dice, to, left, width, recipe)
  if (count > 0 && dice.chance(0.6)) to.row += dice.whole(1, 2)
}

/** Adds a company, a date and a unit with empty cells between them, or facts with labels. */
function putFormLines(dice: Dice, to: SheetBuilder, left: number, width: number, recipe: string[]): void {
  const day = new Date(Date.UTC(2024, dice.whole(0, 11), 28))
  if (width > 4 && dice.chance(0.5)) {
    const values: Value[] = ['ACME Ltd.', day, 'Unit: EUR']
    values.forEach((value, at) => to.put(to.row, left + at * 2, value))
    to.row++
    recipe.push('form line')
    return
  }
  const facts: [string, Value][] = [
    ['Prepared by', 'Ann Lee'],
    ['Period', day],
    ['Pages:', 3],
  ]
  for (const [label, value] of dice.shuffled(facts).slice(0, dice.whole(1, 3))) {
    to.put(to.row, left, label)
    to.put(to.row++, left + 1, value)
  }
  recipe.push('facts')
  // Without a gap, facts above names could be rows of a two-column table.
  to.row++
}

function putHeader(dice: Dice, to: SheetBuilder, left: number, columns: readonly Column[], spans: number[][]): void {
  if (spans.length === 0) {
    columns.forEach(({ names }, at) => to.put(to.row, left + at, names[0] ?? null))
    to.row++
    return
  }
  const isMerged = dice.chance(0.6)
  const isRepeated = !isMerged && dice.chance(0.4)
  const areLabelsAbove = dice.chance(0.4)
  const top = to.row
  columns.forEach(({ names }, at) => {
    if (names.length > 1) {
      if (isRepeated || spans.some(([first]) => first === at)) to.put(top, left + at, names[0] ?? null)
      to.put(top + 1, left + at, names[1] ?? null)
    } else {
      to.put(areLabelsAbove ? top : top + 1, left + at, names[0] ?? null)
      if (areLabelsAbove && isMerged) to.merge(top, left + at, top + 1, left + at)
    }
  })
  if (isMerged) for (const [first = 0, last = 0] of spans) to.merge(top, left + first, top, left + last)
  to.row += 2
}

function putRows(dice: Dice, to: SheetBuilder, left: number, columns: readonly Column[], count: number): string[][] {
  const gaps = dice.chance(0.3) ? 0.1 : 0
  return Array.from({ length: count }, (_, row) => {
    const values = columns.map((column, at) => (at > 0 && dice.chance(gaps) ? null : column.value(row)))
    values.forEach((value, at) => to.put(to.row, left + at, value))
    to.row++
    return values.map(asText)
  })
}

function putAfter(dice: Dice, to: SheetBuilder, left: number, width: number, recipe: string[]): void {
  if (dice.chance(0.3)) {
    to.row += dice.whole(1, 3)
    for (const note of dice.shuffled(notes).slice(0, dice.whole(1, 2))) to.put(to.row++, left, note)
    recipe.push('notes below')
  }
  if (dice.chance(0.3)) {
    to.row += dice.whole(1, 3)
    if (dice.chance(0.5)) to.put(to.row++, left, 'By office')
    const other = dice.pick([width + 2, width, Math.max(2, width - 1)])
    const names = dice.shuffled(['Office', 'Lead', 'Floor', 'Phone', 'Desks', 'Rooms', 'Keys', 'Since', 'Parking'])
    const wide = Math.min(other, names.length)
    for (let at = 0; at < wide; at++) to.put(to.row, left + at, names[at] ?? '')
    to.row++
    for (let row = 0; row < dice.whole(2, 12); row++, to.row++)
      for (let at = 0; at < wide; at++) to.put(to.row, left + at, at % 2 === 0 ? dice.pick(people) : dice.whole(1, 99))
    recipe.push(`other table of ${wide}`)
  }
}

/** Adds a row of totals of the rows below it. It is converted like the others. */
function putTotals(
  dice: Dice,
  to: SheetBuilder,
  left: number,
  columns: readonly Column[],
  recipe: string[],
): string[][] {
  if (columns.length < 3 || !dice.chance(0.2)) return []
  const values = columns.map((column, at): Value => {
    if (at === 0) return dice.pick(['Total', 'Sum', 'Grand total'])
    return typeof column.value(0) === 'number' ? dice.whole(5000, 90_000) : null
  })
  if (!values.some((value) => typeof value === 'number')) return []
  values.forEach((value, at) => to.put(to.row, left + at, value))
  to.row++
  recipe.push('totals')
  return [values.map(asText)]
}

/** Adds another table next to the table, after one or two empty columns. */
function putTableBeside(dice: Dice, to: SheetBuilder, top: number, column: number, recipe: string[]): void {
  const own = to.row - top
  const names = dice.shuffled(['Office', 'Lead', 'Floor', 'Phone', 'Desks', 'Rooms']).slice(0, dice.whole(2, 4))
  const first = column + dice.whole(0, 1)
  // Columns that end at the same row would belong to the table.
  const rows = dice.chance(0.5) ? own + dice.whole(4, 20) : Math.max(2, Math.floor(own / 2) - 1)
  names.forEach((name, at) => {
    to.put(top, first + at, name)
    for (let row = 1; row <= rows; row++)
      to.put(top + row, first + at, at % 2 === 0 ? `${dice.pick(people)} ${row}` : dice.whole(1, 99))
  })
  recipe.push(`table of ${names.length} and ${rows} rows beside`)
}

/** Adds cells next to the table, after an empty column. */
function putBeside(dice: Dice, to: SheetBuilder, top: number, column: number, recipe: string[]): void {
  if (dice.chance(0.15)) return putTableBeside(dice, to, top, column, recipe)
  if (!dice.chance(0.15)) return
  recipe.push('notes beside')
  for (let at = 0; at < dice.whole(1, 2); at++) to.put(top + 1 + at, column, dice.pick(notes))
}

export function randomWorkbook(seed: number): RandomWorkbook {
  const dice = diceOf(seed)
  const recipe: string[] = []
  const to = new SheetBuilder()
  const left = dice.pick([0, 0, 0, 1, 2])
  to.row = dice.pick([0, 0, 0, 1, 3])
  if (left > 0 || to.row > 0) recipe.push(`margins ${to.row} above, ${left} left`)
  const { columns, spans } = tableColumns(dice, recipe)
  putTitles(dice, to, left, columns.length, recipe)
  const top = to.row
  putHeader(dice, to, left, columns, spans)
  const count = dice.pick([3, 5, 8, 20, 60])
  recipe.push(`${count} rows of ${columns.length}`)
  const rows = putRows(dice, to, left, columns, count)
  rows.push(...putTotals(dice, to, left, columns, recipe))
  const tableEnd = to.row
  putBeside(dice, to, top, left + columns.length + 1, recipe)
  if (tableEnd - top < 30) to.row = Math.max(to.row, lastRowOf(to) + 1)
  putAfter(dice, to, left, columns.length, recipe)
  const book = utils.book_new()
  utils.book_append_sheet(book, to.sheet(), 'Data')
  const bookType: BookType = dice.pick(['xlsx', 'xlsx', 'xlsx', 'xlsb', 'biff8', 'ods'])
  const filledRows = [...new Set([...to.grid.keys()].map((at) => Number(at.split(':')[0]) + 1))].toSorted(
    (a, b) => a - b,
  )
  return {
    bytes: new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array),
    names: columns.map(({ names }) => names.map(asText).join(' ')),
    rows,
    filledRows,
    recipe: `${bookType}: ${recipe.join(', ')}`,
  }
}

const lastRowOf = ({ grid }: SheetBuilder): number =>
  Math.max(...[...grid.keys()].map((at) => Number(at.split(':')[0])))
