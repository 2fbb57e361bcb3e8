import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dialect, SpecInput } from '../../../src/contract/spec.ts'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'

type Inference = NonNullable<SpecInput['inference']>

/** Reads one column, next to a key, from our CSV output, which leaves every value unchanged. */
async function column(
  values: readonly string[],
  inference: Inference = {},
  dialect: Dialect = 'postgresql',
  name = 'c',
) {
  const text = `key;${name}\n${values.map((value, row) => `k${row}x;${value}`).join('\n')}\n`
  const { script, report } = await converted(text, {
    output: { dialect, format: 'csv' },
    input: { delimiter: ';' },
    inference,
  })
  const written = script
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  return { type: report.columns[1]?.type, written, report }
}

describe('dates with the names of months, by locale', () => {
  test.each([
    ['en', ['31 December 2024', '1 Jan 2025', '2nd March 2024'], ['2024-12-31', '2025-01-01', '2024-03-02']],
    ['en-US', ['December 31, 2024', 'Jan 1, 2025', 'Sept 3, 2025'], ['2024-12-31', '2025-01-01', '2025-09-03']],
    ['de-DE', ['31. Dezember 2024', '1. März 2025', '2. Jan. 2025'], ['2024-12-31', '2025-03-01', '2025-01-02']],
    ['fr-FR', ['31 décembre 2024', '1er août 2025', '14 févr. 2024'], ['2024-12-31', '2025-08-01', '2024-02-14']],
    ['es-ES', ['31 de diciembre de 2024', '1 de enero de 2025'], ['2024-12-31', '2025-01-01']],
    [
      'pt-BR',
      ['31 de dezembro de 2024', '2 de março de 2025', '1º de maio de 2025'],
      ['2024-12-31', '2025-03-02', '2025-05-01'],
    ],
    ['it-IT', ['31 dicembre 2024', '2 gen 2025'], ['2024-12-31', '2025-01-02']],
    ['nl-NL', ['31 december 2024', '2 mei 2025'], ['2024-12-31', '2025-05-02']],
    ['sv-SE', ['31 december 2024', '2 maj 2025'], ['2024-12-31', '2025-05-02']],
    ['da-DK', ['31. december 2024', '2. maj 2025'], ['2024-12-31', '2025-05-02']],
    ['pl-PL', ['31 grudnia 2024', '2 marca 2025'], ['2024-12-31', '2025-03-02']],
    ['cs-CZ', ['31. prosince 2024', '2. března 2025'], ['2024-12-31', '2025-03-02']],
    ['hu-HU', ['2024. december 31.', '2025. március 2.'], ['2024-12-31', '2025-03-02']],
    ['ru-RU', ['31 декабря 2024', '2 марта 2025 г.'], ['2024-12-31', '2025-03-02']],
    ['uk-UA', ['31 грудня 2024', '2 березня 2025 р.'], ['2024-12-31', '2025-03-02']],
    ['tr-TR', ['31 Aralık 2024', '2 Mart 2025'], ['2024-12-31', '2025-03-02']],
    ['el-GR', ['31 Δεκεμβρίου 2024', '2 Μαρτίου 2025'], ['2024-12-31', '2025-03-02']],
    ['ja-JP', ['2024年12月31日', '2025年3月2日'], ['2024-12-31', '2025-03-02']],
    ['zh-CN', ['2024年12月31日', '2025年3月2日'], ['2024-12-31', '2025-03-02']],
    ['ko-KR', ['2024년 12월 31일', '2025년 3월 2일'], ['2024-12-31', '2025-03-02']],
  ])('are read in %s, and without a locale: %j', async (locale, values, written) => {
    expect(await column(values, { locale })).toMatchObject({ type: 'date', written })
    expect(await column(values)).toMatchObject({ type: 'date', written })
  })

  test.each([
    ['a name of two months', ['3 listopada 2024', '4 listopad 2024']],
    ['other words', ['12 Monkeys 1995', '3 april 2024']],
    ['a name without a day', ['März 2024', 'Mai 2024']],
  ])('stay text with %s', async (_, values) => {
    expect(await column(values)).toMatchObject({ type: 'text', written: values })
  })

  test('stay text in another language than the locale’s', async () => {
    expect((await column(['31 grudnia 2024'], { locale: 'de-DE' })).type).toBe('text')
  })

  test.each([
    ['31 February 2024'],
    ['December 32, 2024'],
    ['31 de 2024'],
    ['de 31 enero 2024 de de'],
    ['2024年13月1日'],
  ])('are not read from %s', async (value) => {
    expect((await column([value], { locale: 'es-ES' })).type).toBe('text')
  })
})

