import { tableMessages } from '../../catalog/tables.ts'
import type { Reporter } from '../../report/reporter.ts'
import { currencies } from '../../values/currencies.ts'
import { bytesOf, type SampleColumn } from './column-cells.ts'

/** The number of values that are read if the first few are amounts. */
const valuesMax = 1000
const firstValues = 8
/** The maximum length of an amount. */
const amountBytesMax = 64

const amount = new RegExp(
  String.raw`^[-+(]?\s?(${currencies}|[A-Z]{3}(?=\s?[\d-]))?\s?-?\d[\d.,'’\s\u00a0\u202f]*(${currencies}|\b[A-Z]{3})?\)?$`,
)
const codes = new Set(Intl.supportedValuesOf('currency'))
const decoder = new TextDecoder()

/** Tests for a currency. Three letters may also be the start of a product code. */
const isCurrency = (name: string | undefined): boolean =>
  name === undefined || !/^[A-Z]{3}$/.test(name) || codes.has(name)

/** Notes the currencies of a text column whose values are amounts in several of them. */
export function noteCurrencies(column: SampleColumn, name: string, reporter: Reporter): void {
  if (amountsOf(column, firstValues).length * 2 < Math.min(firstValues, column.values)) return
  const amounts = amountsOf(column, valuesMax)
  const found = new Set(amounts.map(([, before, after]) => before ?? after).filter((one) => one !== undefined))
  if (found.size < 2 || amounts.length * 5 < Math.min(valuesMax, column.values) * 4) return
  reporter.note(tableMessages.notes.currencies(name, [...found].join(', ')))
}

function amountsOf(column: SampleColumn, max: number): RegExpExecArray[] {
  const cells = column.firstCells(max)
  return Array.from(cells.starts, (start, index) => {
    const end = cells.ends[index] as number
    return end - start > amountBytesMax ? null : amount.exec(decoder.decode(bytesOf(cells, index).subarray(start, end)))
  }).filter((match): match is RegExpExecArray => match !== null && isCurrency(match[1]) && isCurrency(match[2]))
}
