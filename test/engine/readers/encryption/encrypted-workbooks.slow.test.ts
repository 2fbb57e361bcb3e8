import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'

/**
 * The same workbook, encrypted by other programs: rc4.xls, aes-256.ods and blowfish.ods (OpenDocument 1.1) by
 * LibreOffice 7.4, agile.xlsx and standard.xlsx by officecrypto-tool 0.0.19. The xls files with CryptoAPI and with XOR
 * were made by hand from [MS-OFFCRYPTO]. msoffcrypto 5.0 opens the first, and LibreOffice the second.
 */
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(`test/fixtures/encrypted/${name}`))
const names = ['Zoë', 'Øyvind', 'Ann', 'Ελένη']
const expected = `id,name,amount\r\n${Array.from({ length: 60 }, (_, at) => `${at + 1},${names[at % 4] ?? ''} ${at},${at * 1.25}\r\n`).join('')}`

const csv = async (name: string, password: string | null, sheet: string | null = null): Promise<string> => {
  const spec = { input: { password, sheet }, output: { format: 'csv', dialect: 'sqlite' } } as const
  return (await converted(fixture(name), spec, name)).script
}

const files = [
  ['agile.xlsx', 'Grüße 7'],
  ['standard.xlsx', 'Grüße 7'],
  ['rc4.xls', 'Grüße 7'],
  ['aes-256.ods', 'Grüße 7'],
  ['blowfish.ods', 'Grüße 7'],
  ['cryptoapi-128.xls', 'Secret 7'],
  ['cryptoapi-40.xls', 'Secret 7'],
  ['xor.xls', 'Secret 7'],
] as const

describe.each(files)('the protected workbook %s', (name, password) => {
  test('opens with its password, including every sheet', async () => {
    // A decimal has as many digits as the widest value of its column.
    const rows = (text: string): (string | number)[][] =>
      text
        .split('\r\n')
        .map((line) => line.split(',').map((cell, at) => (at === 2 && cell !== 'amount' ? Number(cell) : cell)))
    expect(rows(await csv(name, password))).toEqual(rows(expected))
    expect(await csv(name, password, 'Other')).toBe('k\r\nlast\r\n')
  })

  test('requires its password, and refuses another one without repeating it', async () => {
    await expect(csv(name, null)).rejects.toThrow('encrypted_file: The file is protected with a password.')
    await expect(csv(name, 'hunter2')).rejects.toThrow('encrypted_file: The password in input.password does not open')
    await expect(csv(name, 'hunter2')).rejects.not.toThrow('hunter2')
  })
})

describe.each(['agile-default.xlsx', 'xor-default.xls'])("%s, protected with Excel's default password,", (name) => {
  test.each([null, 'anything'])('opens without a password (%s)', async (password) => {
    expect((await csv(name, password)).split('\r\n')[1]).toContain('1,Zoë 0,0')
  })
})

test('any damage to a protected workbook is reported as an error of the file', async () => {
  const ends: string[] = []
  for (const [name, password] of files) {
    const bytes = fixture(name)
    const step = Math.ceil(bytes.length / 5)
    for (let at = 600; at < bytes.length; at += step) {
      const damaged = bytes.slice()
      damaged.fill(0x5a, at, at + 40)
      const spec = { input: { password }, output: { format: 'csv', dialect: 'sqlite' } } as const
      ends.push(await converted(damaged, spec, name).then(() => 'converted', String))
    }
  }
  const ofTheFile =
    /^(?:converted$|Error: (?:encrypted_file|corrupt_file|empty_file|unsupported_format|no_columns|invalid_spec):)/
  expect(ends.filter((end) => !ofTheFile.test(end))).toEqual([])
})
