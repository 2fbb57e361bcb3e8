import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'

async function readBack(text: string): Promise<string[][]> {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script } = await converted(text, { output })
  return papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
}

/** The tables are from the documentation of the tools, or were printed by them. */
const printed: Record<string, { readonly text: string; readonly rows: readonly (readonly string[])[] }> = {
  'docker ps': {
    text: `CONTAINER ID   IMAGE                        COMMAND                CREATED              STATUS              PORTS               NAMES
4c01db0b339c   ubuntu:22.04                 "bash"                 17 seconds ago       Up 16 seconds                           webapp
d7886598dbe2   crosbymichael/redis:latest   "/redis-server --dir"  33 minutes ago       Up 33 minutes       6379/tcp            redis,webapp/db
`,
    rows: [
      ['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'PORTS', 'NAMES'],
      ['4c01db0b339c', 'ubuntu:22.04', '"bash"', '17 seconds ago', 'Up 16 seconds', '', 'webapp'],
      [
        'd7886598dbe2',
        'crosbymichael/redis:latest',
        '"/redis-server --dir"',
        '33 minutes ago',
        'Up 33 minutes',
        '6379/tcp',
        'redis,webapp/db',
      ],
    ],
  },
  'df -h': {
    text: `Filesystem      Size  Used Avail Use% Mounted on
tmpfs           3.2G  112K  3.2G   1% /dev/shm
/dev/vda        252G   26G   77G  26% /
devtmpfs         12G     0   12G   0% /dev
`,
    rows: [
      ['Filesystem', 'Size', 'Used', 'Avail', 'Use%', 'Mounted on'],
      ['tmpfs', '3.2G', '112K', '3.2G', '1', '/dev/shm'],
      ['/dev/vda', '252G', '26G', '77G', '26', '/'],
      ['devtmpfs', '12G', '0', '12G', '0', '/dev'],
    ],
  },
  free: {
    text: `               total        used        free      shared  buff/cache   available
Mem:        24683656      472836    22708364        9072     1850220    24210820
Swap:              0           0           0
`,
    rows: [
      ['column_1', 'total', 'used', 'free', 'shared', 'buff/cache', 'available'],
      ['Mem:', '24683656', '472836', '22708364', '9072', '1850220', '24210820'],
      ['Swap:', '0', '0', '0', '', '', ''],
    ],
  },
  'print(df) of pandas': {
    text: `    name  age       city
0  Alice   25   New York
`,
    rows: [
      ['column_1', 'name', 'age', 'city'],
      ['0', 'Alice', '25', 'New York'],
    ],
  },
  'a data frame of R': {
    text: `     city visitors day
1    Oslo       87 Mon
2 Cologne      912 Tue
`,
    rows: [
      ['column_1', 'city', 'visitors', 'day'],
      ['1', 'Oslo', '87', 'Mon'],
      ['2', 'Cologne', '912', 'Tue'],
    ],
  },
  'write.table(x, quote = FALSE)': {
    text: 'mpg cyl disp\n1 21 6 160\n2 21 6 160\n3 22.8 4 108\n',
    rows: [
      ['column_1', 'mpg', 'cyl', 'disp'],
      ['1', '21.0', '6', '160'],
      ['2', '21.0', '6', '160'],
      ['3', '22.8', '4', '108'],
    ],
  },
  'write.table(x) of one row': {
    text: '"city" "n"\n"1" "Oslo" 6\n',
    rows: [
      ['column_1', 'city', 'n'],
      ['1', 'Oslo', '6'],
    ],
  },
}

const asNumber = (text: string): string => (/^\d+\.\d+$/.test(text) ? String(Number(text)) : text)
const plain = (rows: readonly (readonly string[])[]): string[][] => rows.map((row) => row.map(asNumber))

test.each(Object.entries(printed))('a printed table keeps its columns: %s', async (_, { text, rows }) => {
  expect(plain(await readBack(text))).toEqual(plain(rows))
})

test.each([
  ['a name above values of two words', 'rank team\n1 Red Sox\n2 Blue Jays\n3 White Sox\n'],
  ['a name above a date and its time', 'step started_at\n1 2024-01-05 10:30\n2 2024-01-06 11:30\n'],
])('values with a blank stay together: %s', async (_, text) => {
  const rows = await readBack(text)
  expect(rows.slice(1).every((row) => row.at(-1)?.includes(' '))).toBe(true)
})

test.each([
  ['a value that is wider than its place', 'NAME      AGE\nAl        12\nBo 13\nCy        14\n'],
  ['characters of double width', 'NAME    AGE\n日本語 12\nBo      13\nCy      14\n'],
  ['a total', 'ITEM    QTY\nApples  12\nPears   13\ntotal 3\n'],
])('values between blanks stay in their columns: %s', async (_, text) => {
  const lines = text.trimEnd().split('\n')
  expect(await readBack(text)).toEqual(lines.map((line) => line.split(/ +/)))
})

test.each([
  ['a sentence below a blank line', 'NAME  AGE  CITY\nAl    12   Oslo\nBo    13   Rome\n\nAll good\n', 'All good'],
  [
    'words below two names',
    'DATE TIME  LEVEL MESSAGE\n2024-01-01 INFO started\n2024-01-02 WARN stopped\n',
    '2024-01-02 WARN stopped',
  ],
  ['words before an empty cell', 'NAME    CITY    SIZE\nAl 12\nBobby   Rome    13\n', 'Al 12'],
])('words are not cut into cells without evidence: %s', async (_, text, line) => {
  const rows = await readBack(text)
  expect(rows).toContainEqual([line])
})

test.each([
  ['house numbers that are not 1, 2, 3', 'address zip\n12 Broadway 10004\n14 Broadway 10005\n', 'address'],
  ['a decimal comma in one row', '"name","price"\n"Apple",1,50\n', 'name'],
])('the first column keeps its name: %s', async (_, text, name) => {
  expect((await readBack(text))[0]?.[0]).toMatch(new RegExp(`^${name}`))
})

const words = fc.constantFrom('3 days ago', 'New York', 'Oslo', 'Up 16 seconds', 'Ready', 'a b c')
const row = fc.tuple(fc.integer({ min: 0, max: 999_999 }).map(String), words, words)
const names = ['LAST ID', 'CITY OF USE', 'STATUS']

describe('generated tables keep every cell', () => {
  test.each([
    ['that begin below their names, as in docker and kubectl', 3, false],
    ['that end below their names, as in pandas', 2, true],
  ])('%s', async (_, gap, isRight) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 6 }), async (rows) => {
        const table = isRight
          ? [['', 'size', 'city', 'status'], ...rows.map((cells, at) => [String(at), ...cells])]
          : [names, ...rows]
        const widths = (table[0] as string[]).map((__, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)))
        const text = table.map((cells) =>
          cells
            .map((cell, at) => (isRight && at > 0 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
            .join(' '.repeat(gap)),
        )
        expect((await readBack(`${text.join('\n')}\n`)).slice(1)).toEqual(table.slice(1))
      }),
      { numRuns: runs(100), seed: 11 },
    )
  })
})
