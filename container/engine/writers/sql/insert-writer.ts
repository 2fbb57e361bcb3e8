import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { KernelRows } from '../kernel-rows.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { AllowedFixes, type AllowedKind } from '../../report/allowed-fixes.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { TablePlan } from '../../table/table-plan.ts'
import type { TypedBatch } from '../../table/typed-batch.ts'
import type { RowRoom, TableWriter } from '../table-writer.ts'
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

/** Rows as INSERT statements, closed by rows or by bytes, whichever comes first. */
export function insertWriter({
  plan,
  dialect,
  createTable,
  isBulk,
  rowsPerStatement,
  reporter,
  kernel,
}: InsertOptions): TableWriter {
  const places: CellPlace[] = plan.columns.map((column) => ({ column, reporter }))
  const head = text(dialect.insertHead(plan))
  const firstRow = text(dialect.rowStart(true, plan))
  const nextRow = text(dialect.rowStart(false, plan))
  const rowEnd = text(dialect.rowEnd)
  const statementEnd = text(dialect.statementEnd(plan))
  const separator = text(dialect.cellSeparator)
  const literals = plan.columns.map((column) => dialect.pattern(column.type)).filter((pattern) => pattern !== null)
  const runs =
    kernel === null || literals.length < plan.columns.length
      ? null
      : KernelRows.open(kernel, {
          literals,
          separator: dialect.cellSeparator,
          between: dialect.rowStart(false, plan),
          behind: dialect.rowEnd,
        })
  const kinds = plan.columns.flatMap(({ name }, index): AllowedKind[] => {
    const fix = literals[index]?.fix ?? null
    const allowance = runs?.allowances[index] ?? null
    return fix === null || allowance === null ? [] : [{ kind: { ...fix, column: name }, allowance }]
  })
  const fixes = new AllowedFixes(reporter, kinds)
  let rowsInStatement = 0
  let statementBytes = 0
  let bytesSinceBatch = 0

  const closeStatement = (out: GrowingBytes): void => {
    out.append(statementEnd)
    bytesSinceBatch += statementBytes
    const batchEnd = dialect.batchEnd(bytesSinceBatch)
    if (batchEnd !== '') {
      out.append(text(batchEnd))
      bytesSinceBatch = 0
    }
    rowsInStatement = 0
    statementBytes = 0
  }
  const openStatement = (out: GrowingBytes): void => {
    out.append(head)
    out.append(firstRow)
  }
  const wrote = (rows: number, before: number, out: GrowingBytes): void => {
    rowsInStatement += rows
    statementBytes += out.length - before
    if (rowsInStatement >= rowsPerStatement || statementBytes >= dialect.statementBytesMax) closeStatement(out)
  }
  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    for (;;) {
      const before = out.length
      const isFirst = rowsInStatement === 0
      if (isFirst) openStatement(out)
      const bytesMax = dialect.statementBytesMax - statementBytes - (out.length - before)
      const rows = write({ rowsMax: rowsPerStatement - rowsInStatement, bytesMax, isFirst })
      if (rows === 0) {
        out.length = before
        return
      }
      wrote(rows, before, out)
    }
  }
  const writeRow = (batch: TypedBatch, first: number, out: GrowingBytes): void => {
    for (let column = 0; column < batch.width; column++) {
      if (column > 0) out.append(separator)
      const start = batch.starts[first + column] as number
      if (start < 0) dialect.null(out)
      else dialect.literal(places[column] as CellPlace, batch.bytes, start, batch.ends[first + column] as number, out)
    }
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
        const isFirst = rowsInStatement === 0
        if (isFirst) openStatement(out)
        if (runs?.covers(batch, out) === true) {
          const rowsMax = Math.min(batch.rowCount, row + rowsPerStatement - rowsInStatement)
          row = runs.write(
            row,
            rowsMax,
            isFirst,
            out,
            dialect.statementBytesMax - statementBytes - (out.length - before),
          )
        }
        if (row === first) {
          if (!isFirst) out.append(nextRow)
          writeRow(batch, row * batch.width, out)
          out.append(rowEnd)
          fixes.allow()
          row++
        }
        wrote(row - first, before, out)
      }
      fixes.report()
    },
    straight: runs === null ? null : { rows: runs, fixes, fill },
    end(out) {
      if (rowsInStatement > 0) closeStatement(out)
      out.append(text(dialect.end(isBulk)))
    },
  }
}
