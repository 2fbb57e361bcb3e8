import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { appendIsoDate, appendPlainIsoDate } from '../../../../container/engine/readers/spreadsheet/value-cells.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { runs } from '../../../property-runs.ts'

const textOf = ({ bytes, length }: GrowingBytes): string => new TextDecoder().decode(bytes.subarray(0, length))

function plain(text: string): { kind: number; text: string } | null {
  const out = new GrowingBytes(8)
  const bytes = new TextEncoder().encode(`"${text}"`)
  const kind = appendPlainIsoDate(out, bytes, 1, bytes.length - 1)
  return kind === null ? null : { kind, text: textOf(out) }
}

function slow(text: string): { kind: number; text: string } {
  const out = new GrowingBytes(8)
  const kind = appendIsoDate(out, text)
  return { kind, text: textOf(out) }
}

test('a date and a timestamp are read without creating a string', () => {
  expect(plain('2024-02-29')).toEqual({ kind: CellKind.date, text: '2024-02-29' })
  expect(plain('2024-02-29T00:00:01')).toEqual({ kind: CellKind.timestamp, text: '2024-02-29 00:00:01' })
})

test('the fast path reads the same dates as the full parser', () => {
  const digits = (count: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
  const rarely = (usual: string, other: string): fc.Arbitrary<string> =>
    fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, fc.constant(other))
  const clock = fc.oneof(
    fc.constant('00:00:00'),
    fc.tuple(digits(2), rarely(':', '.'), digits(2), digits(2)).map(([h, colon, m, s]) => `${h}${colon}${m}:${s}`),
  )
  const date = fc
    .tuple(digits(4), rarely('-', '/'), digits(2), rarely('-', ' '), digits(2))
    .map((parts) => parts.join(''))
  const timestamp = fc.tuple(date, rarely('T', ' '), clock).map((parts) => parts.join(''))
  const text = fc.oneof(
    date,
    timestamp,
    timestamp.map((one) => `${one}Z`),
    timestamp.map((one) => `${one}.5`),
  )
  fc.assert(
    fc.property(text, (one) => {
      const long = slow(one)
      expect(plain(one) ?? long).toEqual(long)
    }),
    { numRuns: runs(800) },
  )
})

// Excel shows serial numbers to the millisecond. Strict Open XML and OpenDocument write these strings.
test.each([
  ['2024-01-31T09:59:59.9999999', '2024-01-31 10:00:00', CellKind.timestamp],
  ['2024-12-31T23:59:59.9999997', '2025-01-01', CellKind.date],
  ['2024-01-31T10:20:30.4567891Z', '2024-01-31 10:20:30.457', CellKind.timestamp],
  ['2024-01-31T10:20:30,5000001', '2024-01-31 10:20:30.5', CellKind.timestamp],
  ['10:20:29.9999996', '10:20:30', CellKind.time],
  ['T10:20:30.123', '10:20:30.123', CellKind.time],
  ['PT12H30M01.5S', '12:30:01.5', CellKind.time],
  ['PT36H', '36:00:00', CellKind.quoted],
  ['P1DT2H', '26:00:00', CellKind.quoted],
  ['2024-02-30T10:00:00.12345', '2024-02-30 10:00:00.12345', CellKind.timestamp],
  ['tomorrow', 'tomorrow', CellKind.quoted],
])('%s is read as %s', (written, text, kind) => {
  expect(slow(written)).toEqual({ kind, text })
})
