import { describe, expect, test } from 'vitest'
import { namesTotal } from '../../../container/engine/values/total-words.ts'

describe('a last row is recognized as a total', () => {
  test.each([
    ...['Total', 'TOTALS:', 'Total général', 'Sub-total', 'Subtotal', 'sub total (net)', 'Grand Total'],
    ...['Sum', 'Sums', 'Saldo', 'Endsaldo 31.12.', 'Summe', 'Zwischensumme', 'Gesamtsumme', 'Gesamt', 'Somme', 'Solde'],
    ...['Suma', 'Soma', 'Totale', 'Totaal', 'Totalt', 'Razem', 'Celkem', 'Toplam', 'Итого:', 'Всего'],
    ...['合计', '合計', '总计', '总和', '總計', '합계'],
  ])('by %s', (text) => {
    expect(namesTotal(text)).toBe(true)
  })

  test.each([
    ...['Totality', 'Summer', 'Summerset', 'Sumatra', 'Gesamtschule Nord', 'Sommer', 'Total1', 'The total', ''],
    'Total of everything that anybody has ever bought here',
  ])('%s is not a total', (text) => {
    expect(namesTotal(text)).toBe(false)
  })
})