describe('the order of day and month', () => {
  test.each([
    ['en-US', '2024-01-02'],
    ['en-GB', '2024-02-01'],
    ['de-DE', '2024-02-01'],
    ['pt-BR', '2024-02-01'],
  ])('is decided by %s if nothing else decides it', async (locale, written) => {
    const order = new Intl.DateTimeFormat(locale).formatToParts(new Date(2024, 0, 31)).map((part) => part.type)
    const isDayFirst = order.indexOf('day') < order.indexOf('month')
    expect(written).toBe(isDayFirst ? '2024-02-01' : '2024-01-02')
    expect((await column(['01/02/2024'], { locale })).written).toEqual([written])
  })

  test('is decided by one value above twelve, against the locale', async () => {
    expect((await column(['01/02/2024', '13/02/2024'], { locale: 'en-US' })).written).toEqual([
      '2024-02-01',
      '2024-02-13',
    ])
  })

  test('is decided separately for two columns', async () => {
    const text = 'a,b\n13/02/2024,02/13/2024\n01/02/2024,01/02/2024\n'
    const { script } = await converted(text, { output: { dialect: 'postgresql', format: 'csv' } })
    expect(script.trim().split('\r\n').slice(1)).toEqual(['2024-02-13,2024-02-13', '2024-02-01,2024-01-02'])
  })
})

describe('dates with two-digit years', () => {
  type Order = readonly ('y' | 'm' | 'd')[]
  const dayFirst: Order = ['d', 'm', 'y']
  const monthFirst: Order = ['m', 'd', 'y']
  const yearFirst: Order = ['y', 'm', 'd']
  const two = (number: number): string => String(number).padStart(2, '0')
  const written = (date: string, order: Order, separator: string): string => {
    const parts = { y: date.slice(2, 4), m: date.slice(5, 7), d: date.slice(8) }
    return order.map((part) => parts[part]).join(separator)
  }
  /** Dates within a few years, sorted or not. */
  const days = fc
    .record({
      first: fc.integer({ min: 1971, max: 2060 }),
      years: fc.constantFrom(1, 1, 2, 3, 9),
      picks: fc.array(fc.nat(20_000), { minLength: 1, maxLength: 40 }),
      isSorted: fc.boolean(),
    })
    .map(({ first, years, picks, isSorted }) => {
      const start = Date.UTC(first, 0, 1)
      const dates = picks.map((pick) =>
        new Date(start + (pick % (years * 365)) * 86_400_000).toISOString().slice(0, 10),
      )
      return isSorted ? dates.toSorted() : dates
    })
  const orders = fc.constantFrom(dayFirst, monthFirst, yearFirst)

  test('are read in the right order, or the report says that the order is ambiguous', async () => {
    await fc.assert(
      fc.asyncProperty(days, orders, fc.constantFrom('-', '/', '.'), async (dates, order, separator) => {
        const { type, written: read, report } = await column(dates.map((date) => written(date, order, separator)))
        const isAnnounced = type === 'text' || report.fixes.some(({ code }) => code === 'ambiguous_dates')
        expect(isAnnounced ? dates : read).toEqual(dates)
      }),
      { numRuns: runs(60) },
    )
  })

  const months = (day: string) =>
    Array.from({ length: 24 }, (_, at) => `20${23 + Math.floor(at / 12)}-${two((at % 12) + 1)}-${day}`)
  const shuffled = Array.from({ length: 200 }, (_, at) =>
    new Date(Date.UTC(2023, 0, 1) + ((at * 7919) % 730) * 86_400_000).toISOString().slice(0, 10),
  )

  test.each<[Order, readonly string[], string]>([
    [dayFirst, months('15'), 'day first, because only then are they sorted'],
    [yearFirst, shuffled, 'year first, because days vary more than years'],
    [dayFirst, shuffled, 'day first, because days vary more than years'],
    [yearFirst, ['2024-01-30', '1985-12-01', '2001-07-15'], 'year first. Row 3 proves it'],
  ])('in the order %s are explained by a note', async (order, dates, reason) => {
    const found = await column(dates.map((date) => written(date, order, '-')))
    expect(found.written).toEqual(dates)
    expect(found.report.notes.join('\n')).toContain(reason)
    expect(found.report.fixes.map(({ code }) => code)).toEqual(['date_form'])
  })

  test('are announced if a single date may begin with the day or the year', async () => {
    const { report } = await column(['24-01-31'])
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'ambiguous_dates', count: 1 }))
  })

  test('stay text if one or two values could as well be codes', async () => {
    expect((await column(['45-10-22', '45-10-23'])).type).toBe('text')
  })
})

