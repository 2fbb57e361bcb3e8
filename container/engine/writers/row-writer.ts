import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { RowLayout } from '../dialects/row-layout.ts'
import type { Kernel } from '../webassembly/kernel/kernel.ts'
import type { LiteralPattern } from '../literals/literal-pattern.ts'
import { LiteralWriter } from '../literals/literal-writer.ts'
import { AllowedFixes, type AllowedKind } from '../report/allowed-fixes.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { KernelRows } from '../webassembly/rows/kernel-rows.ts'
import { RowBlock } from './row-block.ts'
import type { RowRoom, TableWriter } from './table-writer.ts'

export interface RowWriterOptions {
  readonly plan: TablePlan
  readonly layout: RowLayout
  /** Before the first block and after the last one. */
  readonly begin: string
  readonly end: string
  readonly rowsPerBlock: number
  readonly sqlTypes: readonly string[]
  readonly reporter: Reporter
  readonly kernel: Kernel | null
}

/** Writes a table in any format whose rows are blocks of literals. */
export function rowWriter({
  plan,
  layout,
  begin,
  end,
  rowsPerBlock,
  sqlTypes,
  ...options
}: RowWriterOptions): TableWriter {
  const { reporter, kernel } = options
  const constants = new Map(layout.separators.map((text) => [text, encode(text)]))
  const separators = layout.separators.map((text) => constants.get(text) as Uint8Array)
  const behind = encode(layout.behind)
  const patterns = plan.columns.map(({ type }) => layout.literals.pattern(type))
  const cells = plan.columns.map(
    (column, index) => new LiteralWriter(layout.literals, { column, reporter }, patterns[index]),
  )
  const runs = kernel === null ? null : KernelRows.open(kernel, layout, patterns)
  const fixes = new AllowedFixes(reporter, allowedKinds(plan, patterns, runs))
  const block = new RowBlock(layout, rowsPerBlock)

  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    for (;;) {
      const before = out.length
      const { isFirst, rowsLeft } = block
      block.open(out)
      const rows = write({ rowsMax: rowsLeft, bytesMax: block.bytesLeft(out.length - before), isFirst })
      if (rows === 0) {
        out.length = before
        return
      }
      block.wrote(rows, before, out)
    }
  }
  const writeRow = ({ bytes, starts, ends, width }: TypedBatch, row: number, out: GrowingBytes): void => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      out.append(separators[column] as Uint8Array)
      const cell = cells[column] as LiteralWriter
      const start = starts[at] as number
      if (start < 0) cell.writeNull(out)
      else cell.write(bytes, start, ends[at] as number, out)
    }
    out.append(behind)
  }
  return {
    sqlTypes,
    begin: (out) => out.append(encode(begin)),
    write(batch, out) {
      for (let row = 0; row < batch.rowCount;) {
        const before = out.length
        const first = row
        if (runs?.covers(batch, out) === true) {
          const { isFirst, rowsLeft } = block
          block.open(out)
          const bytesMax = block.bytesLeft(out.length - before)
          row = runs.write(row, Math.min(batch.rowCount, row + rowsLeft), isFirst, out, bytesMax)
          if (row === first) out.length = before
        }
        if (row === first) {
          block.beginRow(out)
          writeRow(batch, row++, out)
          fixes.allow()
        }
        block.wrote(row - first, before, out)
      }
      fixes.report()
    },
    straight: runs === null ? null : { rows: runs, fixes, fill },
    end(out) {
      block.close(out)
      out.append(encode(end))
    },
  }
}

function allowedKinds(
  plan: TablePlan,
  patterns: readonly LiteralPattern[],
  runs: KernelRows | null,
): readonly AllowedKind[] {
  return plan.columns.flatMap(({ name }, index) => {
    const fix = patterns[index]?.fix ?? null
    const allowance = runs?.allowances[index] ?? null
    return fix === null || allowance === null ? [] : [{ kind: { ...fix, column: name }, allowance }]
  })
}
