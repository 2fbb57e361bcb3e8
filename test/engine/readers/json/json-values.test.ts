import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from '../../../../container/engine/readers/json/json-place.ts'
import { JsonValues } from '../../../../container/engine/readers/json/json-values.ts'
import { JsonWindow } from '../../../../container/engine/readers/json/json-window.ts'
import { Reporter } from '../../../../container/engine/report/reporter.ts'

async function* inChunks(text: string, chunkBytes: number): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
}

/** Reads the values after the opening bracket of `text`, or from its start, as the reader does. */
async function valuesOf(text: string, place: Place, format: string, chunkBytes: number) {
  const window = new JsonWindow(inChunks(text, chunkBytes))
  await window.peek()
  if (place !== 'documents') window.at++
  const values = new JsonValues(window, place, format, new Reporter())
  const found: [string | null, unknown][] = []
  let visibleCount = 0
  for (;;) {
    const visible = values.visible()
    if (visible !== null) visibleCount++
    const value = visible ?? (await values.next())
    if (value === null) return { found, visibleCount, row: values.row, areAfterCommas: values.areAfterCommas }
    const key = value.key === null ? null : new TextDecoder().decode(value.key)
    found.push([key, JSON.parse(new TextDecoder().decode(window.bytes.subarray(value.start, value.end)))])
    window.at = value.end
  }
}

// The referee is JSON.parse.
const space = fc.constantFrom('', '', ' ', '\n', '\r\n\t')
const written = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('{"a":"\\u00e9"}', '[]', '{}', '-1.5e3', 'null', '"x"'),
)
const values = fc.array(written, { maxLength: 20 })
const keys = fc.uniqueArray(
  fc.oneof(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constantFrom('a"b', 'é\\', '')),
  {
    minLength: 20,
    maxLength: 20,
  },
)
const chunk = fc.constantFrom(1, 3, 17, 1 << 16)

describe('values are read one after another as JSON.parse reads them, however the text is cut', () => {
  test('in an array', async () => {
    await fc.assert(
      fc.asyncProperty(values, space, chunk, async (all, gap, chunkBytes) => {
        const text = `[${all.map((one) => `${gap}${one}${gap}`).join(',')}${gap}]`
        const { found, row } = await valuesOf(text, 'array', 'json', chunkBytes)
        expect(found.map(([, value]) => value)).toEqual(JSON.parse(text))
        expect(row).toBe(all.length)
      }),
    )
  })

  test('in an object, with their names', async () => {
    await fc.assert(
      fc.asyncProperty(values, keys, space, chunk, async (all, names, gap, chunkBytes) => {
        const member = (one: string, at: number): string =>
          `${gap}${JSON.stringify(names[at])}${gap}:${gap}${one}${gap}`
        const text = `{${all.map(member).join(',')}${gap}}`
        const { found } = await valuesOf(text, 'members', 'json', chunkBytes)
        expect(found).toEqual(all.map((one, at) => [names[at], JSON.parse(one)]))
      }),
    )
  })

  test.each(['\n', ',\n', '\u001e\n'])('in lines separated by %j', async (between) => {
    await fc.assert(
      fc.asyncProperty(values, chunk, fc.boolean(), async (all, chunkBytes, hasEnd) => {
        const text = all.join(between) + (hasEnd && all.length > 0 ? between : '')
        const { found, areAfterCommas } = await valuesOf(text, 'documents', 'ndjson', chunkBytes)
        expect(found).toEqual(all.map((one) => [null, JSON.parse(one)]))
        if (all.length > 1) expect(areAfterCommas).toBe(between === ',\n')
      }),
    )
  })
})

test('values that are similar need no waiting', async () => {
  const all = Array.from({ length: 100 }, (_, row) => ({ row, text: 'x' }))
  for (const [text, place] of [
    [JSON.stringify(all), 'array'],
    [JSON.stringify(Object.fromEntries(all.map((one) => [`k${one.row}`, one]))), 'members'],
    [all.map((one) => JSON.stringify(one)).join('\n'), 'documents'],
  ] as const) {
    const { visibleCount, found } = await valuesOf(text, place, place === 'documents' ? 'ndjson' : 'json', 1 << 16)
    expect(found.map(([, value]) => value)).toEqual(all)
    expect(visibleCount).toBe(99)
  }
})

test('text after the end of the array is not a value', async () => {
  const window = new JsonWindow(inChunks('{"a":1},{"a":2}],{"a":3}', 1 << 16))
  const reader = new JsonValues(window, 'array', 'json', new Reporter())
  for (let row = 0; row < 2; row++) window.at = (reader.visible() ?? (await reader.next()))?.end ?? 0
  expect(await reader.next()).toBeNull()
  expect(reader.visible()).toBeNull()
  expect(reader.row).toBe(2)
})
