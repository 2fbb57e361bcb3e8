import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { type DumpKernel, type LaneColumn, task } from '../kernel/dump-kernel.ts'
import { appendCell, asciiOf } from './cell-bytes.ts'
import { dateJudgement, judgeDate, judgeTime, normalizeDate } from './dates.ts'
import { define } from './ddl.ts'
import { noteUpdate } from './on-duplicate.ts'
import { cellFlag, cellKind, type RowCells } from './row-cells.ts'
import { RowLane } from './row-lane.ts'
import type { DumpColumn, DumpSchema, DumpTable } from './schema.ts'
import type { DumpVisitor, InsertHead } from './statements.ts'
import { type DumpText, isWord, type Token } from './tokens.ts'

/** What only the whole column tells. */
export class ColumnFacts {
  hasOtherThanBoolean = false
  hasZeroDate = false
  hasDuration = false
  exceedsBigint = false
  hasEmptyLabel = false
  hasInvalidJson = false
  /** NULL or DEFAULT in an AUTO_INCREMENT column: the server would have counted. */
  hasNull = false
}

type Watch = (bytes: Uint8Array, start: number, end: number, facts: ColumnFacts) => void

const bigintMax = 2n ** 63n - 1n

const watches = {
  boolean(bytes, start, end, facts) {
    if (end - start !== 1 || (bytes[start] !== 48 && bytes[start] !== 49)) facts.hasOtherThanBoolean = true
  },
  date(bytes, start, end, facts) {
    const judgement = judgeDate(bytes, start, end)
    if (judgement === dateJudgement.usable) return
    if (judgement === dateJudgement.zero || isZeroOtherwise(asciiOf(bytes, start, end))) facts.hasZeroDate = true
  },
  time(bytes, start, end, facts) {
    if (!facts.hasDuration && judgeTime(asciiOf(bytes, start, end)) === 'duration') facts.hasDuration = true
  },
  unsigned(bytes, start, end, facts) {
    if (end - start < 19) return
    const text = asciiOf(bytes, start, end)
    if (/^\d+$/.test(text) && BigInt(text) > bigintMax) facts.exceedsBigint = true
  },
  label(_bytes, start, end, facts) {
    if (start === end) facts.hasEmptyLabel = true
  },
  json(bytes, start, end, facts) {
    if (!facts.hasInvalidJson && !isJson(bytes.subarray(start, end))) facts.hasInvalidJson = true
  },
  key() {},
} satisfies Record<string, Watch>

