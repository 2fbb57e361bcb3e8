import { appendHex } from '../../bytes/hex.ts'
import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { KernelRows } from '../kernel-rows.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { TablePlan } from '../../table/table-plan.ts'
import type { TypedBatch } from '../../table/typed-batch.ts'
import type { RowRoom, TableWriter } from '../table-writer.ts'
import { bare, type LiteralPattern } from '../literal-pattern.ts'
import { copyEscapes, copyNull, copyText } from './copy-text.ts'
import { text } from './dialects/base.ts'
import { PostgresqlDialect, reportNul } from './dialects/postgresql.ts'

const endOfData = text('\\.\n')

export interface CopyOptions {
  readonly plan: TablePlan
  readonly createTable: boolean
  readonly rowsPerBlock: number
  readonly reporter: Reporter
  readonly kernel: Kernel | null
}

/** PostgreSQL's bulk form: COPY blocks with their data in the script. */
export function copyWriter({ plan, createTable, rowsPerBlock, reporter, kernel }: CopyOptions): TableWriter {
  const dialect = new PostgresqlDialect()
  const head = text(
    `COPY ${dialect.tableName(plan)} (${plan.columns.map((column) => dialect.quoteIdentifier(column.name)).join(', ')}) FROM stdin;\n`,
  )
  const kinds = plan.columns.map((column) => column.type.kind)
  const escapes = kinds.map((kind) => kind === 'text' || kind === 'json')
  const runs = kernel === null || kinds.includes('binary') ? null : copyRuns(kernel, escapes)
  let rowsInBlock = 0
  const cell = (batch: TypedBatch, at: number, column: number, out: GrowingBytes): void => {
    const start = batch.starts[at] as number
    const end = batch.ends[at] as number
    if (escapes[column] === true) {
      const hadNul = copyText(batch.bytes, start, end, out)
      const planned = plan.columns[column]
      if (hadNul && planned !== undefined) reportNul({ column: planned, reporter }, batch.bytes, start, end)
    } else if (kinds[column] === 'binary') {
      out.append(text('\\\\x'))
      appendHex(batch.bytes, start, end, out)
    } else out.append(batch.bytes, start, end)
  }
  const wrote = (rows: number, out: GrowingBytes): void => {
    rowsInBlock += rows
    if (rowsInBlock < rowsPerBlock) return
    out.append(endOfData)
    rowsInBlock = 0
  }
  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    for (;;) {
      const before = out.length
      if (rowsInBlock === 0) out.append(head)
      const rows = write({ rowsMax: rowsPerBlock - rowsInBlock, bytesMax: out.bytes.length, isFirst: false })
      if (rows === 0) {
        out.length = before
        return
      }
      wrote(rows, out)
    }
  }
  return {
    sqlTypes: plan.columns.map((column) => dialect.typeName(column.type)),
    begin(out) {
      out.append(text(dialect.begin(createTable ? dialect.createTable(plan) : '')))
    },
    write(batch, out) {
      const { width, rowCount, starts } = batch
      for (let row = 0; row < rowCount;) {
        const first = row
        if (rowsInBlock === 0) out.append(head)
        if (runs?.covers(batch, out) === true) {
          row = runs.write(row, Math.min(rowCount, row + rowsPerBlock - rowsInBlock), false, out, out.bytes.length)
        }
        if (row === first) {
          for (let column = 0, at = row * width; column < width; column++, at++) {
            if (column > 0) out.push(9)
            if ((starts[at] as number) < 0) copyNull(out)
            else cell(batch, at, column, out)
          }
          out.push(10)
          row++
        }
        wrote(row - first, out)
      }
    },
    straight: runs === null ? null : { rows: runs, fill },
    end(out) {
      if (rowsInBlock > 0) out.append(endOfData)
      out.append(text(dialect.end()))
    },
  }
}

/** Values that hold no special bytes by their type go as they are. A NUL is reported, so its row is not the kernel's. */
function copyRuns(kernel: Kernel, escapes: readonly boolean[]): KernelRows | null {
  const raw: LiteralPattern = { ...bare, nothing: '\\N' }
  const escaped: LiteralPattern = { ...raw, escapes: copyEscapes, notHere: [0] }
  return KernelRows.open(kernel, {
    literals: escapes.map((isText) => (isText ? escaped : raw)),
    separator: '\t',
    between: '',
    behind: '\n',
  })
}
