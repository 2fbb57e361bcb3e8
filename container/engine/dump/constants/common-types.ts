import type { Constant } from './constant.ts'
import { double, doubleOf } from './constant-numbers.ts'
import { refuse } from '../expressions/translated.ts'

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
  const known = values.filter(({ kind }) => kind !== 'null')
  if (known.every(({ kind }) => kind === 'number')) return scaled(known)
  return known.every(isNumeric) ? asDouble : converterOfDates(known)
}

const isNumeric = ({ kind }: Constant): boolean => kind === 'number' || kind === 'double'

const asDouble: Convert = (value) => (value.kind === 'number' ? double(doubleOf(value) ?? Number.NaN) : value)

/** The time that a date gets in a column of timestamps. */
const midnight = '00:00:00'

/**
 * Returns the conversion of dates and timestamps to timestamps with as many digits in the fraction as the longest of
 * them. Beside other values, dates stay as they are.
 */
function converterOfDates(values: readonly Constant[]): Convert | null {
  const shapes = new Set<string>()
  for (const value of values) {
    const shape = shapeOf(value)
    if (shape === null) return null
    shapes.add(shape)
  }
  if (shapes.size <= 1) return null
  shapes.delete('date')
  const parts = Array.from(shapes, (shape) => shape.split(' '))
  if (!parts.every(([kind, places]) => kind === 'timestamp' && places !== undefined))
    return refuse('times with different parts')
  const digits = Math.max(...parts.map(([, places]) => Number(places)))
  return (value) => withFraction(value, digits)
}

/** Writes a date or a timestamp with this number of digits in its fraction. */
function withFraction(value: Constant, digits: number): Constant {
  if (value.kind === 'load_time' && digits > 0) return refuse('a fraction of the time of loading')
  if (value.kind !== 'text') return value
  const written = shapeOf(value) === 'date' ? `${value.text} ${midnight}` : value.text
  const [whole = '', fraction = ''] = written.split('.')
  return { ...value, text: digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}` }
}

const shapesOfLoading: ReadonlyMap<string, string> = new Map([
  ['timestamp', 'timestamp 0'],
  ['day', 'day of loading'],
  ['time', 'time 0'],
])

/** Returns the parts of a time, with the number of digits in its fraction of seconds. It is null for another value. */
function shapeOf(value: Constant): string | null {
  if (value.kind === 'load_time') return shapesOfLoading.get(value.shape) ?? null
  if (value.kind !== 'text' || value.temporal === undefined) return null
  const kind = value.temporal === 'time' ? 'time' : value.text.length > 10 ? 'timestamp' : 'date'
  return kind === 'date' ? kind : `${kind} ${value.text.split('.')[1]?.length ?? 0}`
}

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

/** Returns one of several values as a server does: a number among floats is a float, and a date may get a time. */
export function chosenAmong(chosen: Constant, values: readonly Constant[]): Constant {
  const known = values.filter(({ kind }) => kind !== 'null')
  const isInexact = known.every(isNumeric) && known.some(({ kind }) => kind === 'double')
  return isInexact ? asDouble(chosen) : (converterOfDates(known)?.(chosen) ?? chosen)
}