describe('fractions of seconds', () => {
  const longest = { postgresql: 6, mysql: 6, mariadb: 6, sqlite: 9, sql_server: 7, oracle: 9 } as const
  const digits = (count: number): string => '123456789'.slice(0, count)

  test.each(Object.entries(longest) as [Dialect, number][])('in %s keep %i digits', async (dialect, most) => {
    for (const [type, start] of [
      ['timestamp', '2024-01-01 10:00:00.'],
      ['time', '10:00:00.'],
    ] as const) {
      const value = start + digits(most)
      expect(await column([value], {}, dialect)).toMatchObject({ type, written: [value] })
      if (most < 9) expect(await column([start + digits(most + 1)], {}, dialect)).toMatchObject({ type: 'text' })
      expect((await column([`${start}5${'0'.repeat(most)}`], {}, dialect)).written).toEqual([
        `${start}5${'0'.repeat(most - 1)}`,
      ])
    }
  })

  test('are rejected and never rounded if a later value has more digits than the column', async () => {
    const many = Array.from({ length: 30_000 }, () => '2024-01-01 10:00:00.123456')
    const { report } = await column([...many, '2024-01-01 10:00:00.1234567'], { sample_rows: 10 })
    expect(report.rows).toMatchObject({ converted: many.length, rejected: 1 })
  })
})

describe('time zones', () => {
  test.each([
    ['2024-01-01 10:00:00 UTC', '2024-01-01 10:00:00+00:00'],
    ['2024-01-01 10:00:00 GMT', '2024-01-01 10:00:00+00:00'],
    ['2024-01-01T10:00:00Z', '2024-01-01 10:00:00+00:00'],
    ['2024-01-01T10:00:00+0530', '2024-01-01 10:00:00+05:30'],
    ['2024-01-01 10:00:00 -03', '2024-01-01 10:00:00-03:00'],
  ])('%s', async (value, written) => {
    expect(await column([value])).toMatchObject({ type: 'timestamptz', written: [written] })
  })

  test('are text if the abbreviation is ambiguous', async () => {
    expect((await column(['2024-01-01 10:00:00 CST'])).type).toBe('text')
  })
})

describe('seconds since 1970', () => {
  test.each(['epoch', 'created_epoch', 'Unix Time', 'unix_timestamp', 'epochSeconds', 'unixtime'])(
    'are timestamps in a column named %s',
    async (name) => {
      const found = await column(['1704067200', '1704153601'], {}, 'postgresql', name)
      expect(found).toMatchObject({
        type: 'timestamptz',
        written: ['2024-01-01 00:00:00+00:00', '2024-01-02 00:00:01+00:00'],
      })
      expect(found.report.fixes).toContainEqual(expect.objectContaining({ code: 'epoch_form', count: 2 }))
    },
  )

  test('may be in milliseconds', async () => {
    const found = await column(['1704067200123', '1704153601000'], {}, 'postgresql', 'epoch_ms')
    expect(found.written).toEqual(['2024-01-01 00:00:00.123+00:00', '2024-01-02 00:00:01.000+00:00'])
  })

  test.each(['created_at', 'timestamp', 'time', 'id', 'epochs_trained', 'unixoid'])(
    'are integers in a column named %s',
    async (name) => {
      expect((await column(['1704067200'], {}, 'postgresql', name)).type).toBe('integer')
    },
  )

  test('are integers if they are small, even with such a name', async () => {
    expect((await column(['1', '2', '30'], {}, 'postgresql', 'epoch')).type).toBe('integer')
  })
})

describe('timestamps that the database stores in UTC', () => {
  const known = '2024-01-01T10:00:00-05:00'
  const inside = ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+14:00', '9999-12-31T18:59:59-05:00']
  const outside = ['9999-12-31T19:00:00-05:00', '9999-12-31T23:59:59-00:01', '2024-01-01T00:00:00+14:01']
  const bounded = ['mysql', 'mariadb', 'sql_server', 'oracle'] as const
  const free = ['postgresql', 'sqlite', 'duckdb'] as const

  test.each(bounded)('have years from 1 to 9999 and offsets up to 14 hours in %s', async (dialect) => {
    for (const value of inside) expect((await column([known, value], {}, dialect)).type).toBe('timestamptz')
    for (const value of outside) expect((await column([known, value], {}, dialect)).type).toBe('text')
    expect((await column(['31/12/2000 00:00Z', '01/01/0001 04:59+05:00'], {}, dialect)).type).toBe('text')
    expect((await column(['31/12/2000 00:00Z', '01/01/0001 05:00+05:00'], {}, dialect)).type).toBe('timestamptz')
  })

  test.each(bounded)('reject their rows after the sample in %s', async (dialect) => {
    const values = [...Array.from({ length: 20_000 }, () => known), ...inside, ...outside, known]
    const { report } = await column(values, { sample_rows: 2 }, dialect)
    expect(report.rows).toMatchObject({ converted: values.length - outside.length, rejected: outside.length })
    expect(report.problems.map(({ value }) => value)).toEqual(outside)
  })

  test.each(free)('are unrestricted in %s', async (dialect) => {
    for (const value of [...inside, ...outside])
      expect((await column([known, value], {}, dialect)).type).toBe('timestamptz')
  })
})

