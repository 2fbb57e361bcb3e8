import { strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../../container/engine/convert.ts'
import { openAccelerator } from '../../../../container/engine/webassembly/accelerator.ts'
import { nodeInflate } from '../../../../container/run/node-inflate.ts'
import type { Report } from '../../../../src/contract/report.ts'
import { specSchema } from '../../../../src/contract/spec.ts'
import { bookOf } from './support.ts'

async function converted(
  file: Uint8Array,
  accelerator = openAccelerator(),
): Promise<{ report: Report; csv: string; bytes: number }> {
  const sink = memorySink()
  const outcome = await convert({
    name: 'book.xlsx',
    source: memorySource(file),
    sink,
    spec: specSchema.parse({ output: { dialect: 'postgresql', format: 'csv' } }),
    inflate: nodeInflate,
    accelerator,
  })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return { report: outcome.report, csv: strFromU8(sink.bytes()), bytes: sink.bytes().length }
}

const limit = 32_767
const texts: Record<string, [number, (units: number) => string]> = {
  'one byte a character': [limit, (units) => 'x'.repeat(units)],
  'two bytes a character': [limit, (units) => 'é'.repeat(units)],
  'three bytes a character': [limit, (units) => '漢'.repeat(units)],
  // A character beyond the basic plane counts as two, as in Excel.
  'four bytes a character': [limit - 1, (units) => '😀'.repeat(Math.ceil(units / 2))],
}

/** Three rows between a header and a last row. The one in the middle has the text. */
const inline = (text: string): Uint8Array => {
  const rows = ['a', text, 'c'].map(
    (value, index) =>
      `<row r="${index + 2}"><c t="n"><v>${index + 1}</v></c><c t="inlineStr"><is><t>${value}</t></is></c></row>`,
  )
  const header = '<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>note</t></is></c></row>'
  return bookOf({ sheets: [header + rows.join('')] })
}

for (const [script, [longest, textOf]] of Object.entries(texts)) {
  test(`a cell of ${longest} units is kept and a longer one rejects its row: ${script}`, async () => {
    for (const accelerator of [openAccelerator(), null]) {
      const kept = await converted(inline(textOf(longest)), accelerator)
      expect(kept.report.rows).toMatchObject({ converted: 3, rejected: 0 })
      expect(kept.csv).toContain(textOf(longest))

      const { report, csv } = await converted(inline(textOf(longest + 1)), accelerator)
      expect(report.rows).toMatchObject({
        converted: 2,
        rejected: 1,
        left_out: { reasons: [{ code: 'header', count: 1 }] },
      })
      expect(csv.trim().split(/\r?\n/)).toEqual(['id,note', '1,a', '3,c'])
      expect(report.problems).toEqual([
        {
          code: 'cell_too_long',
          row: 3,
          value: expect.stringMatching(/^.{10,100}…$/u),
          message: 'Cell 2 of the row is longer than 32,767 characters, which is the limit of Excel.',
        },
      ])
    }
  })
}

test('a first and a last row are rejected like those between, and no gap ends the table', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const note = index % 39 === 0 ? 'z'.repeat(limit + 1) : 'b'
    return `<row r="${index + 2}"><c><v>${index}</v></c><c t="str"><v>${note}</v></c></row>`
  })
  const head = '<row r="1"><c t="str"><v>id</v></c><c t="str"><v>note</v></c></row>'
  const { report } = await converted(bookOf({ sheets: [head + rows.join('')] }))
  expect(report.rows).toMatchObject({
    converted: 38,
    rejected: 2,
    left_out: { reasons: [{ code: 'header', count: 1 }] },
  })
  expect(report.problems?.map(({ row }) => row)).toEqual([2, 41])
})

test('one long string shared by thousands of cells does not reach the output', async () => {
  const cells = Array.from({ length: 1000 }, (_, index) => `<row r="${index + 2}"><c t="s"><v>1</v></c></row>`)
  const strings = `<si><t>note</t></si><si><t>${'x'.repeat(1_000_000)}</t></si><si><t>short</t></si>`
  const sheet = `<row r="1"><c t="s"><v>0</v></c></row>${cells.join('')}<row r="1002"><c t="s"><v>2</v></c></row>`
  const file = bookOf({ sheets: [sheet], strings })
  expect(file.length).toBeLessThan(30_000)
  const { report, bytes } = await converted(file)
  expect(report.rows).toMatchObject({ converted: 1, rejected: 1000 })
  expect(report.problems_summary).toEqual([{ code: 'cell_too_long', count: 1000 }])
  expect(bytes).toBeLessThan(100)
})
