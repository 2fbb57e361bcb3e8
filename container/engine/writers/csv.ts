import { valueMessages } from '../catalog/values.ts'
import { carriageReturn, lineFeed } from '../bytes/ascii.ts'
import { decode, encode } from '../bytes/encode.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendReplacing, replacing } from '../bytes/replacements.ts'
import { bare, type LiteralPattern } from '../literals/literal-pattern.ts'
import { LiteralWriter } from '../literals/literal-writer.ts'
import type { Literals } from '../literals/literals.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import { rowWriter, type RowWriterOptions } from './row-writer.ts'
import type { TableWriter } from './table-writer.ts'

const quote = 34
/** The start of a NULL in a typed batch. */
const nothing = -1
const blankLineNote = valueMessages.notes.blankLines

/** A field with one of these bytes is quoted. Only the quote itself is replaced. */
const escapes = replacing({ [quote]: '""', 44: ',', [carriageReturn]: '\r', [lineFeed]: '\n' })
const field: LiteralPattern = { ...bare, nothing: '', escapes, sort: 'in_quotes' }
const csvLiterals: Literals = {
  pattern({ kind }) {
    if (kind === 'text' || kind === 'json') return field
    return { ...bare, nothing: '', sort: kind === 'binary' ? 'hex' : 'plain' }
  },
  outsidePattern: (_place, bytes, start, end, out) => appendReplacing(escapes, bytes, start, end, out),
}

/**
 * Writes RFC 4180 with CRLF. NULL is an unquoted empty field, and an empty text is a quoted one, so they stay distinct.
 * In a file with one column, NULL becomes a blank line, as in files of PostgreSQL and DuckDB. The report mentions it,
 * because many readers skip blank lines.
 */
export function csvWriter(
  options: Pick<RowWriterOptions, 'plan' | 'sqlTypes' | 'reporter' | 'accelerator'>,
): TableWriter {
  const { plan, reporter } = options
  const separators = plan.columns.map((_, index) => (index === 0 ? '' : ','))
  const layout = {
    literals: csvLiterals,
    head: '',
    between: '',
    separators,
    suffix: '\r\n',
    end: '',
    rowsMax: Number.MAX_SAFE_INTEGER,
    bytesMax: Number.MAX_SAFE_INTEGER,
    batch: null,
  }
  const begin = header(plan, reporter)
  const writer = rowWriter({ ...options, layout, begin, end: '', rowsPerBlock: layout.rowsMax })
  return plan.columns.length === 1 ? notingBlankLines(writer, reporter) : writer
}

function header(plan: TablePlan, reporter: Reporter): string {
  const out = new GrowingBytes()
  for (const [index, column] of plan.columns.entries()) {
    if (index > 0) out.append(encode(','))
    const name = encode(column.name)
    new LiteralWriter(csvLiterals, { column, reporter }, field).write(name, 0, name.length, out)
  }
  return `${decode(out.bytes, 0, out.length)}\r\n`
}

function notingBlankLines(writer: TableWriter, reporter: Reporter): TableWriter {
  let looksForBlanks = true
  const noteBlank = (isBlank: boolean): void => {
    if (!isBlank) return
    reporter.note(blankLineNote)
    looksForBlanks = false
  }
  return {
    ...writer,
    write(batch, out) {
      if (looksForBlanks) noteBlank(batch.starts.subarray(0, batch.rowCount).includes(nothing))
      writer.write(batch, out)
    },
    afterWrite(out, from) {
      if (looksForBlanks) noteBlank(hasBlankLine(out.bytes, from, out.length))
    },
  }
}

/** Tests whether a line after `from` is blank and not inside quotes. */
function hasBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  let isQuoted = false
  let lineStart = from
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === quote) isQuoted = !isQuoted
    else if (byte === lineFeed && !isQuoted) lineStart = at + 1
    else if (byte === carriageReturn && at === lineStart) return true
  }
  return false
}
