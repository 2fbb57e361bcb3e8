import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { leftOut } from '../row-balance.ts'
import { runs } from '../../property-runs.ts'

interface Language {
  readonly names: readonly string[]
  readonly words: readonly string[]
  readonly totals: readonly string[]
  readonly notes: readonly string[]
  readonly units: readonly string[]
}

const pipes = (text: string): string[] => text.split('|')
const language = (names: string, words: string, totals: string, notes: string, units: string): Language => ({
  names: pipes(names),
  words: pipes(words),
  totals: pipes(totals),
  notes: pipes(notes),
  units: pipes(units),
})
const languages = [
  language(
    'Name|Ort|Umsatz|Menge',
    'Müller|Köln|offen',
    'Summe|Gesamt',
    'Quelle: Destatis|* vorläufig',
    '(EUR)|in Tsd.',
  ),
  language(
    'Nom|Ville|Montant|Quantité',
    'Dupont|Lyon|payé',
    'Total général|Ensemble',
    'Source : INSEE|¹ provisoire',
    '€|kg',
  ),
  language(
    'Nombre|Ciudad|Importe|Cantidad',
    'García|Sevilla|pagado',
    'Total general|Suma',
    'Fuente: INE|* provisional',
    '(EUR)|m²',
  ),
  language(
    'Nome|Cidade|Valor|Quantidade',
    'Silva|São Paulo|pago',
    'Total geral|Soma',
    'Fonte: IBGE|(1) preliminar',
    '(R$)|kg',
  ),
  language(
    'Nazwa|Miasto|Kwota|Ilość',
    'Kowalski|Łódź|Kraków',
    'Razem|Ogółem|Łącznie',
    'Źródło: GUS|* dane wstępne',
    '(zł)|szt.',
  ),
  language('Jméno|Město|Částka|Množství', 'Novák|Brno|Plzeň', 'Celkem|Součet', 'Zdroj: ČSÚ|* předběžné', '(Kč)|ks'),
  language(
    'Имя|Город|Сумма|Количество',
    'Иванов|Казань|Россия',
    'Итого|Всего',
    'Источник: Росстат|* оценка',
    '(руб.)|кг',
  ),
  language('氏名|都市|金額|数量', '佐藤|大阪|支払済', '合計|総計|小計', '出典：総務省|※速報値', '(円)|kg'),
  language(
    'Name|City|Amount|Quantity',
    'Smith|Leeds|paid',
    'Total|Grand total|Subtotal',
    'Source: ONS|[1] provisional',
    '(USD)|pcs',
  ),
] as const

/** A table of names, a town and two numbers. The names are all different, so that no two rows are equal. */
const table = fc
  .record({
    own: fc.constantFrom(...languages),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n'),
    numbers: fc.array(fc.nat(9000), { minLength: 3, maxLength: 40 }),
    at: fc.nat(1),
  })
  .map(({ own, delimiter, newline, numbers, at }) => {
    const rows = numbers.map((number, row) => {
      const word = own.words[number % own.words.length] ?? ''
      return [`${word} ${row}`, word, `${number}.${10 + (number % 90)}`, String(number)]
    })
    const line = (cells: readonly string[]): string => cells.join(delimiter) + newline
    const pick = (choices: readonly string[]): string => choices[at % choices.length] ?? ''
    const lines = rows.map(line).join('')
    return { ...own, rows, line, pick, header: line(own.names), lines, gap: newline, empty: line(['', '', '', '']) }
  })

const often = { numRuns: runs(40), seed: 35 } as const
const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
const read = (text: string) => converted(text, { output })

