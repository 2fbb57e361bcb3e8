import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

type More = Omit<SpecInput, 'output'>

/** Converts one column `c`, next to a text column that separates the header from the rows. */
async function column(values: readonly string[], more: More = {}) {
  const csv = `key;c\n${values.map((value, row) => `k${row}x;${value}`).join('\n')}\n`
  const { report, script } = await converted(csv, {
    output: { dialect: 'postgresql', style: 'bulk' },
    input: { delimiter: ';' },
    ...more,
  })
  const written = /FROM stdin;\n([\s\S]*?)\\\.\n/
    .exec(script)?.[1]
    ?.trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[1])
  const fixes = report.fixes.filter((fix) => fix.column === 'c').map((fix) => fix.code)
  return { type: report.columns[1]?.type, sqlType: report.columns[1]?.sql_type, written, fixes, report }
}

/** Columns that well-known tools get wrong, with the correct result. */
const traps: readonly {
  readonly label: string
  readonly values: readonly string[]
  readonly type: string
  readonly written?: readonly string[]
  readonly sqlType?: string
  readonly fix?: string
  readonly more?: More
}[] = [
  { label: 'leading zeros', values: ['01234', '90210', '00501'], type: 'text', written: ['01234', '90210', '00501'] },
  { label: 'a phone number', values: ['+441632960961'], type: 'text', written: ['+441632960961'] },
  {
    label: 'twenty digits',
    values: ['12345678901234567890'],
    type: 'decimal',
    written: ['12345678901234567890'],
    sqlType: 'numeric',
  },
  {
    label: 'beyond the integers of a double',
    values: ['9007199254740993'],
    type: 'integer',
    written: ['9007199254740993'],
  },
  {
    label: 'dates that fit both orders',
    values: ['01/02/2024', '03/04/2024'],
    type: 'date',
    written: ['2024-01-02', '2024-03-04'],
    fix: 'ambiguous_dates',
  },
  {
    label: 'one day above twelve settles the column',
    values: ['13/02/2024', '03/04/2024'],
    type: 'date',
    written: ['2024-02-13', '2024-04-03'],
  },
  { label: 'dots between', values: ['13.02.2024'], type: 'date', written: ['2024-02-13'] },
  {
    label: 'offsets',
    values: ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00+02:00'],
    type: 'timestamptz',
    written: ['2024-01-01 10:00:00+00:00', '2024-01-01 10:00:00+02:00'],
  },
  { label: 'zeros and ones', values: ['0', '1'], type: 'integer' },
  { label: 'whole words', values: ['yes', 'no'], type: 'boolean', written: ['true', 'false'] },
  {
    label: 'decimal commas without a zero, as Oracle writes',
    values: ['12,5', ',5', '-,01'],
    type: 'decimal',
    written: ['12.5', '0.5', '-0.01'],
    fix: 'number_form',
  },
  {
    label: 'points without a zero among groups',
    values: ['1,200.5', '.5'],
    type: 'decimal',
    written: ['1200.5', '0.5'],
    fix: 'number_form',
  },
  { label: 'a comma alone', values: ['1,5', ','], type: 'text' },
  {
    label: 'missing timestamps of pandas',
    values: ['2024-01-01 10:00:00', 'NaT'],
    type: 'timestamp',
    written: ['2024-01-01 10:00:00', '\\N'],
  },
  { label: 'missing integers of pandas', values: ['1', '<NA>'], type: 'integer', written: ['1', '\\N'] },
  { label: 'a lone letter', values: ['f', 't'], type: 'text' },
  {
    label: 'a marker among numbers',
    values: ['1', 'N/A', '3'],
    type: 'integer',
    written: ['1', '\\N', '3'],
    fix: 'null_marker',
  },
  {
    label: 'a dash among numbers',
    values: ['1', '-', '3'],
    type: 'integer',
    written: ['1', '\\N', '3'],
    fix: 'null_marker',
  },
  { label: 'markers among names', values: ['Ann', 'None', 'NA'], type: 'text', written: ['Ann', 'None', 'NA'] },
  {
    label: 'one currency',
    values: ['$1,234.50', '$9.00'],
    type: 'decimal',
    written: ['1234.50', '9.00'],
    fix: 'number_form',
  },
  { label: 'percentages', values: ['10%', '12.5%'], type: 'decimal', written: ['10', '12.5'], fix: 'number_form' },
  { label: 'two currencies', values: ['$1.00', '€2.00'], type: 'text' },
  {
    label: 'decimal commas',
    values: ['12,50', '0,99'],
    type: 'decimal',
    written: ['12.50', '0.99'],
    fix: 'number_form',
  },
  {
    label: 'groups',
    values: ['1,234', '12,345,678'],
    type: 'decimal',
    written: ['1234', '12345678'],
    fix: 'number_form',
  },
  { label: 'commas that are not group separators', values: ['1,23,4', '5'], type: 'text' },
  {
    label: 'Indian groups',
    values: ['12,34,567', '1,000'],
    type: 'decimal',
    written: ['1234567', '1000'],
    fix: 'number_form',
  },
  {
    label: 'Swiss groups',
    values: ["1'234.50", "12'345.00"],
    type: 'decimal',
    written: ['1234.50', '12345.00'],
    fix: 'number_form',
  },
  {
    label: 'minus signs of typographers',
    values: ['−5.00', '3.25', '-1.50'],
    type: 'decimal',
    written: ['-5.00', '3.25', '-1.50'],
    fix: 'number_form',
  },
  { label: 'dashes for minus signs', values: ['–5.00', '3.25'], type: 'text' },
  {
    label: 'thin spaces between groups',
    values: ['1\u2009234.50', '22.50'],
    type: 'decimal',
    written: ['1234.50', '22.50'],
    fix: 'number_form',
  },
  { label: 'codes that look like exponents', values: ['12E5', '33E2'], type: 'text', written: ['12E5', '33E2'] },
  { label: 'proved floats', values: ['1.5e5', '2E-3'], type: 'float', written: ['1.5e5', '2E-3'] },
  { label: 'hexadecimal', values: ['0x1F'], type: 'text' },
  { label: 'a time', values: ['10:30', '23:59'], type: 'time', written: ['10:30:00', '23:59:00'] },
  { label: 'no time of day', values: ['25:00:00'], type: 'text' },
  { label: 'months alone', values: ['May', 'June'], type: 'text' },
  { label: 'versions', values: ['1.2.3'], type: 'text' },
  { label: 'addresses that look like groups', values: ['10.115.206.186', 'N/A', '10.204.221.194'], type: 'text' },
  { label: 'billions in groups', values: ['10.115.206.186', '1.204.900'], type: 'decimal' },
  { label: 'versions that look like days', values: ['1.20.12', '1.15.11'], type: 'text' },
  { label: 'versions that could be days', values: ['1.2.13', 'N/A', '1.10.22'], type: 'text' },
  {
    label: 'days between dots, proved',
    values: ['1.2.13', '13.2.24'],
    type: 'date',
    written: ['2013-02-01', '2024-02-13'],
    fix: 'date_form',
  },
  {
    label: 'days between dots, asked for',
    values: ['1.2.13'],
    more: { inference: { date_order: 'day_first' } },
    type: 'date',
    written: ['2013-02-01'],
    fix: 'date_form',
  },
  {
    label: 'days between dots, each of two digits',
    values: ['01.02.13'],
    type: 'date',
    written: ['2013-01-02'],
    fix: 'ambiguous_dates',
  },
  {
    label: 'the scale that was written',
    values: ['10.10', '3.50'],
    type: 'decimal',
    written: ['10.10', '3.50'],
    sqlType: 'numeric',
  },
  {
    label: 'many digits',
    values: ['0.1000000000000000055511151231257827'],
    type: 'decimal',
    written: ['0.1000000000000000055511151231257827'],
  },
  { label: 'spaces around', values: [' 1 ', '2'], type: 'integer', written: ['1', '2'], fix: 'trimmed' },
  { label: 'eight digits', values: ['20240213'], type: 'integer' },
  {
    label: 'month names in dates',
    values: ['Dec 31, 2024', 'Jan 1, 2025'],
    type: 'date',
    written: ['2024-12-31', '2025-01-01'],
  },
  { label: 'ISO weeks', values: ['2024-W01-1'], type: 'date', written: ['2024-01-01'] },
  { label: 'no such day', values: ['2024-02-30'], type: 'text' },
  { label: 'a negative zero', values: ['-0', '5'], type: 'text' },
  {
    label: 'UUIDs',
    values: ['550E8400-e29b-41d4-a716-446655440000'],
    type: 'uuid',
    written: ['550e8400-e29b-41d4-a716-446655440000'],
    fix: 'uuid_form',
  },
  { label: 'card numbers', values: ['4111111111111111', '5500005555555559', '4012888888881881'], type: 'text' },
  {
    label: 'leading zeros that may go',
    values: ['007', '12'],
    type: 'integer',
    written: ['7', '12'],
    fix: 'leading_zeros',
    more: { inference: { keep_leading_zeros: false } },
  },
  {
    label: 'leading zeros that may go, of zero itself',
    values: ['00', '000', '-07', '23'],
    type: 'integer',
    written: ['0', '0', '-7', '23'],
    fix: 'leading_zeros',
    more: { inference: { keep_leading_zeros: false } },
  },
  {
    label: 'leading zeros that may go, of decimals',
    values: ['00.5', '-01.25', '007', '0', '00', '10.0', '.5'],
    type: 'decimal',
    written: ['0.5', '-1.25', '7', '0', '0', '10.0', '0.5'],
    sqlType: 'numeric',
    fix: 'number_form',
    more: { inference: { keep_leading_zeros: false } },
  },
  {
    label: 'a minus before zeros',
    values: ['-00', '007'],
    type: 'text',
    more: { inference: { keep_leading_zeros: false } },
  },
  { label: 'leading zeros of decimals', values: ['00.5', '1.25'], type: 'text' },
  {
    label: 'day first by the spec',
    values: ['01/02/2024'],
    type: 'date',
    written: ['2024-02-01'],
    fix: 'ambiguous_dates',
    more: { inference: { date_order: 'day_first' } },
  },
  {
    label: 'day first by the locale',
    values: ['01/02/2024'],
    type: 'date',
    written: ['2024-02-01'],
    fix: 'ambiguous_dates',
    more: { inference: { locale: 'de-DE' } },
  },
  {
    label: 'a locale with decimal commas',
    values: ['1.234', '2.000'],
    type: 'decimal',
    written: ['1234', '2000'],
    fix: 'number_form',
    more: { inference: { locale: 'de-DE' } },
  },
]

