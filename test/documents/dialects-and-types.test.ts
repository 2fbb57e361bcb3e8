import { readFileSync } from 'node:fs'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type Dialect, dialects, dialectTitles } from '../../src/contract/spec-values.ts'
import { converted } from '../engine/support.ts'

/** Returns the cells of the tables in a text. `\|` is a bar inside a cell. */
function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}
const codesOf = (cell: string): string[] => [...cell.matchAll(/``|`([^`]*)`/g)].map((match) => match[1] ?? '')
const section = (text: string, heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

describe('docs/guide/type-inference.md', () => {
  const page = readFileSync('docs/guide/type-inference.md', 'utf8')
  const rows = tableRows(section(page, 'Examples')).filter(([values]) => values !== 'values')

  test('has examples', () => expect(rows.length).toBeGreaterThan(45))

  test.each(rows)('says that %s %s is %s', async (values = '', options = '', type = '', written = '', fix = '') => {
    const [shown = '', name = '`c`'] = values.split(' in ')
    const text = papaparse.unparse(
      [['key', codesOf(name)[0] ?? 'c'], ...codesOf(shown).map((value, row) => [`k${row}x`, value])],
      { delimiter: ';', newline: '\n' },
    )
    const inference = JSON.parse(codesOf(options)[0] ?? '{}') as Record<string, never>
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { script, report } = await converted(`${text}\n`, {
      output,
      input: { delimiter: ';', header_row: 1 },
      inference,
    })
    expect(report.columns[1]?.type).toBe(type)
    const back = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data.slice(1)
    expect(back.map((row) => row[1])).toEqual(codesOf(written))
    const fixes = report.fixes.map((one) => one.code)
    if (fix === '') expect(fixes).toEqual([])
    else expect(fixes).toContain(fix)
  })
})

describe('docs/guide/output-per-dialect.md', () => {
  const page = readFileSync('docs/guide/output-per-dialect.md', 'utf8')
  const typesPage = readFileSync('docs/guide/database-types.md', 'utf8')
  /** A column or a section may be about several dialects that share their types: `MySQL, MariaDB`. */
  const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const dialectsNamed = (words: string): Dialect[] => {
    const titles = words.split(/, | and /)
    return dialects.filter((dialect) => titles.includes(dialectTitles[dialect]))
  }
  const [heads = []] = tableRows(section(typesPage, 'Types'))
  const typeColumns = heads.slice(1).map(dialectsNamed)
  const sections = headings.map((heading) => ({ heading, names: dialectsNamed(heading) }))

  test('has a line, a column of types and a section for every dialect of the contract', () => {
    const clients = tableRows(page).map(([words = '']) => words)
    expect(clients.slice(0, 10).flatMap(dialectsNamed).toSorted()).toEqual(dialects.toSorted())
    expect(typeColumns.flat().toSorted()).toEqual(dialects.toSorted())
    expect(sections.flatMap(({ names }) => names).toSorted()).toEqual(dialects.toSorted())
  })

  const types = tableRows(section(typesPage, 'Types')).slice(1)

  test.each(types)('gives the types of %s the same in its column and its line', async (value = '', ...expected) => {
    for (const [column, names] of typeColumns.entries()) {
      for (const dialect of names) {
        const { report } = await converted(`key,c\nx,${codesOf(value)[0]}\n`, {
          output: { dialect },
          input: { header_row: 1 },
        })
        expect(`${dialect} ${report.columns[1]?.sql_type}`).toBe(`${dialect} ${codesOf(expected[column] ?? '')[0]}`)
      }
    }
  })

  const literals = sections.flatMap(({ heading, names }) =>
    tableRows(section(page, heading))
      .slice(1)
      .flatMap(([text = '', literal = '']) => names.map((dialect) => ({ dialect, text, literal }))),
  )

  test.each(literals)('says that $dialect writes $text as $literal', async ({ dialect, text, literal }) => {
    const value = JSON.parse(codesOf(text)[0] ?? '""') as string
    const file = papaparse.unparse(
      [
        ['key', 'c'],
        ['x', value],
      ],
      { quotes: true, newline: '\n' },
    )
    const columns = [0, 1].map((index) => ({ index, as_text: true }))
    const { script, report } = await converted(file, {
      output: { dialect },
      columns,
      input: { header_row: 1, delimiter: ',' },
    })
    const [shown = '', fix] = codesOf(literal)
    const written = literal.endsWith('as it is') ? (JSON.parse(`"${shown}"`) as string) : shown
    expect(script).toContain(written)
    if (fix !== undefined && literal.includes('fix')) expect(report.fixes.map((one) => one.code)).toContain(fix)
    else if (fix !== undefined) expect(script).toContain(fix)
  })
})
