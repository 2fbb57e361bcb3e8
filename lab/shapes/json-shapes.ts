import type { Lines } from './shape.ts'
import type { Random } from '../fuzz/random.ts'
import { day, word } from './values.ts'

const person = (row: number, random: Random): object => ({
  id: row,
  name: word(random),
  amount: random.below(1e5) / 100,
  day: day(random),
})
const inLines = { fileName: 't.ndjson' } as const
const inArray = { fileName: 't.json', head: '[', between: ',\n', foot: ']\n' } as const

/** JSON files for the measurement. The first one is the baseline for the others. */
export const jsonShapes: Readonly<Record<string, Lines>> = {
  lines: { ...inLines, line: (row, random) => JSON.stringify(person(row, random)) },
  'an array': { ...inArray, line: (row, random) => JSON.stringify(person(row, random)) },
  'an array, indented': { ...inArray, line: (row, random) => JSON.stringify(person(row, random), null, 2) },
  'lines after commas': { ...inLines, between: ',\n', line: (row, random) => JSON.stringify(person(row, random)) },
  'objects by their ids': {
    fileName: 't.json',
    head: '{',
    between: ',\n',
    foot: '}\n',
    line: (row, random) => `"k${row}":${JSON.stringify(person(row, random))}`,
  },
  'arrays in an array': { ...inArray, line: (row, random) => JSON.stringify(Object.values(person(row, random))) },
  'escapes as Python writes them': {
    ...inLines,
    line: (row) => `{"id":${row},"text":"\\u00fcber \\ud83d\\ude00 ${row % 99}"}`,
  },
  'quotes and ends of lines': {
    ...inLines,
    line: (row) => JSON.stringify({ id: row, text: `line\n"quoted" \\ back ${row % 99}` }),
  },
  'nested values': {
    ...inLines,
    line: (row, random) => JSON.stringify({ id: row, user: { name: word(random), tags: ['a', random.below(9)] } }),
  },
  'keys that come late': {
    ...inLines,
    line: (row) => JSON.stringify(row > 20_000 && row % 3 === 0 ? { id: row, late: 2 } : { id: row }),
  },
  'some keys of five': {
    ...inLines,
    line: (row, random) =>
      JSON.stringify({
        id: row,
        ...Object.fromEntries(
          ['a', 'b', 'c', 'd'].filter(() => random.below(2) > 0).map((key) => [key, random.below(1000)]),
        ),
      }),
  },
  'floats of seventeen digits': { ...inLines, line: (row) => JSON.stringify({ id: row, x: Math.sin(row) }) },
  'broken lines': {
    ...inLines,
    line: (row, random) => (row % 50 === 49 ? '{oops' : JSON.stringify(person(row, random))),
  },
}
