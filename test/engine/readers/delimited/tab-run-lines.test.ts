import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
const note = 'The columns are aligned with one or more tabs between cells.'

async function read(lines: readonly string[]) {
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output }, 't.txt')
  return { lines: script.trimEnd().split('\r\n'), notes: report.notes, report }
}

describe('text whose columns tabs align', () => {
  test('has a value below each name, however many tabs stand between', async () => {
    const found = await read([
      'name\t\tage\tcity',
      'Ann Lee\t\t34\tOslo',
      'Christopher\t28\tRome',
      'Bo\t\t\t51\tBonn\t',
    ])
    expect(found.lines).toEqual(['name,age,city', 'Ann Lee,34,Oslo', 'Christopher,28,Rome', 'Bo,51,Bonn'])
    expect(found.notes).toContain(note)
    expect(found.report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('keeps the empty cells of a line below that has another number of values', async () => {
    const aligned = Array.from({ length: 250 }, (_, at) =>
      at % 2 === 0 ? `Ann${at}\t\t1\tx` : `Christopher${at}\t2\ty`,
    )
    const found = await read(['name\t\tage\tcity', ...aligned, 'Zoe\t\tz'])
    expect(found.lines.at(-1)).toBe('Zoe,,z')
  })

  test.each([
    ['a cell is empty', ['a\tb\tc', '1\t\t3', '4\t5\t6', '7\t8\t']],
    ['a column has no values', ['a\tb\tc', '1\t\t3', '4\t\t6', '7\t\t9']],
    ['a column has no name', ['a\t\tc', '1\tx\t3', '4\ty\t6', '7\tz\t9']],
  ])('is not one in which %s', async (_, lines) => {
    expect((await read(lines)).notes).not.toContain(note)
  })
})
