import { expect, test } from 'vitest'
import { converted } from '../support.ts'

const dump = (statements: string): string =>
  `-- MySQL dump 10.13\n${statements}CREATE TABLE t (a timestamp DEFAULT '2024-01-01 00:00:00', b text);\nINSERT INTO t VALUES ('2024-01-02 03:04:05','é');\n`
const script = async (statements: string): Promise<string> =>
  (await converted(dump(statements), { output: { dialect: 'postgresql' } }, 'd.sql')).script

// Every JavaScript object inherits properties with these names.
test.each(['constructor', 'toString', '__proto__', 'valueOf'])(
  'a character set or setting named %s is unknown',
  async (name) => {
    const plain = await script('')
    expect(await script(`SET NAMES ${name};\n`)).toBe(plain)
    expect(await script(`SET ${name} = '+05:00';\n`)).toBe(plain)
  },
)

test.each(['constructor', '__proto__'])('a type named %s is unknown', async (name) => {
  const types = async (type: string): Promise<unknown> => {
    const text = `-- MySQL dump 10.13\nCREATE TABLE t (a ${type}, b national ${type});\nINSERT INTO t VALUES ('1','2');\n`
    const { script: made, report } = await converted(text, { output: { dialect: 'postgresql' } }, 'd.sql')
    return [made, JSON.stringify(report).replaceAll(type, 'unheard')]
  }
  expect(await types(name)).toEqual(await types('unheard'))
})
