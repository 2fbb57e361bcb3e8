import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendCell, asciiOf, judgeDate, judgeTime } from './cell-bytes.ts'
import { define } from './ddl.ts'
import { cellKind, type RowCells } from './row-cells.ts'
import type { DumpColumn, DumpSchema, DumpTable } from './schema.ts'
import type { DumpVisitor, InsertHead } from './statements.ts'
import type { DumpText, Token } from './tokens.ts'

/** What only the whole column tells. */
export class ColumnFacts {
  hasOtherThanBoolean = false
  hasZeroDate = false
  hasDuration = false
  exceedsBigint = false
  hasEmptyLabel = false
  hasInvalidJson = false
}

type Watch = (value: GrowingBytes, facts: ColumnFacts) => void

const bigintMax = 2n ** 63n - 1n

const watches = {
  boolean(value, facts) {
    if (value.length !== 1 || (value.bytes[0] !== 48 && value.bytes[0] !== 49)) facts.hasOtherThanBoolean = true
  },
  date(value, facts) {
    if (judgeDate(value) === 'zero') facts.hasZeroDate = true
  },
  time(value, facts) {
    if (judgeTime(asciiOf(value)) === 'duration') facts.hasDuration = true
  },
  unsigned(value, facts) {
    if (value.length < 19) return
    const text = asciiOf(value)
    if (/^\d+$/.test(text) && BigInt(text) > bigintMax) facts.exceedsBigint = true
  },
  label(value, facts) {
    if (value.length === 0) facts.hasEmptyLabel = true
  },
  json(value, facts) {
    if (!facts.hasInvalidJson && !isJson(value)) facts.hasInvalidJson = true
  },
} satisfies Record<string, Watch>

function isJson(value: GrowingBytes): boolean {
  try {
    JSON.parse(new TextDecoder().decode(value.bytes.subarray(0, value.length)))
    return true
  } catch {
    return false
  }
}

function watchOf(column: DumpColumn): Watch | null {
  if (column.isJson) return watches.json
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

/** The first pass: takes in every definition, and looks at the columns whose type depends on their values. */
export class FactsPass implements DumpVisitor {
  rows = 0
  private readonly schema: DumpSchema
  private readonly onSetting: (tokens: readonly Token[]) => void
  private readonly facts = new Map<DumpTable, Map<string, ColumnFacts>>()
  private readonly scratch = new GrowingBytes()
  private watched: { readonly at: number; readonly watch: Watch; readonly facts: ColumnFacts }[] = []

  constructor(schema: DumpSchema, onSetting: (tokens: readonly Token[]) => void) {
    this.schema = schema
    this.onSetting = onSetting
  }

  statement(tokens: readonly Token[]): void {
    this.onSetting(tokens)
    define(this.schema, tokens)
  }

  insert(head: InsertHead): void {
    const table = this.schema.find(head.database, head.table)
    this.watched = []
    if (table === undefined) return
    const columns = head.columns === null ? table.columns : head.columns.map((name) => findColumn(table, name))
    columns.forEach((column, at) => {
      const watch = column === undefined ? null : watchOf(column)
      if (column !== undefined && watch !== null)
        this.watched.push({ at, watch, facts: this.of(table, column.name) })
    })
  }

  row(text: DumpText, cells: RowCells): void {
    this.rows++
    for (const { at, watch, facts } of this.watched) {
      const kind = cells.kinds[at]
      if (at >= cells.count || kind === cellKind.null || kind === cellKind.default) continue
      this.scratch.clear()
      appendCell(text, cells, at, this.scratch)
      watch(this.scratch, facts)
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
