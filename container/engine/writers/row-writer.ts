import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { RowLayout } from '../dialects/row-layout.ts'
import type { LiteralPattern } from '../literals/literal-pattern.ts'
import { LiteralWriter } from '../literals/literal-writer.ts'
import { AllowedFixes, type AllowedKind } from '../report/allowed-fixes.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { AcceleratedRows, RowsAccelerator } from './accelerated-rows.ts'
import { RowBlock } from './row-block.ts'
import type { TableWriter } from './table-writer.ts'

export interface RowWriterOptions {
  readonly plan: TablePlan
  readonly layout: RowLayout
  /** The text before the first block. The next field is the text after the last one. */
  readonly begin: string
  readonly end: string
  readonly rowsPerBlock: number
  readonly sqlTypes: readonly string[]
  readonly reporter: Reporter
  readonly accelerator: RowsAccelerator | null
}

/** Writes a table in any format that consists of blocks of literals. */
export function rowWriter({
  plan,
  layout,
  begin,
  end,
  rowsPerBlock,
  sqlTypes,
  ...options
}: RowWriterOptions): TableWriter {
  const { reporter, accelerator } = options
  const constants = new Map(layout.separators.map((text) => [text, encode(text)]))
  const separators = layout.separators.map((text) => constants.get(text) as Uint8Array)
  const suffix = encode(layout.suffix)
  const patterns = plan.columns.map(({ type }) => layout.literals.pattern(type))
  const cells = plan.columns.map(
    (column, index) => new LiteralWriter(layout.literals, { column, reporter }, patterns[index]),
  )
  const accelerated = accelerator?.rows(layout, patterns) ?? null
  const fixes = new AllowedFixes(reporter, allowedKinds(plan, patterns, accelerated))
  const block = new RowBlock(layout, rowsPerBlock)

  const writeRow = ({ bytes, starts, ends, width }: TypedBatch, row: number, out: GrowingBytes): void => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      out.append(separators[column] as Uint8Array)
      const cell = cells[column] as LiteralWriter
      const start = starts[at] as number
      if (start < 0) cell.writeNull(out)
      else cell.write(bytes, start, ends[at] as number, out)
    }
    out.append(suffix)
  }
  return {
    sqlTypes,
    begin: (out) => out.append(encode(begin)),
    write(batch, out) {
      for (let row = 0; row < batch.rowCount;) {
        const before = out.length
        const first = row
        if (accelerated?.covers(batch, out) === true) {
          const { isFirst, rowsLeft } = block
          block.open(out)
          const bytesMax = block.bytesLeft(out.length - before)
          row = accelerated.write(row, Math.min(batch.rowCount, row + rowsLeft), isFirst, out, bytesMax)
          if (row === first) out.length = before
        }
        if (row === first) {
          block.beginRow(out)
          writeRow(batch, row++, out)
          fixes.allow()
        }
        block.afterWrite(row - first, before, out)
      }
      fixes.report()
    },
    fastRows: accelerated === null ? null : { rows: accelerated, fixes, block },
    end(out) {
      block.close(out)
      out.append(encode(end))
    },
  }
}

function allowedKinds(
  plan: TablePlan,
  patterns: readonly LiteralPattern[],
  accelerated: AcceleratedRows | null,
): readonly AllowedKind[] {
  return plan.columns.flatMap(({ name }, index) => {
    const fix = patterns[index]?.fix ?? null
    const allowance = accelerated?.allowances[index] ?? null
    return fix === null || allowance === null ? [] : [{ kind: { ...fix, column: name }, allowance }]
  })
}
