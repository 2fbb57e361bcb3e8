import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import type { WorkbookAccelerator } from '../../../../container/engine/readers/spreadsheet/workbook-accelerator.ts'
import { stringsOf } from '../../../../container/engine/readers/xlsx/shared-strings.ts'
import { withWorkbooks } from '../../lent-kernel.ts'
import { oddTexts } from '../../readers/spreadsheet/odd-texts.ts'
import { runs } from '../../../property-runs.ts'

async function textsOf(xml: string, chunkBytes: number, accelerator: WorkbookAccelerator | null): Promise<string[]> {
  const bytes = new TextEncoder().encode(xml)
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
  }
  try {
    const strings = await stringsOf(chunks(), accelerator)
    const text = new GrowingBytes()
    return Array.from({ length: strings.count }, (_, index) => {
      text.clear()
      strings.appendTo(text, index)
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(text.bytes.subarray(0, text.length))
    })
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return [error.message, JSON.stringify(error.problems)]
  }
}

const item = fc.oneof(
  { weight: 8, arbitrary: oddTexts.map((value) => `<si><t>${value}</t></si>`) },
  { weight: 2, arbitrary: oddTexts.map((value) => `<si><t xml:space="preserve">${value}</t></si>`) },
  { weight: 2, arbitrary: oddTexts.map((value) => `<si><r><t>${value}</t></r><rPh><t>no</t></rPh></si>`) },
  fc.constantFrom(
    '<si/>',
    '<si></si>',
    '<si><t/></si>',
    '\r\n ',
    '<!-- <si> -->',
    '<si><t><![CDATA[<]]></t></si>',
    '<si ><t>b</t></si>',
  ),
)
const table = fc.array(item, { maxLength: 60 }).map((items) => `<sst>${items.join('')}</sst>`)

test('the kernel reads shared strings as the plain scanner does, even damaged ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(1 << 16, 333, 64),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom('', '<', '>', '&', '</si>'))),
      async (xml, chunkBytes, damage) => {
        const place = damage === null ? 0 : damage[0] % xml.length
        const given = damage === null ? xml : xml.slice(0, place) + damage[1] + xml.slice(place + 1)
        expect(await withWorkbooks((accelerator) => textsOf(given, chunkBytes, accelerator))).toEqual(
          await textsOf(given, chunkBytes, null),
        )
      },
    ),
    { numRuns: runs(400) },
  )
})

test('the kernel reads more strings than fit on a page of the arena', async () => {
  const items = Array.from({ length: 400_000 }, (_, index) => `<si><t>text number ${index} ${'z'.repeat(50)}</t></si>`)
  const texts = await withWorkbooks((accelerator) => textsOf(`<sst>${items.join('')}</sst>`, 1 << 18, accelerator))
  expect(texts).toHaveLength(400_000)
  expect(texts.every((value, index) => value === `text number ${index} ${'z'.repeat(50)}`)).toBe(true)
})
