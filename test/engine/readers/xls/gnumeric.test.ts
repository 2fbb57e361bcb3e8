import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { openWorkbook } from '../open-workbook.ts'
import { cellsOf } from '../referee-cells.ts'

const program = 'ssconvert'
const hasGnumeric = ((): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 })
    return true
  } catch {
    console.log('gnumeric is not here: apt-get install gnumeric lets it write workbooks of older generations.')
    return false
  }
})()

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-gnumeric-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowCount = 3000
const words = ['Köln', 'naïve', 'plain', 'straße', 'x'.repeat(300)]
const wordOf = (row: number): string => words[row % words.length] ?? ''

describe.skipIf(!hasGnumeric)('a Gnumeric workbook', () => {
  test.each([
    ['excel_biff7', 'windows-1252', ''],
    ['excel_biff8', undefined, ' 日本 🙂'],
    // The file contains both versions, and the later one has all of the text.
    ['excel_dsf', undefined, ' 日本 🙂'],
  ])('in %s equals the table that it was made from', async (exporter, encoding, unicode) => {
    const source = join(folder, 'table.csv')
    const target = join(folder, `${exporter}.xls`)
    const line = (row: number): string =>
      `"${wordOf(row)}${unicode}",${row},${row / 8},${row % 2 === 0 ? 'TRUE' : 'FALSE'},2024-01-${10 + (row % 20)}`
    writeFileSync(source, `${Array.from({ length: rowCount }, (_, row) => line(row)).join('\n')}\n`)
    execFileSync(program, ['-T', `Gnumeric_Excel:${exporter}`, source, target], {
      stdio: 'ignore',
      timeout: 60_000,
    })

    const reader = await openWorkbook(new Uint8Array(readFileSync(target)))
    expect(reader.input.encoding).toBe(encoding)
    const cells = await cellsOf(reader)
    const { quoted, number, boolean, date } = CellKind
    const wrong = Array.from({ length: rowCount }, (_, row) => row).filter((row) => {
      const expected = [
        `${quoted} ${wordOf(row)}${unicode}`,
        `${number} ${row}`,
        `${number} ${row / 8}`,
        `${boolean} ${row % 2 === 0}`,
        `${date} 2024-01-${10 + (row % 20)}`,
      ]
      const ours = expected.map((_, column) => cells.get(`${row + 1}:${column}`))
      return expected.some((one, column) => one !== `${ours[column]?.kind} ${ours[column]?.text}`)
    })
    expect(wrong).toEqual([])
    expect(cells.size).toBe(rowCount * 5)
  })
})
