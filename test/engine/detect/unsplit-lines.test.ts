import { describe, expect, test } from 'vitest'
import { unsplitLines } from '../../../container/engine/detect/unsplit-lines.ts'
import { converted } from '../support.ts'

const output = { dialect: 'postgresql', format: 'csv' } as const

describe('lines that became one value', () => {
  test.each([
    ['names and words between colons', 'a:b:c\nAnn:new:Oslo\nBob::Rome\nCy:old:Lima', ':'],
    ['a title above', 'Members\na:b:c\nAnn:new:Oslo\nBob::Rome\nCy:old:Lima', ':'],
    ['carets', 'a^b^c\rAnn^new^Oslo\rBob^^Rome\rCy^old^Lima', '^'],
  ])('may have a separator: %s', (_, text, separator) => {
    expect(unsplitLines(text)).toEqual({ separator, areQuoted: false })
  })

  test.each([
    ['times', 'at\n10:15:00\n11:15:00\n12:30:00'],
    ['timestamps before words', '2024-01-01 10:15:00 started\n2024-01-01 10:16:00 ended\n2024-01-02 10:16:00 ended'],
    ['addresses of devices', '00:1a:2b:3c:4d:5e\n00:1a:2b:3c:4d:5f\n00:1a:2b:3c:4d:60'],
    ['sentences', 'One, two, three.\nFour, five, six.\nSeven, eight, nine.'],
    ['URLs', 'http://a.org/b\nhttp://a.org/c\nhttp://a.org/d'],
    ['quoted names', '"name"\n"Smith, Ann"\n"Jones, Bob"\n"Lee, Cy"'],
    ['few lines', 'a:b:c\nd:e:f'],
  ])('have none: %s', (_, text) => {
    expect(unsplitLines(text)).toBeNull()
  })

  test('are named in the report, unless the spec has a delimiter', async () => {
    const text = '"Name,City"\n"Ann,Oslo"\n"Bob,Rome"\n"Cy,Lima"\n'
    const { report } = await converted(text, { output })
    expect(report.notes).toContain(
      'Each line is quoted as a whole, so it became one value. If "," separates its cells, remove the outer quotes.',
    )
    const given = await converted(text, { output, input: { delimiter: ',' } })
    expect(given.report.notes).toEqual([])
  })
})