function isZeroOtherwise(text: string): boolean {
  const date = normalizeDate(text)
  if (date === null) return /^0*$/.test(text)
  const bytes = new TextEncoder().encode(date)
  return judgeDate(bytes, 0, bytes.length) === dateJudgement.zero
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

function watchOf(column: DumpColumn): Watch | null {
  if (column.isJson) return watches.json
  if (column.autoIncrement) return watches.key
  switch (column.type) {
    case 'tinyint':
      return column.sizes[0] === 1 ? watches.boolean : null
    case 'date':
    case 'datetime':
    case 'timestamp':
      return watches.date
    case 'time':
      return watches.time
    case 'bigint':
      return column.unsigned ? watches.unsigned : null
    case 'enum':
      return watches.label
    default:
      return null
  }
}

const unwatched: LaneColumn = { task: task.skip, size: 0, longest: 0, nullable: true, labels: [] }

const laneTasks = new Map<Watch, number>([
  [watches.boolean, task.isBoolean],
  [watches.date, task.isDate],
  [watches.time, task.isTime],
  [watches.unsigned, task.isBelow19Digits],
  [watches.label, task.isNotEmpty],
  [watches.json, task.isJson],
  [watches.key, task.isCounted],
])
const laneTask = (watch: Watch): number => laneTasks.get(watch) ?? task.plainCode

/** Whether more values can tell nothing more. */
function isSettled(watch: Watch, facts: ColumnFacts): boolean {
  switch (watch) {
    case watches.boolean:
      return facts.hasOtherThanBoolean
    case watches.date:
      return facts.hasZeroDate
    case watches.time:
      return facts.hasDuration
    case watches.unsigned:
      return facts.exceedsBigint
    case watches.label:
      return facts.hasEmptyLabel
    case watches.json:
      return facts.hasInvalidJson
    default:
      return facts.hasNull
  }
}

interface Watched {
  readonly at: number
  readonly watch: Watch
  readonly facts: ColumnFacts
}

const changed = cellFlag.escape | cellFlag.doubled

/** The first pass: takes in every definition, and looks at the columns whose type depends on their values. */
export class FactsPass implements DumpVisitor {
  private readonly schema: DumpSchema
  private readonly onSetting: (tokens: readonly Token[]) => void
  private readonly facts = new Map<DumpTable, Map<string, ColumnFacts>>()
  private readonly scratch = new GrowingBytes()
  private readonly lane: RowLane
  private watched: Watched[] = []
  private table: DumpTable | undefined
  private insertedColumns: readonly string[] | null = null

  constructor(schema: DumpSchema, onSetting: (tokens: readonly Token[]) => void, kernel: DumpKernel | null) {
    this.schema = schema
    this.onSetting = onSetting
    this.lane = new RowLane(kernel)
  }

  statement(tokens: readonly Token[]): void {
    this.onSetting(tokens)
    define(this.schema, tokens)
  }

  insert(head: InsertHead): void {
    const table = this.schema.find(head.database, head.table)
    this.watched = []
    this.table = table
    this.insertedColumns = head.columns
    this.lane.open([])
    if (table === undefined) return
    if (head.onDuplicate !== null) table.onDuplicate.add(head.onDuplicate)
    const columns = head.columns === null ? table.columns : head.columns.map((name) => findColumn(table, name))
    columns.forEach((column, at) => {
      const watch = column === undefined ? null : watchOf(column)
      if (column !== undefined && watch !== null) this.watched.push({ at, watch, facts: this.of(table, column.name) })
    })
    this.openLane()
  }

  insertEnd(tokens: readonly Token[]): void {
    const { table, insertedColumns } = this
    const isUpdate = tokens.some((token) => isWord(token, 'UPDATE'))
    if (table === undefined || !isUpdate) return
    noteUpdate(table, insertedColumns ?? table.columns.map(({ name }) => name), tokens)
  }

  rows(text: DumpText, head: Uint8Array): void {
    this.lane.take(text, head, false, 0x7fff_ffff)
  }

  /** What is a fact already needs no look at any row that follows. */
  private openLane(): void {
    this.watched = this.watched.filter(({ watch, facts }) => !isSettled(watch, facts))
    const last = this.watched.at(-1)?.at ?? -1
    const lane: LaneColumn[] = Array.from({ length: last + 1 }, () => unwatched)
    for (const { at, watch } of this.watched) lane[at] = { ...unwatched, task: laneTask(watch) }
    this.lane.open(lane)
  }

  row(text: DumpText, cells: RowCells): void {
    let isAnySettled = false
    for (let index = 0; index < this.watched.length; index++) {
      const watched = this.watched[index] as Watched
      if (watched.at < cells.count) this.look(text, cells, watched)
      isAnySettled ||= isSettled(watched.watch, watched.facts)
    }
    if (isAnySettled) this.openLane()
  }

  private look(text: DumpText, cells: RowCells, { at, watch, facts }: Watched): void {
    const kind = cells.kinds[at]
    if (kind === cellKind.null || kind === cellKind.default) facts.hasNull = true
    else if (watch === watches.key) return
    else if (kind === cellKind.number || (kind === cellKind.string && ((cells.flags[at] as number) & changed) === 0))
      watch(text.bytes, cells.starts[at] as number, cells.ends[at] as number, facts)
    else {
      this.scratch.clear()
      appendCell(text, cells, at, this.scratch)
      watch(this.scratch.bytes, 0, this.scratch.length, facts)
    }
  }

  of(table: DumpTable, column: string): ColumnFacts {
    let ofTable = this.facts.get(table)
    if (ofTable === undefined) this.facts.set(table, (ofTable = new Map()))
    let facts = ofTable.get(column)
    if (facts === undefined) ofTable.set(column, (facts = new ColumnFacts()))
    return facts
  }
}

export function findColumn(table: DumpTable, name: string): DumpColumn | undefined {
  return (
    table.columns.find((column) => column.name === name) ??
    table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  )
}
