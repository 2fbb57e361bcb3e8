import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpText } from '../text/tokens.ts'
import { shownCell } from '../values/cell-bytes.ts'
import type { RowCells } from '../text/row-cells.ts'

const comma = 44

/** The position of a row in the window. */
export class RowPlace {
  private bytes: Uint8Array = new Uint8Array(0)
  private opensAt = -1
  private endsAt = 0

  take(text: DumpText, { opensAt }: RowCells): void {
    this.bytes = text.bytes
    this.opensAt = opensAt
    this.endsAt = text.at
  }

  /** Tests whether a comma precedes or follows the row, so its statement contains others. */
  isOneOfSeveral(): boolean {
    const { bytes, opensAt } = this
    let before = opensAt - 1
    let after = this.endsAt
    while ((bytes[before] ?? comma) <= 32) before--
    while ((bytes[after] ?? comma) <= 32) after++
    return opensAt >= 0 && (bytes[before] === comma || bytes[after] === comma)
  }
}

/** Returns the value of a row for the report. It is the default if the row omits the column. */
export const shownValue = (text: DumpText, cells: RowCells, at: number, { source }: PlannedColumn): string =>
  at < 0 ? (source.defaultTokens ?? []).map(({ text: word }) => word).join(' ') : shownCell(text, cells, at)
