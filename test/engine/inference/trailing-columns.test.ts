import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const notesOf = async (file: string): Promise<{ names: string[]; notes: readonly string[] }> => {
  const { report } = await converted(file, { output: { dialect: 'postgresql', format: 'csv' } })
  return { names: report.columns.map(({ name }) => name), notes: report.notes }
}

describe('columns at the end without a name or a value are reported', () => {
  test.each([
    ['a delimiter at the end of each line', 'id,name,\n1,Ann,\n2,Bob,\n'],
    ['a delimiter at the end of each row only', 'id,name\n1,Ann,\n2,Bob,\n3,Cal,\n'],
    ['two at the end of rows', 'id,name\n1,Ann,,\n2,Bob,,\n3,Cal,,\n'],
    ['several at the end of every line', 'id,name,,,\n1,Ann,,,\n2,Bob,,,\n'],
  ])('%s', async (_, file) => {
    const { names, notes } = await notesOf(file)
    expect(names).toEqual(['id', 'name'])
    expect(notes).toEqual([expect.stringMatching(/left out|no names? and no values/)])
  })

  test('one that has a value stays', async () => {
    const { names } = await notesOf('id,name,,,\n1,Ann,,,\n2,Bob,,x,\n')
    expect(names).toEqual(['id', 'name', 'column_3', 'column_4'])
  })

  test('unless they have a name, which keeps them', async () => {
    const { names, notes } = await notesOf('id,name,city\n1,Ann,\n2,Bob,\n')
    expect(names).toEqual(['id', 'name', 'city'])
    expect(notes).toEqual([])
  })
})
