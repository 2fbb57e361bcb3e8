import { asciiOf } from '../../bytes/ascii.ts'
import type { Constant } from '../constants/constant.ts'
import { unpadded } from '../constants/comparing.ts'
import { foldingOf } from '../constants/foldings.ts'
import { refuse } from '../expressions/translated.ts'
import type { ValueKind } from '../plan/column-plan.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { floatOf, isFixedFloat } from '../values/floats.ts'
import { storedForTarget, targetOf } from '../values/target-of.ts'
import { literalKinds, type Value } from '../values/value.ts'

/** A value in its final form: text, or bytes with one character each. */
export interface HeldCell {
  readonly literalKind: number
  readonly text: string
}

export type HeldRow = (HeldCell | null)[]

/** A stored value. Undefined means that the column cannot store it. */
export type StoredCell = HeldCell | null | undefined

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A date with zeros or an invalid label, which becomes NULL. Expressions cannot use such a date, because it is not NULL
 * for a server. They compare and copy such a label.
 */
const lostValue: HeldCell = { literalKind: literalKinds.null, text: '' }

/** An invalid label, which becomes the empty label. For the server it is another label with the number zero. */
const lostLabel: HeldCell = { literalKind: literalKinds.text, text: '' }

/** Copies a resolved value out of the shared bytes. */
export function heldCell(value: Value): HeldCell | null {
  const { literalKind: as, bytes, start, end } = value
  if (as === literalKinds.null)
    return value.changes.some((change) => change === 'zero_date' || change === 'empty_label') ? lostValue : null
  if (start === end && value.changes.includes('empty_label')) return lostLabel
  const isText = as === literalKinds.text || as === literalKinds.plain
  return { literalKind: as, text: isText ? decoder.decode(bytes.subarray(start, end)) : asciiOf(bytes, start, end) }
}

/** Sets the value to a cell. */
export function setHeld(value: Value, cell: HeldCell | null): void {
  if (cell === null || cell === lostValue) value.setNull()
  else if (cell.literalKind === literalKinds.binary) {
    const bytes = Uint8Array.from(cell.text, (character) => character.charCodeAt(0))
    value.set(literalKinds.binary, bytes, 0, bytes.length)
  } else value.setText(cell.literalKind, cell.text)
}

/** Returns a value of a kind with which MySQL computes in its own way. */
const copied = (columnKind: string, text: string): Constant =>
  columnKind === 'bits'
    ? { kind: 'digits', base: 'bits', digits: text }
    : { kind: 'copied', text: columnKind === 'set' ? labelsOfArray(text).join(',') : text, columnKind }

const isExact = (kind: ValueKind): boolean => kind === 'integer' || kind === 'decimal'
const isNumeric = (kind: ValueKind): boolean => isExact(kind) || kind === 'float'

/** Tests whether a column stores a copied value as it is. MariaDB copies a document to a string. */
const acceptsCopy = (value: Constant, column: PlannedColumn | undefined): boolean => {
  if (column === undefined) return true
  const { kind } = column.type
  if (value.kind === 'double') return isNumeric(kind) || (kind === 'text' && value.isShortened !== true)
  if (value.kind === 'number' && value.isPadded === true) return isExact(kind) || kind === 'boolean'
  if (value.kind !== 'copied') return true
  if (value.labels !== undefined)
    return kind === 'enum' && column.nullable && value.labels.join('\0') === column.source.labels.join('\0')
  return kind === value.columnKind || (value.columnKind === 'json' && kind === 'text')
}

/** Tests for a value that is its own text in every column. A column of numbers stores the number of a label. */
function isItsText(value: Constant, { type }: DumpColumn): boolean {
  if (value.kind === 'number') return value.isPadded !== true
  if (value.kind !== 'text') return value.kind === 'null' || value.kind === 'load_time'
  if (value.temporal !== undefined && !/char|text|^date|^time/.test(type)) return false
  return value.label === undefined || /char|text|enum/.test(type)
}

/**
 * Returns a value as a column stores it. A value that only a server could convert is refused. `retyped` is the column
 * at this point of the dump, if a later statement changes its type.
 */