describe('a column gets a type only if every value survives', () => {
  test.each(traps)('$label: $values', async ({ values, type, written, sqlType, fix, more }) => {
    const found = await column(values, more)
    expect(found.type).toBe(type)
    if (written !== undefined) expect(found.written).toEqual(written)
    if (sqlType !== undefined) expect(found.sqlType).toBe(sqlType)
    if (fix !== undefined) expect(found.fixes).toContain(fix)
    if (type === 'text') expect(found.fixes).toEqual([])
  })
})

describe('after the sample', () => {
  test.each([
    ['007', ['1', '2']],
    ['31/31/2024', ['13/01/2024', '14/01/2024']],
    ['one', ['1', '2']],
  ])('%s does not fit and rejects its row with a reason', async (late, sample) => {
    const found = await column([...sample, late], { inference: { sample_rows: 2 } })
    const many = [...sample, ...Array.from({ length: 20_000 }, () => sample[0] ?? ''), late]
    const long = await column(many, { inference: { sample_rows: 2 } })
    expect(long.report.rows).toMatchObject({ converted: many.length - 1, rejected: 1 })
    expect(long.report.problems).toEqual([
      expect.objectContaining({ code: 'type_mismatch', row: many.length + 1, column: 'c', value: late }),
    ])
    expect(long.report.problems[0]?.message).toMatch(/as_text.*sample_rows/)
    expect(found.report.rows).toMatchObject({ converted: sample.length, rejected: 1 })
  })

  /** The maximum precision of each vendor's exact number. */
  test.each([
    ['mysql', 65],
    ['mariadb', 65],
    ['sql_server', 38],
    ['oracle', 38],
    ['postgresql', 131_072],
  ] as const)('%s accepts whole numbers of %i digits and rejects longer ones', async (dialect, digits) => {
    const sample = '12345678901234567890'
    const file = [
      'c',
      ...Array.from({ length: 5000 }, () => sample),
      '9'.repeat(digits),
      '9'.repeat(digits + 1),
      sample,
    ]
    const { report } = await converted(`${file.join('\n')}\n`, {
      output: { dialect },
      input: { header_row: 1, delimiter: ',' },
      inference: { sample_rows: 2 },
    })
    expect(report.columns[0]?.type).toBe('decimal')
    expect(report.rows).toMatchObject({ converted: file.length - 2, rejected: 1 })
    const name = dialect === 'oracle' ? 'C' : 'c'
    expect(report.problems).toMatchObject([{ code: 'type_mismatch', row: 5003, column: name }])
  })

  test('PostgreSQL accepts neither a number of 131,073 digits nor one of 16,384 decimal places', async () => {
    const numbers = ['1'.repeat(131_073), `0.${'1'.repeat(16_384)}`]
    for (const number of numbers) expect((await column(['1.5', number])).type).toBe('text')
    const many = ['1.5', ...Array.from({ length: 20_000 }, () => '2.5'), ...numbers]
    const { report } = await column(many, { inference: { sample_rows: 2 } })
    expect(report.rows).toMatchObject({ converted: many.length - 2, rejected: 2 })
  })
})

