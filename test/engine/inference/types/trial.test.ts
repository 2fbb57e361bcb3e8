import { expect, test } from 'vitest'
import type { ColumnCells } from '../../../../container/engine/inference/types/column-cells.ts'
import { Trials } from '../../../../container/engine/inference/types/trial.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { noText } from '../../../../container/engine/table/text-length.ts'
import { DecimalParser, IntegerParser, plainNumberFormat } from '../../../../container/engine/values/numbers.ts'
import { UuidParser } from '../../../../container/engine/values/words.ts'
import type { ValueParser } from '../../../../container/engine/values/value-parser.ts'

function columnOf(values: readonly string[]): ColumnCells {
  const arena = new TextEncoder().encode(values.join(''))
  const ends = Int32Array.from(values, (_, at) => values.slice(0, at + 1).join('').length)
  return {
    arenas: [arena],
    arena: new Int32Array(values.length),
    starts: Int32Array.from(values, (value, at) => (ends[at] ?? 0) - value.length),
    ends,
    kinds: new Uint8Array(values.length).fill(CellKind.text),
    rows: Float64Array.from(values, (_, at) => at + 1),
    empties: 0,
    blanks: 0,
    padded: noText,
  }
}

/** Counts the values that the parser reads. */
function counted(parser: ValueParser): { readonly parser: ValueParser; readonly reads: () => number } {
  let reads = 0
  const read: ValueParser['read'] = (...given) => {
    reads++
    return parser.read(...given)
  }
  return { parser: Object.create(parser, { read: { value: read } }) as ValueParser, reads: () => reads }
}

test('a value that excludes one candidate is tried first on the next one', () => {
  const trials = new Trials(columnOf([...Array.from({ length: 500 }, () => '7'), 'x', '8']), false)
  const integer = counted(new IntegerParser(null))
  const decimal = counted(new DecimalParser(plainNumberFormat))
  expect(trials.try({ kind: 'integer', parser: integer.parser })).toBeNull()
  expect(trials.try({ kind: 'decimal', parser: decimal.parser })).toBeNull()
  // The first value is read twice.
  expect(integer.reads()).toBe(502)
  expect(decimal.reads()).toBe(1)
})

test('a candidate that the first value fits reads all values', () => {
  const trials = new Trials(columnOf(['7', '3.25', '19', '-4.5']), false)
  expect(trials.try({ kind: 'uuid', parser: new UuidParser() })).toBeNull()
  expect(trials.try({ kind: 'integer', parser: new IntegerParser(null) })).toBeNull()
  expect(trials.try({ kind: 'decimal', parser: new DecimalParser(plainNumberFormat) })).toMatchObject({
    largest: { whole: 2, fraction: 2, significant: 3 },
  })
})

test.each([
  ['digits', '7', 'integer'],
  ['digits of a fraction', '0.7', 'decimal'],
])('%s are numbers while a type can store them, and text beyond', (_, beginning, kind) => {
  const kindOf = (bytes: number) => {
    const trials = new Trials(columnOf(['7', beginning.padEnd(bytes, '7')]), false)
    const parser = kind === 'integer' ? new IntegerParser(null) : new DecimalParser(plainNumberFormat)
    return trials.try({ kind: kind === 'integer' ? 'integer' : 'decimal', parser }) === null ? 'text' : kind
  }
  expect([kindOf(131), kindOf(4096), kindOf(4097)]).toEqual([kind, kind, 'text'])
})