export function storedAs(value: Constant, column: PlannedColumn | undefined, retyped?: DumpColumn): Constant {
  if (retyped !== undefined) return isItsText(value, retyped) ? value : refuse('a value of a column that changes')
  if (!acceptsCopy(value, column)) return refuse('a value of another kind')
  if (column === undefined) return value
  const target = targetOf(column)
  // The server would add the day on which it runs.
  if (target === 'date' && value.kind === 'text' && value.temporal === 'time') return refuse('a time without a day')
  return storedForTarget(target, value)
}

/** Returns the elements of an array literal such as `{"new","on sale"}`. */
const labelsOfArray = (literal: string): string[] =>
  Array.from(literal.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/g), ([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replaceAll(/\\(.)/g, '$1'),
  )

/** Returns the constant that an expression reads from a cell, or undefined if it cannot be used in computations. */
export function constantOfCell(cell: HeldCell | null, column: PlannedColumn): Constant | undefined {
  if (cell === null) return { kind: 'null' }
  const { type, source } = column
  const { kind } = type
  if (cell === lostValue && kind === 'enum')
    return { kind: 'copied', text: '', columnKind: kind, labels: source.labels }
  if (cell.literalKind === literalKinds.expression || cell === lostValue || cell === lostLabel) return undefined
  switch (kind) {
    case 'boolean':
      return truth(cell.text, source.type === 'bit')
    case 'text': {
      const folding = foldingOf(source)
      // MySQL reads a CHAR column without the spaces at its end.
      return {
        kind: 'text',
        text: source.type === 'char' ? unpadded(cell.text) : cell.text,
        isExact: source.isExactText,
        ...(folding === null ? {} : { folding }),
      }
    }
    case 'enum':
      return { kind: 'text', text: cell.text, isExact: source.isExactText, label: source.labels.indexOf(cell.text) }
    case 'bytes':
      return cell.literalKind === literalKinds.binary
        ? { kind: 'bytes', bytes: Uint8Array.from(cell.text, (character) => character.charCodeAt(0)) }
        : undefined
    case 'date':
      return /^\d/.test(cell.text) ? { kind: 'text', text: cell.text, temporal: 'date' } : undefined
    case 'timestamp':
    case 'timestamptz':
      return timestampText(cell.text, source)
    case 'float':
      return floatOf(cell.text, source)
    case 'integer':
    case 'decimal':
      return isFixedFloat(source) ? floatOf(cell.text, source) : constantNumber(cell.text, column)
    case 'time':
    case 'interval':
    case 'json':
    case 'set':
    case 'bits':
      return copied(kind, cell.text)
    case 'uuid':
    case 'inet':
    case 'spatial':
      return undefined
  }
}

/** Returns a timestamp in the notation of the server, with its time and all digits of its fraction. */
function timestampText(written: string, { sizes: [places = 0] }: DumpColumn): Constant | undefined {
  const [, day, time = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?)?$/.exec(written) ?? []
  if (day === undefined) return undefined
  const point = places === 0 ? '' : `.${fraction.padEnd(places, '0')}`
  return { kind: 'text', text: `${day} ${time}${point}`, temporal: 'date' }
}

/** Returns a boolean as a number. The text of a bit is a byte. */
const truth = (text: string, isBit: boolean): Constant => ({
  kind: 'number',
  digits: /^[t1]/.test(text) ? 1n : 0n,
  scale: 0,
  ...(isBit ? { isPadded: true } : {}),
})

function constantNumber(text: string, { type, source }: PlannedColumn): Constant | undefined {
  const scale = type.kind === 'decimal' ? type.width : 0
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || fraction.length > scale) return undefined
  const digits = BigInt(sign + whole + fraction.padEnd(scale, '0'))
  return {
    kind: 'number',
    digits,
    scale,
    ...(source.isZerofill || (source.type === 'year' && digits === 0n) ? { isPadded: true } : {}),
    ...(source.type === 'year' ? { isYear: true } : {}),
    ...(source.unsigned && source.type !== 'decimal' ? { isUnsigned: true } : {}),
  }
}
