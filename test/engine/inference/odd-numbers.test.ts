import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../lab/fuzz/random.ts'
import { bothWays } from '../webassembly/both-ways.ts'
import { converted } from '../support.ts'

describe('numbers in unusual notations', () => {
  test.each([
    ['money below one', ['$.23', '$15.20', '-$.50'], 'decimal', ['0.23', '15.20', '-0.50']],
    ['shares below one', ['.5%', '12.25%'], 'decimal', ['0.5', '12.25']],
    ['quotients beside errors of Excel', ['#DIV/0!', '0.5', '#WERT!', '12.25'], 'decimal', ['', '0.5', '', '12.25']],
    ['measurements beside stars', ['***', '0.5', '12.25'], 'decimal', ['', '0.5', '12.25']],
    ['small floats', ['8.9e-06', '.003', '-.5', '0.05'], 'float', ['8.9e-06', '0.003', '-0.5', '0.05']],
  ])('%s', async (_, values, type, written) => {
    const lines = ['id,v', ...values.map((value, at) => `${at},${value}`), '']
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { script, report } = await converted(lines.join('\n'), { output })
    expect(report.columns[1]?.type).toBe(type)
    expect(report.fixes).not.toEqual([])
    const back = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
    expect(back.slice(1).map(([, value]) => value)).toEqual(written)
  })

  test.each([
    ['telephone numbers', ['612 345 678', '655 120 907', '691 044 312'], 'text'],
    ['telephone numbers with dots', ['612.345.678', '655.120.907', 'N/A', '691.044.312'], 'text'],
    ['numbers of companies', ['28 270 992 384', '11 440 414 905', '32 249 689 109'], 'text'],
    ['amounts of different sizes', ['612 345 678', '55 120 907', '691 044 312'], 'decimal'],
    ['rounded amounts', ['612 345 000', '655 120 000', '691 044 000'], 'decimal'],
    ['small amounts', ['12 345 678', '55 120 907', '91 044 312'], 'decimal'],
    ['amounts with fractions', ['612 345 678,50', '655 120 907,00', '691 044 312,25'], 'decimal'],
    ['one amount that is repeated', ['612 345 678', '612 345 678', '612 345 678'], 'decimal'],
  ])('%s with groups of three digits', async (_, values, type) => {
    const lines = ['id;v', ...values.map((value, at) => `${at};${value}`), '']
    const { script, report } = await converted(lines.join('\n'), { output: { dialect: 'postgresql', format: 'csv' } })
    expect(report.columns[1]?.type).toBe(type)
    const back = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data.slice(1)
    if (type === 'text') expect(back.map(([, value]) => value)).toEqual(values)
    else
      expect(back.map(([, value]) => Number(value))).toEqual(
        values.map((value) => Number(value.replaceAll(' ', '').replace(',', '.'))),
      )
  })

  test('are floats if they have more digits than a double needs and a double prints them the same', async () => {
    const random = new Random(19)
    for (const digits of [0, 5, 14, 15, 16, 17, 18, 19, 24, 40]) {
      const values = Array.from({ length: 40 }, () =>
        ((random.next() - 0.5) * 10 ** (random.below(20) - 10)).toExponential(digits),
      )
      const { script, report } = await converted(
        ['id,v', ...values.map((value, at) => `${at},${value}`), ''].join('\n'),
        {
          output: { dialect: 'postgresql', format: 'csv' },
        },
      )
      expect(`${digits}: ${report.columns[1]?.type}`).toBe(`${digits}: float`)
      const back = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
      expect(back.slice(1).map(([, value]) => Number(value))).toEqual(values.map(Number))
    }
  })

  test.each([
    ['of twenty digits that a double would change', '1.2345678901234567891e+00'],
    ['of eighteen digits that a double would change', '1.23456789012345672e-05'],
    ['too large', '1.000000000000000000e+400'],
  ])('are text if they are %s', async (_, value) => {
    const { report } = await converted(`id,v\n1,${value}\n2,${value}\n`, { output: { dialect: 'postgresql' } })
    expect(report.columns[1]?.type).toBe('text')
  })

  test.each(['$.', '.', 'e5', '.e5'])('do not include %j', async (value) => {
    const { report } = await converted(`id,v\n1,${value}\n2,${value}\n`, { output: { dialect: 'sqlite' } })
    expect(report.columns[1]?.type).toBe('text')
  })

  test('are read the same in the kernel and in plain code', async () => {
    const values = ['$15.20', '$.23', '-$1.50', '$0.10', '-$.50']
    const lines = Array.from(
      { length: 3000 },
      (_, at) => `${at},${values[at % 5]},${at % 3 === 0 ? '.25' : `${at}e-3`}`,
    )
    const spec = { output: { dialect: 'postgresql' }, inference: { sample_rows: 50 } } as const
    const { ours, plain } = await bothWays(['id,price,n', ...lines, ''].join('\n'), spec)
    expect(ours).toEqual(plain)
  })
})
