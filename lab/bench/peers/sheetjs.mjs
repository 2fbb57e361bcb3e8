// Runs SheetJS, which converts the workbook to CSV.
import { readFileSync, writeFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'

const [input, output] = process.argv.slice(2)
const book = read(readFileSync(input), { dense: true, cellDates: true })
writeFileSync(output, utils.sheet_to_csv(book.Sheets[book.SheetNames[0]]))
