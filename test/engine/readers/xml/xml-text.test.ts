import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { appendXmlText, decodeXmlText } from '../../../../container/engine/readers/xml/xml-text.ts'
import { runs } from '../../../property-runs.ts'

function appended(text: string): string {
  const out = new GrowingBytes(4)
  const bytes = new TextEncoder().encode(`<${text}<`)
  appendXmlText(out, bytes, 1, bytes.length - 1, false)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.bytes.subarray(0, out.length))
}

// The expectations come from the XML recommendation: references, the five entities, and line ends.
test.each([
  ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
  ['&quot;&apos;', `"'`],
  ['&#65;&#x42;&#X43;&#128512;&#xe9;', 'ABC😀é'],
  ['a\r\nb\rc\n', 'a\nb\nc\n'],
  ['\r\r\n', '\n\n'],
  ['&nbsp; & &; &#; &#x; &#12a; &#xg; &amp', '&nbsp; & &; &#; &#x; &#12a; &#xg; &amp'],
  ['&a&amp;b', '&a&b'],
  ['&toString;', '&toString;'],
  ['&amp;lt;', '&lt;'],
  ['&#0;&#xD800;&#x110000;&#99999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['&#999999999;&#x12345678;', '&#999999999;&#x12345678;'],
])('%j is read as %j', (written, text) => {
  expect(appended(written)).toBe(text)
  expect(decodeXmlText(written)).toBe(text)
})

test('a text decodes the same from bytes and from characters', () => {
  const piece = fc.oneof(
    fc.constantFrom('&', ';', '#', 'x', '&amp;', '&lt;', '&#65;', '&#x1F600;', '\r', '\n', '&#', 'é', '日', '😀'),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('').toWellFormed()
      expect(appended(text)).toBe(decodeXmlText(text))
    }),
    { numRuns: runs(5000) },
  )
})

test('millions of references take only a few times the memory of their bytes', () => {
  const text = new TextEncoder().encode('&#x41;'.repeat(2_000_000))
  const out = new GrowingBytes(4)
  appendXmlText(out, text, 0, text.length, false)
  expect(out.length).toBe(2_000_000)
  expect(out.bytes.length).toBeLessThan(8 << 20)
})
