import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/operate/costs.md', 'utf8')

interface Unit {
  readonly name: string
  readonly dollars: number
  readonly included: number
  readonly small: number
  readonly container: number
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll(/[*$,]/g, '').trim())
const tableAfter = (heading: string): string[][] =>
  (page.split(heading)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => /^\|(?!-)/.test(line))
    .slice(1)
    .map(cellsOf) ?? []

const lines = tableAfter('## One conversion')
const units: Unit[] = lines.slice(0, -1).map(([name = '', ...numbers]) => {
  const [dollars = NaN, included = NaN, small = NaN, container = NaN] = numbers.map(Number)
  return { name, dollars: dollars / 1e6, included, small, container }
})

const costOf = (kind: 'small' | 'container'): number => units.reduce((sum, unit) => sum + unit[kind] * unit.dollars, 0)

test('every unit has a price and an amount', () => {
  expect(units.length).toBeGreaterThan(10)
  for (const { name, ...numbers } of units) {
    expect([name, Object.values(numbers).every((number) => Number.isFinite(number))]).toEqual([name, true])
  }
})

test('the cost of one conversion is the sum of its units', () => {
  expect(lines.at(-1)?.slice(3)).toEqual([costOf('small').toFixed(6), costOf('container').toFixed(6)])
})

test('a small conversion costs no more than a hundredth of a cent', () => {
  expect(costOf('small')).toBeLessThanOrEqual(0.0001)
})

test.each([1000, 100_000, 1_000_000])(
  'the cost of a month with %i conversions a day is the cost of its units',
  (aDay) => {
    const month = aDay * 30
    const dollars = units.reduce((sum, { dollars: price, included, small, container }) => {
      const used = month * (0.95 * small + 0.05 * container)
      return sum + Math.max(0, used - included) * price
    }, 5)
    const line = tableAfter('## One month').find(([first]) => first === String(aDay))
    expect(line).toEqual([String(aDay), String(month), dollars.toFixed(2), (dollars / month).toFixed(6)])
  },
)
