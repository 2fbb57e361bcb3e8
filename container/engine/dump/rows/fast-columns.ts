import { type FastColumn, type FastTask, skippedColumn } from './dump-accelerator.ts'
import { arrayLiteral, bytesMax, type ColumnTypePlan, safeDecimalLength, safeFloatLength } from '../plan/column-plan.ts'
import { isFixedFloat, safeFixedLength } from '../values/floats.ts'
import { rangeOf } from '../schema/integer-ranges.ts'
import { isNotNullNow, type Route } from './route.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { type Repertoire, storedIn } from '../text/repertoires.ts'
import { isWidened } from '../values/retyped.ts'
import { takesTimeForNull } from '../values/load-time.ts'

/**
 * Returns the values of each column that the fast path accepts, or null if it cannot write the rows. It writes values
 * in the same way as the resolvers. A widened column accepts the bytes of its type at this point. `isBinary` means strings
 * in the character sets of their columns. `client` has the characters that the server reads in strings.
 */
export function fastColumnsOf(
  { held, unknown, missing, rowEnd, columns, sources, width, required, columnsThen, retyped }: Route,
  isBinary: boolean,
  client: Repertoire | null,
): readonly FastColumn[] | null {
  if (held !== null || unknown !== undefined || missing !== undefined || rowEnd >= 0 || sources.includes(-1))
    return null
  if (isBinary && columns.some(({ encoding }) => encoding !== 'utf-8')) return null
  const isInOrder = sources.every((source, at) => at === 0 || source > (sources[at - 1] as number))
  if (
    columns.length === 0 ||
    Array.from(retyped ?? []).some(([last, then]) => !isWidened(then, last)) ||
    !isInOrder ||
    columns.some(({ isCounted, isChecked }) => isCounted || isChecked)
  )
    return null
  const fast: FastColumn[] = Array.from({ length: width }, () => skippedColumn)
  for (const [at, column] of columns.entries()) {
    const { type, source } = column
    const nullable = column.nullable && !isNotNullNow(column, { required, columnsThen }) && !takesTimeForNull(column)
    const labels = labelsOf(type, source.labels)
    const { name, size, longest } = taskOf(type, retyped?.get(source) ?? source, labels.length > 0)
    const characters = name === 'text' ? storedIn(column, client) : null
    fast[sources[at] as number] = { task: name, size, longest, nullable, labels, characters }
  }
  return fast
}

interface Task {
  readonly name: FastTask
  readonly size: number
  readonly longest: number
}

/** Flags of the accelerator next to the size of a number. */
const unsignedNumber = 128
const year = 256
const bitsOfYear = 13
/** Limits the digits after the point. The flag contains their number plus one, because 0 means no limit. */
const placesFlag = (places: number): number => (places + 1) << 9

const signFlag = ({ unsigned }: DumpColumn): number => (unsigned ? unsignedNumber : 0)

function integerSize(source: DumpColumn): number {
  if (source.type === 'year') return bitsOfYear | year
  const [smallest, largest] = rangeOf(source)
  return Math.min(64, largest.toString(2).length + 1) | (smallest < 0n ? 0 : unsignedNumber)
}

function taskOf(type: ColumnTypePlan, source: DumpColumn, hasLabels: boolean): Task {
  const { kind, size } = type
  const fastTask = (name: FastTask, sizeOfTask = 0, longest = 0): Task => ({ name, size: sizeOfTask, longest })
  switch (kind) {
    case 'integer':
      return fastTask('integer', integerSize(source))
    case 'decimal':
      if (source.type === 'bigint') return fastTask('integer', integerSize(source))
      if (isFixedFloat(source))
        return fastTask('decimal', size | signFlag(source) | placesFlag(type.width), safeFixedLength(source))
      return fastTask('decimal', size | signFlag(source), safeDecimalLength(type))
    case 'float':
      return fastTask('decimal', safeFloatLength | signFlag(source), safeFloatLength)
    case 'timestamp':
    case 'timestamptz':
      return fastTask(source.type === 'timestamp' ? 'safeTimestamp' : 'timestamp', size)
    case 'uuid':
      return fastTask(source.type === 'binary' ? 'plainCode' : 'uuid')
    case 'boolean':
      return fastTask(kind, source.type === 'bit' ? 1 : 0)
    case 'date':
      return fastTask(kind)
    case 'time':
    case 'interval':
      return fastTask(kind, size)
    case 'bytes':
      if (source.type === 'binary') return fastTask('bytes', source.sizes[0] ?? 1)
      return fastTask('bytes', 0, source.type === 'varbinary' ? (source.sizes[0] ?? 0) : bytesMax(source))
    case 'text':
    case 'json':
      return fastTask('text', size, bytesMax(source))
    case 'enum':
    case 'set':
      return fastTask(hasLabels ? 'label' : 'plainCode')
    case 'bits':
    case 'inet':
    case 'spatial':
      return fastTask('plainCode')
  }
}

/** A set of at most this many labels gets an entry for every combination. */
const setLabelsMax = 6
const isPlainLabel = (label: string): boolean => label !== '' && /^[^\0-\u001f\\'",]*$/.test(label)

function labelsOf({ kind }: ColumnTypePlan, labels: readonly string[]): readonly (readonly [string, string])[] {
  if (kind === 'enum') return labels.filter(isPlainLabel).map((label) => [label, label])
  if (kind !== 'set' || labels.length > setLabelsMax || !labels.every(isPlainLabel)) return []
  return Array.from({ length: 1 << labels.length }, (_, combination) => {
    const chosen = labels.filter((_label, index) => (combination >> index) & 1)
    return [chosen.join(','), arrayLiteral(chosen)]
  })
}
