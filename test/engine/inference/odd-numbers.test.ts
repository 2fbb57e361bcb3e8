import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../lab/fuzz/random.ts'
import { bothWays } from '../webassembly/both-ways.ts'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

/** Converts a column of values below a name. */
async function readColumn(name: string, values: readonly string[], more: Omit<SpecInput, 'output'> = {}, other = 'x') {
  const lines = [`id;other;${name}`, ...values.map((value, at) => `${at};${other};${value}`), '']
  const output = { dialect: 'postgresql', format: 'csv' } as const
  const { script, report } = await converted(lines.join('\n'), { ...more, output })
  const back = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data.slice(1)
  return { written: back.map((row) => row[2]), type: report.columns[2]?.type, notes: report.notes ?? [] }
}

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

  describe('with groups of three digits', () => {
    const phones = ['612 345 678', '655 120 907', '691 044 312', '120 332 111']
    const dotted = phones.map((value) => value.replaceAll(' ', '.'))
    const many = Array.from({ length: 24 }, (_, at) => `6${at + 10} ${String(at * 37 + 100)} ${String(at * 31 + 101)}`)
    const inFrench = phones.map((value) => new Intl.NumberFormat('fr').format(Number(value.replaceAll(' ', ''))))
    const locale = (tag: string) => ({ inference: { locale: tag } })

    test.each([
      ['Telefon', phones],
      ['phone_number', phones],
      ['homePhone', phones],
      ['Kundentelefon', phones],
      ['Téléphone', phones],
      ['telefono', [...dotted, 'N/A']],
      ['Puhelinnumero', phones],
      ['телефон', phones],
      ['SIREN', phones],
      ['customer_phone', phones],
      ['Entreprise (tel.)', phones],
      ['ABN', ['28 270 992 384', '11 440 414 905', '32 249 689 109']],
      ['Telefonnummer', many],
      ['mobile', phones.map((value) => value.replaceAll(' ', '\u00A0'))],
    ])('are text with a note if they are telephone numbers or the like, in a column %s', async (name, values) => {
      const { written, type, notes } = await readColumn(name, values)
      expect({ written, type }).toEqual({ written: values, type: 'text' })
      expect(notes).toEqual([expect.stringContaining(`look like telephone numbers. If they are amounts,`)])
      const forced = await readColumn(name, values, { columns: [{ index: 2, type: 'decimal' }] })
      expect(forced.notes).toEqual([])
      expect(forced.written).toEqual(values.map((value) => value.replace('N/A', '').replaceAll(/[ .\u00A0]/g, '')))
    })

    test.each([
      ['umsatz', phones, {}],
      ['umsatz_eur', dotted, {}],
      ['v', phones, {}],
      ['Telefonkosten', phones, {}],
      ['chiffre', inFrench, {}],
      ['telephone', inFrench, {}],
      ['CA', [...inFrench, ...many.map((value) => value.replaceAll(' ', '\u202F'))], {}],
      ['montant (EUR)', many, locale('fr-FR')],
      ['HDP v Kc', many, locale('cs-CZ')],
      ['kontakt', many.map((value) => value.replaceAll(' ', '.')), locale('de-DE')],
      ['kontakt', many, {}],
      ['telefon', ['612 345 678', '55 120 907', '691 044 312'], {}],
      ['telefon', ['612 345 000', '655 120 000', '691 044 000'], {}],
      ['telefon', ['12 345 678', '55 120 907', '91 044 312'], {}],
      ['telefon', ['612 345 678', '612 345 678', '612 345 678'], {}],
      ['Revenue', many, {}],
      ['€', many, {}],
      ['población', many, {}],
      ['обороты', many, {}],
    ])('are numbers if they are amounts, in a column %s (%j)', async (name, values, more) => {
      const { written, type, notes } = await readColumn(name, values, more)
      expect(['decimal', 'integer']).toContain(type)
      expect(written.map(Number)).toEqual(values.map((value) => Number(value.replaceAll(/[\s.]/g, ''))))
      expect(notes.filter((note) => note.includes('telephone'))).toEqual([])
    })

    test('are numbers with dots if another column proves the decimal comma', async () => {
      const values = many.map((value) => `12.${value.replaceAll(' ', '.')}`)
      const numbers = values.map((value) => Number(value.replaceAll('.', '')))
      expect((await readColumn('bilanzsumme', values.slice(0, 4), {}, '12,50')).written.map(Number)).toEqual(
        numbers.slice(0, 4),
      )
      const { written, type } = await readColumn('b', values, {}, '12,50')
      expect({ type, numbers: written.map(Number) }).toEqual({ type: 'decimal', numbers })
    })

    test('are numbers if they have fractions', async () => {
      const { written } = await readColumn('telefon', ['612 345 678,50', '655 120 907,00', '691 044 312,25'])
      expect(written.map(Number)).toEqual([612345678.5, 655120907, 691044312.25])
    })
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