test('an unknown locale is refused', async () => {
  await expect(column(['01/02/2024'], { locale: 'qqq' })).rejects.toThrow('invalid_spec: "qqq" is not a known locale')
})

describe('dates that begin with a two-digit year', () => {
  test.each<[string, readonly string[], Inference, readonly string[], number]>([
    ['as asked for', ['24/01/02', '24/03/04'], { date_order: 'year_first' }, ['2024-01-02', '2024-03-04'], 2],
    ['by its locale', ['24-1-2', '99-03-04'], { locale: 'ja-JP' }, ['2024-01-02', '1999-03-04'], 0],
    [
      'that no other order reads',
      ['99/12/31', '00/12/31'],
      { date_order: 'year_first' },
      ['1999-12-31', '2000-12-31'],
      0,
    ],
    ['not asked for', ['24/01/02', '24/03/04'], {}, ['2024-01-02', '2024-03-04'], 2],
    ['with all its digits', ['2024/01/02', '2024/3/4'], { date_order: 'year_first' }, ['2024-01-02', '2024-03-04'], 0],
    ['which is last', ['01/02/2024', '03/04/2024'], { date_order: 'year_first' }, ['2024-01-02', '2024-03-04'], 2],
    [
      'against the locale',
      ['01/02/03', '02/03/04'],
      { locale: 'ja-JP', date_order: 'day_first' },
      ['2003-02-01', '2004-03-02'],
      2,
    ],
  ])('%s', async (_, values, inference, written, ambiguous) => {
    const found = await column(values, inference)
    expect(found).toMatchObject({ type: 'date', written })
    expect(found.report.fixes.find(({ code }) => code === 'ambiguous_dates')?.count ?? 0).toBe(ambiguous)
  })

  test('are reported, in timestamps as well', async () => {
    const found = await column(['24/01/02 10:00', '99/03/04 11:00:30'], { date_order: 'year_first' })
    expect(found).toMatchObject({ type: 'timestamp', written: ['2024-01-02 10:00:00', '1999-03-04 11:00:30'] })
    expect(found.report.notes).toEqual(['Column "c": dates are read year first. Row 3 proves it.'])
    const many = Array.from({ length: 40 }, () => '24/01/02')
    const late = await column([...many, '24/13/02', '2024/01/02'], { date_order: 'year_first', sample_rows: 10 })
    expect(late.report.rows).toMatchObject({ converted: 40, rejected: 2 })
    expect(late.report.fixes[0]?.message).toContain('read year first')
  })
})

describe('the order of day and month of a file', () => {
  const output = { dialect: 'postgresql', format: 'csv' } as const

  test('is that of the column that proves it', async () => {
    const file = 'booked,valid,since\n02.01.2024,02.01.2024,2024-01-31\n12.01.2024,13.01.2024,2024-02-01\n'
    const { script, report } = await converted(file, { output })
    expect(script).toBe(
      'booked,valid,since\r\n2024-01-02,2024-01-02,2024-01-31\r\n2024-01-12,2024-01-13,2024-02-01\r\n',
    )
    expect(report.notes.join(' ')).toContain('"booked": dates are read day first, because column "valid" proves')
    expect(report.fixes).toContainEqual(
      expect.objectContaining({ code: 'ambiguous_dates', column: 'booked', count: 2 }),
    )
  })

  test('is that of a column with a proof after the sample', async () => {
    const file = `a,b\n${'02/01/2024,03/04/2024\n'.repeat(30)}02/01/2024,31/12/2024\n`
    const { script } = await converted(file, { output, inference: { sample_rows: 10 } })
    expect(script).toContain('\r\n2024-01-02,2024-04-03\r\n')
    expect(script).toContain('\r\n2024-01-02,2024-12-31\r\n')
  })

  test('is not that of other columns if two of them disagree, or if the spec has it', async () => {
    const file = 'a,b,c\n02/01/2024,31/12/2024,12/31/2024\n'
    expect((await converted(file, { output })).script).toContain('2024-02-01,2024-12-31,2024-12-31')
    const month_first = await converted('a,b\n02/01/2024,31/12/2024\n', {
      output,
      inference: { date_order: 'month_first' },
    })
    expect(month_first.script).toContain('2024-02-01,2024-12-31')
  })
})
