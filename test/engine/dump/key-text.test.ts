import { describe, expect, test } from 'vitest'
import { keyText } from '../../../container/engine/dump/server/key-text.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const letters = [
  'a',
  'A',
  'á',
  'Á',
  'ä',
  'å',
  'ø',
  'o',
  'ñ',
  'n',
  'ü',
  'y',
  'ß',
  'ss',
  's',
  'ς',
  'Σ',
  'σ',
  'İ',
  'i',
  'ı',
  'I',
]
const texts = [
  ...letters,
  'a ',
  'á ',
  'ab',
  'AB',
  '',
  ' ',
  'æ',
  'ae',
  'ﬁ',
  'fi',
  'č',
  'c',
  'ч',
  'Ч',
  'ё',
  'е',
  'й',
  'и',
  '각',
  'が',
  'か',
  'ガ',
]

describe.runIf(hasBoth)('strings with the same key text are equal for MariaDB', () => {
  const both = startBoth()

  test('in each collation of Unicode and of Latin letters', { timeout: 600_000 }, async () => {
    const found = await both.mariadb.read(
      'tests',
      `SELECT DISTINCT full_collation_name, character_set_name FROM information_schema.collation_character_set_applicability
       WHERE character_set_name IN ('utf8mb4', 'latin1', 'latin2', 'cp1251')`,
    )
    expect(found.length).toBeGreaterThan(50)
    let pairs = 0
    for (const [collation = '', charset = ''] of found) {
      const column = { isExactText: /_(?:bin|cs)$/.test(collation ?? ''), collation, charset }
      const alike = texts.flatMap((one) =>
        texts.flatMap((other) =>
          one < other && keyText(one, column) === keyText(other, column) ? [[one, other]] : [],
        ),
      )
      if (alike.length === 0) continue
      const equal = alike.map(([one, other]) => {
        const typed = (text = ''): string => `CONVERT(_utf8mb4'${text}' USING ${charset})`
        const isStored = (text = ''): string => `(CONVERT(${typed(text)} USING utf8mb4) = BINARY _utf8mb4'${text}')`
        return `NOT ${isStored(one)} OR NOT ${isStored(other)} OR ${typed(one)} = ${typed(other)} COLLATE ${collation}`
      })
      const [row = []] = await both.mariadb.read('tests', `SELECT ${equal.join(', ')}`)
      pairs += row.length
      expect(alike.filter((_, at) => row[at] !== '1').map((pair) => [collation, ...pair])).toEqual([])
    }
    expect(pairs).toBeGreaterThan(1000)
  })

  test('in an unknown collation: for those that are the defaults of servers', () => {
    const column = { isExactText: false, collation: null, charset: null }
    expect(keyText('É ', column)).toBe(keyText('e', column))
    expect(keyText('Ä', column)).not.toBe(keyText('A', column))
  })
})
