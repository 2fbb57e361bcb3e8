import { encode } from '../../bytes/encode.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { sqlDialects } from '../../dialects/all.ts'
import type { RowLayout } from '../../dialects/row-layout.ts'
import { LiteralWriter } from '../../literals/literal-writer.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ColumnType } from '../../table/column-type.ts'
import { RowBlock } from '../../writers/row-block.ts'
import { quoted } from '../expressions/quoted.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { timeZoneStatement } from '../values/time-zones.ts'
import { literalKinds, type Value } from '../values/value.ts'

const { postgresql } = sqlDialects
const text: ColumnType = { kind: 'text', longest: null }

/**
 * Groups a dump's rows into blocks, which are statements of PostgreSQL. A block ends when the table or its columns
 * change, or after a number of rows or bytes.
 */
export class DumpBlocks {
  readonly isBulk: boolean
  private readonly block: RowBlock
  private readonly separator: Uint8Array
  private readonly suffix: Uint8Array
  /** The literal writers, by `literalKinds`. */
  private readonly cells: readonly LiteralWriter[]
  private head = ''
  /** The position where the row's own text begins. */
  private rowAt = 0
  /** Expressions among the row's values, by column. COPY does not accept them. */
  private readonly expressions = new Map<number, string>()

  constructor(isBulk: boolean, rowsMax: number, reporter: Reporter) {
    this.isBulk = isBulk
    const layout = this.layout('', ['', ''])
    this.block = new RowBlock(layout, rowsMax)
    this.separator = encode(layout.separators[1] ?? '')
    this.suffix = encode(layout.suffix)
    this.cells = cellsOf(layout, isBulk, reporter)
  }

  /** Returns the beginning of blocks for the rows of this table with these columns. */
  headFor(table: PlannedTable, columns: readonly PlannedColumn[]): string {
    return this.layout(
      qualified(table.schema, table.name),
      columns.map(({ name }) => quoteName(name)),
    ).head
  }

  private layout(table: string, columns: readonly string[]): RowLayout {
    return this.isBulk ? postgresql.bulk(table, columns) : postgresql.inserts(table, columns)
  }

  /** Starts blocks with this text for the following rows. */
  use(head: string, out: GrowingBytes): void {
    if (head === this.head) return
    this.block.use(head, out)
    this.head = head
  }

  useTimeZone(zone: string, out: GrowingBytes): void {
    const statement = timeZoneStatement(zone)
    if (statement === null) return
    this.close(out)
    out.append(encode(statement))
  }

  beginRow(out: GrowingBytes): void {
    this.block.beginRow(out)
    this.rowAt = out.length
    // Clearing an empty map would take longer than the rest of a row.
    if (this.expressions.size > 0) this.expressions.clear()
  }

  cell(value: Value, column: number, out: GrowingBytes): void {
    if (column > 0) out.append(this.separator)
    const cell = this.cells[value.literalKind] as LiteralWriter
    if (value.literalKind === literalKinds.expression) this.expression(value, column, out)
    else if (value.literalKind === literalKinds.null) cell.writeNull(out)
    else cell.write(value.bytes, value.start, value.end, out)
  }

  private expression({ bytes, start, end }: Value, column: number, out: GrowingBytes): void {
    if (this.isBulk) this.expressions.set(column, decoder.decode(bytes.subarray(start, end)))
    else out.append(bytes, start, end)
  }

  /** Writes the row as a separate statement. Its values are those that COPY would read. */
  private statementOf(before: number, out: GrowingBytes): void {
    const values = decoder
      .decode(out.bytes.subarray(this.rowAt, out.length))
      .split('\t')
      .map((written, column) => this.expressions.get(column) ?? literalOf(written))
    out.length = before
    this.close(out)
    const into = this.head.replace(/^COPY ([^]*) FROM stdin;\n$/, 'INSERT INTO $1 VALUES')
    out.append(encode(`${into} (${values.join(', ')});\n`))
  }

  /** Appends a statement that is not a row. */
  append(statement: string, out: GrowingBytes): void {
    if (statement === '') return
    this.close(out)
    out.append(encode(statement))
  }

  /** Ends the row, which starts at `before` in `out`. */
  endRow(before: number, out: GrowingBytes): void {
    if (this.expressions.size > 0) return this.statementOf(before, out)
    out.append(this.suffix)
    this.block.afterWrite(1, before, out)
  }

  get rowsLeft(): number {
    return this.block.rowsLeft
  }

  /** Appends rows in the notation of this block, including their ends. */
  appendRows(rows: number, bytes: Uint8Array, out: GrowingBytes): void {
    const before = out.length
    this.block.open(out)
    out.append(bytes)
    this.block.afterWrite(rows, before, out)
  }

  close(out: GrowingBytes): void {
    this.block.close(out)
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const copyEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Converts a value in COPY text to a literal of the same column. */
function literalOf(written: string): string {
  if (written === '\\N') return 'NULL'
  return quoted(written.replaceAll(/\\([^])/g, (_, sign: string) => copyEscapes[sign] ?? sign))
}

/**
 * Creates the literal writers. Values have been checked, and the report mentions NUL characters, so the writers simply
 * drop them.
 */
function cellsOf({ literals }: RowLayout, isBulk: boolean, reporter: Reporter): readonly LiteralWriter[] {
  const typeOf: Readonly<Record<keyof typeof literalKinds, ColumnType>> = {
    null: text,
    number: { kind: 'integer', bits: 64 },
    boolean: { kind: 'boolean' },
    // A UUID has no escaped characters, so COPY does not search for them.
    plain: isBulk ? { kind: 'uuid' } : text,
    text,
    binary: { kind: 'binary', maxBytes: null },
    expression: text,
  }
  const cells: LiteralWriter[] = []
  for (const [name, index] of Object.entries(literalKinds)) {
    const type = typeOf[name as keyof typeof literalKinds]
    const column = { index: 0, sourceName: '', name: '', type, nullable: true }
    cells[index] = new LiteralWriter(literals, { column, reporter }, { ...literals.pattern(type), notHere: [] })
  }
  return cells
}
