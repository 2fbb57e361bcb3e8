import type { Constant } from './constant.ts'
import { double, doubleOf } from './constant-numbers.ts'
import { refuse } from '../expressions/translated.ts'

/** Kinds of values that a column of a union contains together, without a change to any of them. */
const textKinds = new Set(['number', 'double', 'text'])

/** Converts the values of a union to the types of its columns, which a server derives from all of its queries. */
export function inTypesOfUnion(results: readonly Constant[][][]): readonly Constant[][][] {
  const rows = results.flat()
  const converts = (rows[0] ?? []).map((_, at) => converterOf(rows.map((row) => row[at] as Constant)))
  if (converts.every((convert) => convert === null)) return results
  return results.map((result) => result.map((row) => row.map((value, at) => converts[at]?.(value) ?? value)))
}

type Convert = (value: Constant) => Constant

/** Returns the conversion of a column's values, or null if they stay as they are. */
function converterOf(values: readonly Constant[]): Convert | null {
  const kinds = new Set(values.flatMap((value) => (value.kind === 'null' ? [] : [typeOf(value)])))
  if (kinds.size <= 1) return kinds.has('number') ? scaled(values) : null
  if ([...kinds].every((kind) => kind === 'number' || kind === 'double')) return asDouble
  return [...kinds].every((kind) => textKinds.has(kind)) ? null : refuse('a union of several types')
}

/** Returns the part of a value's type that the types of the other values must share. */
function typeOf(value: Constant): string {
  if (value.kind === 'load_time') return `load_time ${value.shape}`
  if (value.kind === 'copied') return `copied ${value.columnKind}`
  if (value.kind !== 'text') return value.kind
  if (value.label !== undefined) return 'label'
  // A union of dates and timestamps, or of timestamps with other fractions of seconds, adds the missing digits.
  return value.temporal === undefined ? 'text' : `${value.temporal} ${value.text.replace(/^-/, '').length}`
}

const asDouble: Convert = (value) => (value.kind === 'number' ? double(doubleOf(value) ?? Number.NaN) : value)

/** Writes exact numbers with as many digits after the point as the longest of them. */
function scaled(values: readonly Constant[]): Convert | null {
  let longest = 0
  for (const value of values) if (value.kind === 'number') longest = Math.max(longest, value.scale)
  if (values.every((value) => value.kind !== 'number' || value.scale === longest)) return null
  return (value) =>
    value.kind === 'number' && value.scale < longest
      ? { kind: 'number', digits: value.digits * 10n ** BigInt(longest - value.scale), scale: longest }
      : value
}

/** Returns one of several values as a server does: a number among floats is a float. */
export function chosenAmong(chosen: Constant, values: readonly Constant[]): Constant {
  const isInexact = values.every(({ kind }) => kind === 'null' || kind === 'number' || kind === 'double')
  if (isInexact && values.some(({ kind }) => kind === 'double')) return asDouble(chosen)
  const dates = values.flatMap((value) => (value.kind === 'text' && value.temporal === 'date' ? [typeOf(value)] : []))
  return new Set(dates).size > 1 ? refuse('dates with and without a time') : chosen
}
