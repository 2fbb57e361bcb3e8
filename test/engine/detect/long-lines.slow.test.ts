import { expect, test } from 'vitest'
import { converted } from '../support.ts'

/** Beginnings of numbers, names, lists, comments and other things that patterns look for. */
const pieces = [
  ...['a', 'A ', 'ab  ', 'é', '中', '1', '1,', '1.', '1 000 ', '-1 ', 'a.b.', 'a@b.', 'x:1,', 'a=1 ', '12:30 '],
  ...['2024-01-02 ', 'Jan ', ' ', '\0', '\f', '"', "'", '"a" ', '"",', '.', '/', ':', ': ', ',', ';', '=', '#', '- x '],
  ...['1) ', '(', '[', '{"a":', '<a>', '--', '+-', '\\', '| ', '&', '*', '`', '~', '$', '€', '“', 'SELECT '],
]
const ends = ['', '7', '"', 'é', ' x', ':', 'b', '|']
const lineLength = 10_000

const textOf = (piece: string, endOf: (at: number) => string): string => {
  const line = `a${piece.repeat(lineLength / piece.length)}`
  return ['name, café', ...ends.map((_, at) => line + endOf(at)), ''].join('\n')
}

/** Returns the processor time in milliseconds. Other processes change it less than the time on a clock. */
async function timeOf(text: string): Promise<number> {
  const before = process.cpuUsage()
  // A refusal is as good as a table.
  await converted(text, { output: { dialect: 'postgresql', format: 'csv' } }, 't.txt').catch(() => null)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('long lines of repeated characters take no more time than other text', async () => {
  const slow: [string, number][] = []
  for (const piece of pieces) {
    for (const text of [textOf(piece, (at) => ends[at] ?? ''), textOf(piece, () => '7')]) {
      // A pattern that tries again at each character takes several seconds.
      const time = await timeOf(text)
      if (time > 1000) slow.push([piece, time])
    }
  }
  expect(slow).toEqual([])
})

const ruled = 'NAME       QTY\n---------- ---\nAnn          1\n\nBob          2\n'
const aligned = 'Ann        12  1.50\nBob         3  2.25\nCyd        14 13.00\nDan         5  4.75\n'
const dashed = ['-', '=', '_', '- ', '---- ', '-=', '-+', '|-', '─', '═', '─ ', ' ', '\t']

test.each([
  ['a table without bars', ruled],
  ['a table in a frame', '+----+\n| a  |\n+----+\n| 1  |\n'],
  ['fixed-width text', aligned],
])('a long line of dashes that ends with a word takes no more time below %s', async (_, above) => {
  const slow: [string, number][] = []
  for (const piece of dashed) {
    const time = await timeOf(`${above}${piece.repeat(60_000 / piece.length)}End of report\n`)
    if (time > 1000) slow.push([piece, time])
  }
  expect(slow).toEqual([])
})

test.each([
  ['a name before each pair of blanks', `${'a  '.repeat(80_000)}b\nx\n`],
  ['a name before each blank', `A  ${'b '.repeat(60_000)}b\nx\n`],
  ['a hundred thousand blank lines', `a;b\n${'\n'.repeat(100_000)}1;2\n`],
])('many names take no more time than other text: %s', async (_, text) => {
  expect(await timeOf(text)).toBeLessThan(1000)
})

test.each([
  ['a first line whose quote stays open', `"${'a.'.repeat(60_000)}\nx\n`],
  ['a tag of many words', `<a${'-a'.repeat(60_000)}\nx\n`],
])('a long beginning takes no more time than other text: %s', async (_, text) => {
  expect(await timeOf(text)).toBeLessThan(2000)
})
