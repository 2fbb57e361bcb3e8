import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { KernelRows } from '../kernel-rows.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { AllowedFixes, type AllowedKind } from '../../report/allowed-fixes.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { TablePlan } from '../../table/table-plan.ts'
import type { TypedBatch } from '../../table/typed-batch.ts'
import type { RowRoom, TableWriter } from '../table-writer.ts'
import type { LiteralPattern } from '../literal-pattern.ts'
import { type CellPlace, type SqlDialect, text } from './dialects/base.ts'

export interface InsertOptions {
  readonly plan: TablePlan
  readonly dialect: SqlDialect
  readonly createTable: boolean
  readonly isBulk: boolean
  readonly rowsPerStatement: number
  readonly reporter: Reporter
  readonly kernel: Kernel | null
}

/** Rows as INSERT statements. */
export function insertWriter(options: InsertOptions): TableWriter {
  const { plan, dialect, createTable, isBulk, reporter } = options
  const places: CellPlace[] = plan.columns.map((column) => ({ column, reporter }))
  const nextRow = text(dialect.rowStart(false, plan))
  const rowEnd = text(dialect.rowEnd)
  const separator = text(dialect.cellSeparator)
  const literals = plan.columns.map((column) => dialect.pattern(column.type)).filter((pattern) => pattern !== null)
  const runs = kernelRows(options, literals)
  const fixes = new AllowedFixes(reporter, allowedKinds(plan, literals, runs))
  const statement = new Statement(options)

  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    for (;;) {
      const before = out.length
      const { isFirst, rowsMax } = statement
      statement.open(out)
      const rows = write({ rowsMax, bytesMax: statement.bytesLeft(out.length - before), isFirst })
      if (rows === 0) {
        out.length = before
        return
      }
      statement.wrote(rows, before, out)
    }
  }
  const writeRow = (batch: TypedBatch, first: number, out: GrowingBytes): void => {
    for (let column = 0; column < batch.width; column++) {
      if (column > 0) out.append(separator)
      const start = batch.starts[first + column] as number
      if (start < 0) dialect.null(out)
      else dialect.literal(places[column] as CellPlace, batch.bytes, start, batch.ends[first + column] as number, out)
    }
    out.append(rowEnd)
  }
  return {
    sqlTypes: plan.columns.map((column) => dialect.typeName(column.type)),
    begin(out) {
      out.append(text(dialect.begin(createTable ? dialect.createTable(plan) : '', isBulk)))
    },
    write(batch, out) {
      for (let row = 0; row < batch.rowCount;) {
        const before = out.length
        const first = row
        const { isFirst, rowsMax } = statement
        statement.open(out)
        if (runs?.covers(batch, out) === true) {
          const bytesMax = statement.bytesLeft(out.length - before)
          row = runs.write(row, Math.min(batch.rowCount, row + rowsMax), isFirst, out, bytesMax)
        }
        if (row === first) {
          if (!isFirst) out.append(nextRow)
          writeRow(batch, row * batch.width, out)
          fixes.allow()
          row++
        }
        statement.wrote(row - first, before, out)
      }
      fixes.report()
    },
    straight: runs === null ? null : { rows: runs, fixes, fill },
    end(out) {
      statement.close(out)
      out.append(text(dialect.end(isBulk)))
    },
  }
}

/** The statement that rows go into: opened by its first, closed by rows or by bytes, whichever comes first. */
class Statement {
  private readonly dialect: SqlDialect
  private readonly rowsPerStatement: number
  private readonly head: Uint8Array
  private readonly foot: Uint8Array
  private rows = 0
  private bytes = 0
  private bytesSinceBatch = 0

  constructor({ plan, dialect, rowsPerStatement }: InsertOptions) {
    this.dialect = dialect
    this.rowsPerStatement = rowsPerStatement
    this.head = text(dialect.insertHead(plan) + dialect.rowStart(true, plan))
    this.foot = text(dialect.statementEnd(plan))
  }

  get isFirst(): boolean {
    return this.rows === 0
  }

  /** How many more rows it takes. */
  get rowsMax(): number {
    return this.rowsPerStatement - this.rows
  }

  /** How many more bytes it takes behind those of the rows at hand. */
  bytesLeft(atHand: number): number {
    return this.dialect.statementBytesMax - this.bytes - atHand
  }

  open(out: GrowingBytes): void {
    if (this.isFirst) out.append(this.head)
  }

  /** Rows stand in `out` from `before` on. */
  wrote(rows: number, before: number, out: GrowingBytes): void {
    this.rows += rows
    this.bytes += out.length - before
    if (this.rowsMax <= 0 || this.bytes >= this.dialect.statementBytesMax) this.close(out)
  }

  close(out: GrowingBytes): void {
    if (this.isFirst) return
    out.append(this.foot)
    this.bytesSinceBatch += this.bytes
    const batchEnd = this.dialect.batchEnd(this.bytesSinceBatch)
    if (batchEnd !== '') {
      out.append(text(batchEnd))
      this.bytesSinceBatch = 0
    }
    this.rows = 0
    this.bytes = 0
  }
}

/** Null where a column's values are not the kernel's to write. */
function kernelRows({ plan, dialect, kernel }: InsertOptions, literals: readonly LiteralPattern[]): KernelRows | null {
  if (kernel === null || literals.length < plan.columns.length) return null
  return KernelRows.open(kernel, {
    literals,
    separator: dialect.cellSeparator,
    between: dialect.rowStart(false, plan),
    behind: dialect.rowEnd,
  })
}

function allowedKinds(
  plan: TablePlan,
  literals: readonly LiteralPattern[],
  runs: KernelRows | null,
): readonly AllowedKind[] {
  return plan.columns.flatMap(({ name }, index) => {
    const fix = literals[index]?.fix ?? null
    const allowance = runs?.allowances[index] ?? null
    return fix === null || allowance === null ? [] : [{ kind: { ...fix, column: name }, allowance }]
  })
}