/** Formats from the languages' own rules (CLDR), including no-break spaces and minus signs. */
const languages =
  'en-US de-DE de-AT de-CH fr-FR fr-CA fr-CH it-IT it-CH es-ES es-MX pt-PT pt-BR nl-NL da-DK sv-SE nb-NO fi-FI is-IS et-EE lv-LV lt-LT pl-PL cs-CZ sk-SK sl-SI hr-HR hu-HU ro-RO bg-BG ru-RU uk-UA el-GR tr-TR ja-JP en-IN en-ZA eu-ES sr-RS'
const numberStyles: readonly Intl.NumberFormatOptions[] = [
  { minimumFractionDigits: 2 },
  { style: 'percent', minimumFractionDigits: 2 },
  { style: 'currency', currency: 'EUR' },
  { style: 'currency', currency: 'EUR', currencySign: 'accounting' },
]

test.each(languages.split(' '))('numbers, percentages and amounts in %s are numbers', async (language) => {
  const numbers = [1_234_567.5, -1234.25, 0.75, -5, 12]
  for (const style of numberStyles) {
    const written = new Intl.NumberFormat(language, style)
    const values = numbers.map((number) => written.format(style.style === 'percent' ? number / 100 : number))
    const found = await column(values)
    expect([found.type, found.written?.map(Number)]).toEqual(['decimal', numbers])
  }
})
