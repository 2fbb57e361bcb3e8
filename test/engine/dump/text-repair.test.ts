import { expect, test } from 'vitest'
import { TextRepair } from '../../../container/engine/dump/text/text-repair.ts'
import { literalKinds, Value } from '../../../container/engine/dump/values/value.ts'

const encodings = [
  'windows-1252',
  'windows-1251',
  'windows-874',
  'iso-8859-2',
  'iso-8859-7',
  'koi8-r',
  'ibm866',
  'macintosh',
  'shift_jis',
  'gbk',
]

/** The platform's decoder is the referee. */
test.each(encodings)('every byte of %s is decoded as the platform decodes it', (encoding) => {
  const repair = new TextRepair(null)
  const value = new Value(repair)
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7 + (at >> 8)) & 255)
  for (const [start, end] of [
    [0, 256],
    [300, 301],
    [5, 5],
    [0, 20_000],
  ] as const) {
    value.set(literalKinds.text, bytes, start, end)
    repair.mend(encoding, value)
    const expected = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(start, end))
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(value.bytes.subarray(value.start, value.end))).toBe(
      expected,
    )
  }
})
