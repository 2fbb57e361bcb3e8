import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../lab/fuzz/random.ts'
import { converted } from '../support.ts'

const csv = { dialect: 'postgresql', format: 'csv' } as const
const words = ['Common', 'Latin', 'Greek', 'Hiragana', 'Bopomofo', 'Tagalog', 'Old Italic', 'Coptic']

const code = (random: Random): string => (0x80 + random.below(0xff00)).toString(16).toUpperCase().padStart(4, '0')
/** Generators for one kind of value. A column of codes mixes numbers, words and ranges. */
const kinds: readonly ((random: Random) => string)[] = [
  (random) => (random.below(2) === 0 ? code(random) : `${code(random)}..${code(random)}`),
  (random) => `${random.pick(words)} # ${random.pick(['Lo', 'Cc', 'So'])} [${random.below(90)}] ${random.pick(words)}`,
  (random) => random.pick(words),
]

/** Sections of one table as in data files: comments at the top and around each section, and blank lines between. */
function commentedFile(random: Random): { readonly text: string; readonly rows: readonly string[][] } {
  const width = 2 + random.below(2)
  const delimiter = random.pick([';', '\t', '|'])
  const columns = [kinds[0], ...Array.from({ length: width - 1 }, () => random.pick(kinds))] as typeof kinds
  const section = (): string[][] =>
    Array.from({ length: 12 + random.below(40) }, () => columns.map((valueOf) => valueOf(random)))
  const sections = Array.from({ length: 1 + random.below(6) }, section)
  const comment = (): string[] =>
    random.pick([
      ['# ====', ''],
      ['', '# Total code points: 5', ''],
      ['', `# ${random.pick(words)}`],
    ])
  const lines = ['# DerivedAge-15.0.0.txt', '# For terms of use, see our pages.', '', '# Notes:', '#', '# - kept', '']
  for (const rows of sections) lines.push(...comment(), ...rows.map((cells) => cells.join(delimiter)), '')
  return { text: [...lines, '# EOF', ''].join('\n'), rows: sections.flat() }
}

describe('a table with comments', () => {
  test('keeps every row of every section, and its first row is not a header', async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const { text, rows } = commentedFile(new Random(seed))
      const { script, report } = await converted(text, { output: csv })
      const back = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data.slice(1)
      expect({ seed, rows: back }).toEqual({ seed, rows })
      const lines = text.split('\n').slice(0, -1)
      const leftOut = new Map(report.rows.left_out?.reasons.map(({ code: reason, count }) => [reason, count]))
      expect(leftOut.get('comment')).toBe(lines.filter((line) => line.startsWith('#')).length)
      expect(leftOut.get('blank')).toBe(lines.filter((line) => line === '').length)
    }
  })

  test('takes its names from the comment directly above words', async () => {
    const { script } = await converted(
      '# ISO 3166\n#\n#code\tname\nAD\tAndorra\nAE\tEmirates\n',
      { output: csv },
      't.tab',
    )
    expect(script).toBe('code,name\r\nAD,Andorra\r\nAE,Emirates\r\n')
  })

  test('has the width of its rows, whatever words its comments contain', async () => {
    const text =
      '# The horizon\n#\n0 2\n5 1\n# the lake\n20 0.5\n60 0.5\n# the high hill in the east\n73 2\n# the other hill\n78 3.5\n'
    const { script, report } = await converted(text, { output: csv })
    expect(script.split('\r\n').slice(1, -1)).toEqual(['0,2', '5,1', '20,0.5', '60,0.5', '73,2', '78,3.5'])
    expect(report.rows.left_out?.reasons).toMatchObject([{ code: 'comment', count: 5 }])
  })

  test('ends at another table with other names', async () => {
    const { script, report } = await converted(
      '# Orders\n\nid,total\n1,5\n2,6\n3,7\n4,8\n\nname,city\nann,oslo\nbob,rome\ncid,bonn\n',
      { output: csv },
    )
    expect(script).toBe('id,total\r\n1,5\r\n2,6\r\n3,7\r\n4,8\r\n')
    expect(report.notes.join(' ')).toContain('another table')
  })
})

describe('a comment with as many cells as the table', () => {
  const random = new Random(11)
  const remarks = ['# note, about, this', '#checked by, Ann, 2024', '# x,,', '   # to do, later, now']
  const tables = Array.from({ length: 40 }, () => {
    const rows = Array.from(
      { length: 5 + random.below(4000) },
      (_, at) => `${at + 1},${random.pick(words)},${code(random)}x`,
    )
    const places = Array.from({ length: 1 + random.below(3) }, () => 3 + random.below(rows.length - 3))
    return { rows, places }
  })

  test('is left out without a row if the first column has numbers', async () => {
    for (const { rows, places } of tables) {
      const lines = ['id,name,code', ...rows]
      for (const place of places) lines.splice(place, 0, random.pick(remarks))
      const { script, report } = await converted(`${lines.join('\n')}\n`, { output: csv })
      expect(report.rows.converted).toBe(rows.length)
      expect(report.rows.left_out?.reasons.find((one) => one.code === 'comment')?.count).toBe(places.length)
      expect(report.columns[0]?.type).toBe('integer')
      expect(script.split('\r\n').slice(1, -1)).toEqual(rows)
    }
  })

  test.each(['#N/A', '#REF!', '#5', '# 5'])('is a row if the first cell is %s', async (cell) => {
    const { report } = await converted(`id,name,code\n1,a,b\n2,a,b\n${cell},a,b\n3,a,b\n4,a,b\n`, { output: csv })
    expect(report.rows.left_out?.reasons.map((one) => one.code)).toEqual(['header'])
  })

  test('is a row if other rows of the first column are words', async () => {
    const { script } = await converted('name,n,m\nrooms,1,2\n# of beds,3,4\nbaths,5,6\n', { output: csv })
    expect(script).toContain('# of beds,3,4')
  })
})
