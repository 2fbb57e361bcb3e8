import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, type WorkBook } from '@e965/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { openWorkbook } from './open-workbook.ts'
import { cellsOf, difference, refereeCells } from './referee-cells.ts'

/** Accepts compound files and zips. Other files with the extension xls are read by their content. */
const isBinary = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 || bytes[0] === 0x50

const corpus = '../shared/corpus'
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.xlsb?$/i.test(path) && isBinary(readFileSync(join(corpus, path))))
      .toSorted()
  : []

describe.skipIf(files.length === 0)(
  'the binary workbooks of the corpus equal what SheetJS reads, in every cell of every sheet',
  () => {
    const compared = { cells: 0, sheets: 0 }
    afterAll(() => console.info(`compared ${compared.cells} cells of ${compared.sheets} sheets`))

    test.each(files)('%s', async (path) => {
      const bytes = new Uint8Array(readFileSync(join(corpus, path)))
      let book: WorkBook
      try {
        book = read(bytes, { dense: true, cellNF: true, cellHTML: false })
      } catch (error) {
        expect(String(error)).toContain('password-protected')
        // One of them opens with Excel's default password and has no values, as msoffcrypto 5.0.0 confirms.
        const code = path.endsWith('issue_385.xls') ? 'empty_file' : 'encrypted_file'
        await expect(openWorkbook(bytes)).rejects.toMatchObject({ code })
        return
      }
      const is1904 = book.Workbook?.WBProps?.date1904 === true
      const wrong: string[] = []
      for (const name of book.SheetNames) {
        const sheet = book.Sheets[name]
        if (sheet?.['!type'] === 'chart') continue
        if (sheet === undefined) {
          // The referee fails here, because the file is damaged.
          await expect(openWorkbook(bytes, { sheet: name }).then(cellsOf)).rejects.toMatchObject({
            code: 'corrupt_file',
          })
          continue
        }
        const expected = refereeCells(sheet)
        if (expected.size === 0) {
          await expect(openWorkbook(bytes, { sheet: name })).rejects.toMatchObject({ code: 'empty_file' })
          continue
        }
        const ours = await cellsOf(await openWorkbook(bytes, { sheet: name }))
        compared.cells += expected.size
        compared.sheets++
        for (const at of new Set([...ours.keys(), ...expected.keys()])) {
          const mismatch = difference(ours.get(at), expected.get(at), is1904)
          if (mismatch !== null) wrong.push(`${name} ${at}: ${mismatch}`)
        }
      }
      expect(wrong.slice(0, 8)).toEqual([])
    })
  },
)
