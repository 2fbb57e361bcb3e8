import { encode } from '../bytes/encode.ts'
import type { Replacements } from '../bytes/replacements.ts'
import { bare } from '../literals/literal-pattern.ts'
import type { Literals } from '../literals/literals.ts'
import type { ColumnType } from '../table/column-type.ts'
import { rowWriter, type RowWriterOptions } from './row-writer.ts'
import type { TableWriter } from './table-writer.ts'

const escapes: Replacements = Array.from({ length: 256 }, (_, byte) =>
  byte === 34 || byte === 92 || byte < 32 ? encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)) : undefined,
)
const bareKinds: readonly ColumnType['kind'][] = ['integer', 'decimal', 'boolean', 'json']
const value = { ...bare, nothing: 'null' }

const jsonLiterals: Literals = {
  pattern({ kind }) {
    if (bareKinds.includes(kind)) return value
    if (kind === 'float') return { ...value, sort: 'finite' }
    if (kind === 'binary') return { ...value, before: '"', after: '"', sort: 'hex' }
    return { ...value, before: '"', after: '"', escapes }
  },
  /** Writes NaN and infinities as strings, because JSON has no numbers for them. */
  outsidePattern(_place, bytes, start, end, out) {
    out.append(encode('"'))
    out.append(bytes, start, end)
    out.append(encode('"'))
  },
}

/** Writes an array with one object per line. Numbers keep every original digit. */
export function jsonWriter(
  options: Pick<RowWriterOptions, 'plan' | 'sqlTypes' | 'reporter' | 'accelerator'>,
): TableWriter {
  const separators = options.plan.columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const layout = {
    literals: jsonLiterals,
    head: '\n',
    between: ',\n',
    separators,
    suffix: '}',
    end: '',
    rowsMax: Number.MAX_SAFE_INTEGER,
    bytesMax: Number.MAX_SAFE_INTEGER,
    batch: null,
  }
  return rowWriter({ ...options, layout, begin: '[', end: '\n]\n', rowsPerBlock: layout.rowsMax })
}
