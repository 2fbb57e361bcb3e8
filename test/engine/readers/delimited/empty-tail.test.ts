import { describe, expect, test } from 'vitest'
import { EmptyTail } from '../../../../container/engine/readers/delimited/empty-tail.ts'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'

async function* pieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function cut(text: string, size: number) {
  const tail = EmptyTail.create(',')
  if (tail === null) throw new Error('no tail')
  let out = ''
  for await (const chunk of tail.withoutTail(pieces(text, size))) out += new TextDecoder().decode(chunk)
  return { out, rows: tail.rows, blank: tail.blankRows }
}

describe('lines of delimiters at the end of a text', () => {
  test.each([
    ['a,b\n1,2\n', '', 0, 0],
    ['a,b\n1,2', '', 0, 0],
    ['a,b\n1,,\n', '', 0, 0],
    ['a,b\n1,2\n\n\n', '', 0, 0],
    ['a,b\n1,2\n', ',\n,\n', 2, 0],
    ['a,b\r\n1,2\r\n', ',\r\n,\r\n', 2, 0],
    ['a,b\r1,2\r', ',\r,', 2, 0],
    ['a,b\n1,,\n', ',,\n\n,,', 3, 1],
    ['a,b\n,\n,\n1,2\n', '\n,,,\n', 2, 1],
    [',,\na,b\n', ',,,,\n', 1, 0],
  ])('are left out for %j and then %j, wherever the text is cut', async (kept, tail, rows, blank) => {
    for (let size = 1; size <= kept.length + tail.length; size++)
      expect(await cut(kept + tail, size), `chunks of ${size}`).toEqual({ out: kept, rows, blank })
  })

  test('are left out after the sample too, and those between rows are kept with a note', async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => `${row},name ${row}`)
    const empty = Array.from({ length: 300 }, () => ',')
    const file = ['id,name', ...rows.slice(0, 5), ',', ...rows.slice(5), ...empty, ''].join('\n')
    const { script, report } = await converted(file, { output: { dialect: 'postgresql', format: 'csv' } })
    expect(report.rows).toMatchObject({ converted: 12_001, rejected: 0 })
    expect(leftOut(report).blank).toMatchObject({ count: 300, first_row: 12_003 })
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'empty_rows', count: 300, first_row: 12_003 }))
    expect(report.notes.join('\n')).toContain('Row 7 has only delimiters.')
    expect(script.trimEnd().split(/\r?\n/).at(-1)).toBe('11999,name 11999')
  })
})