describe('tables in nine languages', () => {
  test('notes below the rows are left out, padded or not, with a blank line or without', async () => {
    const padding = fc.record({ isPadded: fc.boolean(), isApart: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(table, padding, async ({ header, lines, rows, line, pick, notes, gap, empty }, how) => {
        const note = how.isPadded ? line([pick(notes), '', '', '']) : pick(notes) + gap
        const blank = how.isApart ? (how.isPadded ? empty : gap) : ''
        const { report } = await read(header + lines + blank + note)
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
        expect(leftOut(report)['note']?.count).toBe(1)
      }),
      often,
    )
  })

  test('a total stays a row and is announced', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ header, lines, rows, line, pick, totals }) => {
        const { report } = await read(header + lines + line([pick(totals), '', '12345.5', '777']))
        expect(report.rows.converted).toBe(rows.length + 1)
        expect(report.notes.join(' ')).toContain('looks like a total')
      }),
      often,
    )
  })

  test('units below the names are part of the names', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ header, lines, rows, line, pick, units, names }) => {
        const { report } = await read(header + line(['', '', pick(units), '']) + lines)
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
        expect(report.columns[2]).toMatchObject({ name: `${names[2]} ${pick(units)}`, type: 'decimal' })
      }),
      often,
    )
  })

  test('a first row with a missing cell is still data, and a header with a missing or repeated name is still a header', async () => {
    const damage = fc.record({ column: fc.nat(3), kind: fc.constantFrom('name', 'repeated', 'value') })
    await fc.assert(
      fc.asyncProperty(table, damage, async ({ names, rows, line }, { column, kind }) => {
        const header = names.map((name, at) =>
          at !== column ? name : kind === 'name' ? '' : kind === 'repeated' ? (names[0] ?? '') : name,
        )
        const body = rows.map((row, at) =>
          row.map((cell, index) => (kind === 'value' && at === 0 && index === column ? '' : cell)),
        )
        const { report } = await read(line(header) + body.map(line).join(''))
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
      }),
      often,
    )
  })

  test('a single name names the column of two that it belongs to, below quoted titles and above values', async () => {
    const how = fc.record({ isPadded: fc.boolean(), titles: fc.nat(2), areQuoted: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(table, how, async ({ names, rows, line, gap }, { isPadded, titles, areQuoted }) => {
        const write = (cells: readonly string[]): string =>
          areQuoted ? line(cells.map((cell) => (cell === '' ? '' : `"${cell}"`))) : line(cells)
        const two = rows.map(([first = '', , , last = '']) => [first, last])
        const lone = write(isPadded ? [names[0] ?? '', ''] : [names[3] ?? ''])
        const alone = await read(lone + two.map(write).join(''))
        expect(alone.report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
        expect(alone.report.columns.map(({ name }) => name)).toEqual(
          isPadded ? [names[0], 'column_2'] : ['column_1', names[3]],
        )
        const above = `"A title, the first of all"${gap}`.repeat(titles)
        const named = await read(above + write([names[0] ?? '', names[3] ?? '']) + two.map(write).join(''))
        expect(named.report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
        expect(named.report.columns.map(({ name }) => name)).toEqual([names[0], names[3]])
      }),
      often,
    )
  })

  test('a padded row that names some of the columns is a header', async () => {
    const many = fc.array(fc.array(fc.nat(999), { minLength: 6, maxLength: 6 }), { minLength: 3, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(table, many, async ({ names, line }, rows) => {
        const { report } = await read(
          line([names[0] ?? '', names[1] ?? '', '', '', '', '']) + rows.map((row) => line(row.map(String))).join(''),
        )
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
        expect(report.columns.map(({ name }) => name)).toEqual([
          names[0],
          names[1],
          'column_3',
          'column_4',
          'column_5',
          'column_6',
        ])
      }),
      often,
    )
  })

  test('rows of delimiters at the end are left out', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 200 }), async ({ header, lines, rows, empty }, count) => {
        const { report } = await read(header + lines + empty.repeat(count))
        expect(report.rows.converted).toBe(rows.length)
        expect(report.rows.left_out?.count).toBe(count + 1)
      }),
      often,
    )
  })
})

test.each([
  [
    'a title with more commas than the table has columns',
    'Umsatz, Land, Jahr\nKunde,Umsatz\nA,1840\nB,3555\nC,436\n',
    3,
  ],
  [
    'a first table of three rows above a wider one',
    'a,b,c\nx,1,2\ny,3,4\nz,5,6\n\nd,e,f,g\n1,2,3,4\n5,6,7,8\n9,1,2,3\n4,5,6,7\n',
    3,
  ],
  [
    'a table of words only, with a repeated name',
    'City,City,Name\nUlm,Bonn,Ann\nKiel,Kiel,Bob\nMainz,Jena,Cid\nGera,Suhl,Dan\n',
    4,
  ],
  ['a table of two columns of words, one without a name', ',street\nUlm,Elm 1\nBonn,Oak 2\nKiel,Ash 3\n', 3],
])('%s', async (_, text, rows) => {
  const { report } = await read(text)
  expect(report.rows).toMatchObject({ converted: rows, rejected: 0 })
})
