import type { Lines } from './shape.ts'
import { clock, day, two, word } from './values.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Sep', 'Dec']
const columns = (count: number, valueOf: (column: number) => string | number): string =>
  Array.from({ length: count }, (_, column) => valueOf(column)).join(',')

const texts: Readonly<Record<string, Omit<Lines, 'fileName'>>> = {
  plain: {
    head: 'id,name,amount,day,paid\n',
    line: (row, random) =>
      `${row},${word(random)},${random.below(1e5)}.${two(random.below(100))},${day(random)},${row % 2 === 0}`,
  },
  'all quoted': {
    head: '"id","name","amount"\n',
    line: (row, random) => `"${row}","${word(random)}","${random.below(1e5)}.5"`,
  },
  'texts of several lines': { head: 'id,note,n\n', line: (row) => `${row},"one\ntwo ""2"", three",${row % 7}` },
  'texts of HTML': { head: 'id,body\n', line: (row) => `${row},"<p class=""x"">${'a, b; c '.repeat(30)}</p>"` },
  'Windows-1252': {
    head: 'id,name\n',
    encoding: 'latin1',
    line: (row) => `${row},J\u00fcrgen M\u00fcller ${row % 99}`,
  },
  'UTF-16': { head: 'id\tname\n', encoding: 'utf16le', line: (row, random) => `${row}\t${word(random)}` },
  'decimal commas': {
    head: 'id;price;day\n',
    line: (row, random) =>
      `${row};${1 + random.below(9)}.${100 + random.below(900)},${two(random.below(100))};${two(1 + random.below(28))}.03.2024`,
  },
  'names of months': {
    head: 'id,day\n',
    line: (row, random) => `${row},${random.pick(months)} ${1 + random.below(28)} 2024`,
  },
  'American moments': {
    head: 'id,at\n',
    line: (row, random) =>
      `${row},${1 + random.below(12)}/${1 + random.below(28)}/24 ${1 + random.below(12)}:${two(random.below(60))} PM`,
  },
  'no value, as words': {
    head: 'id,n,day\n',
    line: (row, random) =>
      `${row},${random.below(3) === 0 ? 'N/A' : row % 90},${random.below(4) === 0 ? 'NULL' : day(random)}`,
  },
  'one odd value late in the sample': {
    head: `${columns(20, (column) => `c${column}`)}\n`,
    line: (row, random) =>
      columns(20, (column) => (row === 9900 ? 'x?' : column % 2 === 0 ? random.below(1e4) : day(random))),
  },
  'rows that end early': {
    head: 'a,b,c,d,e,f\n',
    line: (row, random) => `name ${row},${random.below(1000)},y${random.below(9)},5`,
  },
  'rows with more': {
    head: 'a,b,c,d\n',
    line: (row, random) => `${row},${random.below(1000)},y,${random.below(50)}${row % 100 === 99 ? ',9' : ''}`,
  },
  'forty columns, mostly empty': {
    head: `${columns(40, (column) => `c${column}`)}\n`,
    line: (_, random) =>
      columns(40, (column) => (random.below(8) > 0 ? '' : column % 2 === 0 ? 't' : random.below(1000))),
  },
  'a thousand columns': {
    head: `${columns(1000, (column) => `c${column}`)}\n`,
    line: (_, random) => columns(1000, (column) => (column % 2 === 0 ? random.below(1000) : 'w')),
  },
  'padded with spaces': {
    head: 'id , name , n\n',
    line: (row, random) => `${row} , ${word(random)} , ${random.below(1000)}`,
  },
  'fixed widths': {
    head: 'id       name      n\n',
    line: (row, random) => `${String(row).padEnd(9)}${random.pick(['ab', 'cd']).padEnd(10)}${random.below(100)}`,
  },
  'drawn by psql': {
    head: ' id | name | n \n----+------+---\n',
    line: (row, random) => ` ${row} | name | ${random.below(99)}`,
  },
  clocks: { head: 'id,t\n', line: (row, random) => `${row},${clock(random)}` },
}

/** Delimited text for the measurement. The first one is the baseline for the others. */
export const textShapes: Readonly<Record<string, Lines>> = Object.fromEntries(
  Object.entries(texts).map(([name, lines]) => [name, { ...lines, fileName: 't.csv' }]),
)
