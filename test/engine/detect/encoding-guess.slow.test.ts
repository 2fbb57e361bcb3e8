import { isUtf8 } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { decoderOf } from '../../../container/engine/bytes/decoder.ts'
import { detectEncoding } from '../../../container/engine/detect/encoding/encoding.ts'
import { converted } from '../support.ts'
import { encodedExactly } from '../../../lab/encodings/iconv.ts'
import { encodingsOf } from '../../../lab/encodings/languages.ts'
import { labelledTables } from '../../../lab/encodings/tables.ts'
import { labelledTexts } from './labelled-texts.ts'
import { runs } from '../../property-runs.ts'
import { announced } from '../../databases/announced.ts'

const hasIconv = spawnSync('/usr/bin/iconv', ['--version']).status === 0
announced(hasIconv, 'iconv is not installed: apt-get install libc-bin')

/** Returns null if the encoding lacks a character. */
const encoded = (text: string, encoding: string): Uint8Array | null => encodedExactly([{ text, encoding }])[0] ?? null

const table = (words: readonly string[], plainRows = 3): string =>
  [
    'id,name,note',
    ...words.map((word, at) => `${at + 1},${word.replaceAll(',', '')},note`),
    ...Array.from({ length: plainRows }, (_, at) => `${at + 100},plain text,x`),
    '',
  ].join('\n')

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

/** Returns the lines of a text in an encoding that shares ASCII's line feed. */
function linesIn(bytes: Uint8Array): number[][] {
  const lines: number[][] = [[]]
  for (const byte of bytes) {
    lines.at(-1)?.push(byte)
    if (byte === 10) lines.push([])
  }
  return lines.slice(0, -1)
}

const output = { dialect: 'postgresql', format: 'csv' } as const

describe.runIf(hasIconv)('undeclared encodings', () => {
  test('are detected in 97 of 100 tables, and every wrong guess has a note', () => {
    const wrong: string[] = []
    let count = 0
    const texts = labelledTexts.flatMap(({ language, encodings, words }) =>
      encodings.flatMap((encoding) =>
        [words.slice(0, 4), words.slice(5, 9), words].map((some) => ({ language, encoding, text: table(some) })),
      ),
    )
    for (const [at, bytes] of encodedExactly(texts).entries()) {
      const { language = '', encoding = '', text = '' } = texts[at] ?? {}
      if (bytes === null) continue
      count++
      const found = detectEncoding(bytes, true)
      if (decoderOf(found.encoding)(bytes, false).normalize('NFC') === text.normalize('NFC')) continue
      wrong.push(`${language} in ${encoding}: ${found.encoding}`)
      expect(found.guess?.confidence).toBeLessThan(0.99)
    }
    expect(count).toBeGreaterThan(300)
    expect(wrong.length / count, wrong.join('\n')).toBeLessThanOrEqual(0.03)
  })

  test('are detected in tables of names in 35 languages, and no wrong guess is certain', () => {
    const wrong: string[] = []
    let count = 0
    for (const [language, encodings] of Object.entries(encodingsOf)) {
      for (const { encoding, size, text, bytes } of labelledTables(language, encodings, [3, 30], {
        tables: runs(2),
        seed: 7,
      })) {
        count++
        const found = detectEncoding(bytes, true)
        if (decoderOf(found.encoding)(bytes, false).normalize('NFC') === text) continue
        wrong.push(`${language} in ${encoding}, ${size} rows: ${found.encoding}`)
        expect(found.guess?.confidence, wrong.at(-1)).toBeLessThan(0.99)
      }
    }
    expect(count).toBeGreaterThan(runs(2) * 200)
    expect(wrong.length / count, wrong.join('\n')).toBeLessThanOrEqual(0.03)
  })

  test.each([
    ['WINDOWS-1257', 'Šv.|Lakšadvepas|Mosjøen|Malmö|Torrejón|Katomérion|Inčionas|Rešita|Göteborg|Mahón'],
    ['WINDOWS-1257', 'Pietų|Réunion|Évreux|Žaneiras|Palhoča|Mičiganas|Bandžarmasinas|Karolinė|Orléans'],
    ['ISO-8859-4', 'Šv.|Lakšadvepas|Mosjøen|Malmö|Žaneiras|Mičiganas|Inčionas|Rešita|Göteborg|Pietų'],
    ['WINDOWS-1254', 'Michoacán|Bölgeleri|Vršac|Adası|Limanı|Güney|Kärdla|Moğolistan|Morón|Zamanı'],
    ['WINDOWS-1252', 'Hawaï|Ponta Porã|Luleå|Genève|Rørvik|Suède|Hagåtña|Adelaïde|Besançon|Nîmes'],
    ['CP850', 'José|Muñoz|Peña|Núñez|Ibáñez|Müller|Çelik|João|Åberg|Ørsted'],
  ])('are detected in %s with names from other languages: %s', (encoding, words) => {
    const text = table(words.split('|'))
    const bytes = encoded(text, encoding) as Uint8Array
    expect(decoderOf(detectEncoding(bytes, true).encoding)(bytes, false)).toBe(text)
  })

  test('are detected beside lines in UTF-8', () => {
    const inUnicode = table(['Dupré', 'Lemaître', 'Étienne', 'Benoît', 'économètre'], 0)
    const rest = 'Lévêque|Forêt|Hélène|démantèlement|Bègue'.split('|').map((word) => `7,${word}\n`)
    const bytes = [new TextEncoder().encode(inUnicode), encoded(rest.join(''), 'WINDOWS-1252') as Uint8Array]
    expect(detectEncoding(new Uint8Array(Buffer.concat(bytes)), true).encoding).toBe('windows-1252')
  })

  test('are uncertain if many words have letters of other languages', () => {
    const foreign = 'Laghmān Lōgar Farāh Ghōr Herāt Khōst Baghlān Bāmyān Takhār Kandahār'.split(' ')
    const estonian = 'Põhja-Karjala Põhja-Savo Päijät-Häme Löuna-Savo Kanta-Häme Päris-Soome Põhja-Iirimaa'.split(' ')
    const text = table([...foreign, ...estonian])
    for (const encoding of ['ISO-8859-4', 'WINDOWS-1257', 'CP775']) {
      const found = detectEncoding(encoded(text, encoding) as Uint8Array, true)
      expect([encoding, found.source, (found.guess?.confidence ?? 1) < 0.99]).toEqual([encoding, 'guessed', true])
    }
  })

  test('never get a wrong guess with high confidence from one or two words', () => {
    let count = 0
    const sure: string[] = []
    const texts = labelledTexts.flatMap(({ language, encodings, words }) => {
      const lines = words.map((word) => word.replaceAll(',', '')).filter((word) => /[^ -~]/.test(word))
      // A line in one of these encodings may begin in another state than its text.
      const stateless = encodings.filter((one) => !one.startsWith('ISO-2022'))
      return stateless.map((encoding) => ({ language, encoding, lines, text: `${lines.join('\n')}\n` }))
    })
    for (const [index, bytes] of encodedExactly(texts).entries()) {
      const { language = '', encoding = '', lines = [] } = texts[index] ?? {}
      const cut = bytes === null ? [] : linesIn(bytes)
      for (let at = 0; at < cut.length; at += 3) {
        const line = lines[at] ?? ''
        if (line.split(' ').length > 2) continue
        const text = Uint8Array.from([...ascii('id,name\n1,'), ...(cut[at] ?? []), ...ascii('2,x\n')])
        const found = detectEncoding(text, true)
        // One word in several hundred is valid UTF-8 by chance.
        if (found.source !== 'guessed') continue
        count++
        if (decoderOf(found.encoding)(text, false).normalize('NFC') === `id,name\n1,${line}\n2,x\n`.normalize('NFC'))
          continue
        if ((found.guess?.confidence ?? 1) >= 0.95) sure.push(`${language} in ${encoding}: ${found.encoding}`)
      }
    }
    expect(count).toBeGreaterThan(300)
    expect(sure).toEqual([])
  })

  test.each([
    ['Мали', 'CP855'],
    ['Ниује', 'CP855'],
    ['Тайланд', 'CP855'],
    ['Košťál', 'CP852'],
    ['瞳', 'EUC-JP'],
    ['思源', 'GB2312'],
    ['채', 'EUC-KR'],
    ['閨', 'EUC-KR'],
  ])('are doubted if one word is valid UTF-8 by chance: %s in %s', (word, encoding) => {
    const bytes = encoded(table([word]), encoding) ?? new Uint8Array(0)
    expect(isUtf8(bytes)).toBe(true)
    expect(detectEncoding(bytes, true)).toMatchObject({ source: 'guessed', guess: { confidence: 0.8 } })
  })

  test.each([
    ['Китайски', 'Китай'],
    ['Парагвай', 'Чад'],
  ])('are not broken UTF-8 if the valid parts of words are letters of several scripts: %s, %s', (...words) => {
    const found = detectEncoding(encoded(table(words), 'CP855') ?? new Uint8Array(0), true)
    expect(found).toMatchObject({ encoding: 'cp855', source: 'guessed' })
    expect(found.guess?.confidence).toBeLessThan(0.99)
  })

  test.each(['caf\xc3\xa9 na\xc3\xafve cr\xe8me r\xc3\xa9sum\xc3\xa9', '\xd0\x9a\xd0\xb8\xd1\x97\xd0\xb2 \xd0'])(
    'are not the question if a text in UTF-8 has a broken character: %j',
    (text) => {
      const bytes = Uint8Array.from(`id,name\n1,${text}\n2,x\n`, (character) => character.charCodeAt(0))
      expect(detectEncoding(bytes, true).encoding).toBe('utf-8')
    },
  )

  test.each(['Қазақстан', '東京', '中', 'Ελλάδα', 'Київ', 'São', 'iPhone手机', '5 µm', 'Ծաղիկ'])(
    'are not the question if a text has one word in UTF-8: %s',
    (word) => {
      const { encoding } = detectEncoding(new TextEncoder().encode(table([word])), true)
      expect(encoding).toBe('utf-8')
    },
  )

  test.each([
    ['apostrophes', 'windows-1252', ['It’s', 'Don’t']],
    ['an apostrophe', 'windows-1252', ['It’s one']],
    ['an accent that is an apostrophe in Windows', 'macintosh', ['Emília', 'Lívia']],
    ['dashes and dots', 'windows-1252', ['a — b', 'wait…', 'the dog’s bone']],
    ['an accent', 'windows-1252', ['café']],
    ['units', 'windows-1252', ['5 µm', '7 µg', 'm²']],
    ['apostrophes', 'macintosh', ['It’s', 'don’t', 'we’re']],
    ['accents', 'macintosh', ['café', 'résumé', 'naïve']],
    ['accents', 'cp850', ['José', 'François', 'Müller']],
    ['umlauts', 'cp850', ['München', 'Köln', 'Düsseldorf']],
    ['cities', 'windows-1254', ['İstanbul', 'Diyarbakır', 'Muğla']],
    ['cities', 'windows-1253', ['Αθήνα', 'Θεσσαλονίκη']],
    ['cities', 'cp866', ['Москва', 'Новосибирск']],
    ['cities', 'mac-cyrillic', ['Москва', 'Новосибирск', 'Самара']],
    ['cities', 'gb18030', ['北京', '上海']],
    ['cities', 'shift_jis', ['東京', '大阪']],
    ['cities', 'euc-kr', ['서울', '부산']],
    ['cities', 'big5', ['台北', '高雄']],
    ['names', 'viscii', ['Trần Thị Mai', 'Nguyễn Văn Hùng', 'Đà Nẵng', 'Hải Phòng']],
    ['names', 'cp1258', ['Trần Thị Mai', 'Nguyễn Văn Hùng', 'Đà Nẵng', 'Hải Phòng']],
    ['words', 'iso-2022-kr', ['인천', '강남구']],
    ['words', 'johab', ['인천광역시', '강남구 테헤란로', '주식회사']],
    ['words', 'euc-tw', ['臺南市', '股份有限公司', '吳宗憲']],
  ])('are detected for %s in %s, in a few rows and in one of a thousand', async (_, encoding, words) => {
    for (const plainRows of [1, 1000]) {
      const text = table(words, plainRows)
      const { script, report } = await converted(encoded(text, encoding) as Uint8Array, { output })
      expect(script.replaceAll('\r\n', '\n')).toBe(text)
      expect(report.input).toMatchObject({ encoding_source: 'guessed' })
    }
  })

  test.each([
    [
      'windows-1252',
      ['aujourd’hui', 'Ankara’da', 'Qur’an', 'rock ’n’ roll', '19” monitor', 'N’Djamena', 'dogs’ bones'],
    ],
    ['macintosh', ['1964—2022']],
    ['cp437', ['yksikkö', 'Österreich', 'näste']],
    ['cp850', ['sør', 'øya']],
    ['mac-cyrillic', ['Сирийска лира', 'Либан']],
  ])('are found in %s by a single word', (encoding, words) => {
    for (const word of words) {
      const bytes = encoded(table([word]), encoding) as Uint8Array
      const found = detectEncoding(bytes, true)
      expect(decoderOf(found.encoding)(bytes, false)).toContain(`1,${word},`)
      expect(found.guess?.confidence).toBeLessThan(0.95)
    }
  })

  test('are never certain if some bytes are invalid in them', () => {
    const words = Array.from(
      { length: 40 },
      (_, at) => `臺南市股份有限公司${'吳宗憲北高雄桃園新竹苗栗彰化'.slice(at % 13)}`,
    )
    const bytes = [
      ...(encoded(table(words), 'euc-tw') ?? []),
      ...ascii('900,'),
      0x8e,
      0xa7,
      0xa1,
      0xa1,
      ...ascii(',note\n'),
    ]
    const found = detectEncoding(Uint8Array.from(bytes), true)
    expect(found.encoding).toBe('euc-tw')
    expect(found.guess?.confidence).toBeLessThan(0.99)
  })

  test('are detected far below the head, because the whole file is evidence', async () => {
    const plain = Array.from({ length: 60_000 }, (_, at) => `${at},name ${at},note`)
    const lines = ['id,name,note', '1,Győr,x', ...plain, '2,Székesfehérvár,x', '3,h\u0171tőgép,y', '']
    const bytes = encoded(lines.join('\n'), 'windows-1250') as Uint8Array
    const { script, report } = await converted(bytes, { output })
    expect(report.input.encoding).toBe('windows-1250')
    expect(script).toContain('hűtőgép')
    expect(script).toContain('Győr')
  })

  test('are detected from a byte outside every sampled part, amid megabytes of ASCII', async () => {
    const plain = Array.from({ length: 150_000 }, (_, at) => `${at},name ${at},note`)
    plain[41_111] = '41111,don’t know,note'
    const bytes = encoded(['id,name,note', ...plain, ''].join('\n'), 'windows-1252') as Uint8Array
    const { script, report } = await converted(bytes, { output })
    expect(script).toContain('don’t know')
    expect(report.input).toMatchObject({ encoding: 'windows-1252', encoding_source: 'guessed' })
  })

  test.each([
    ['utf-8', {}, 'utf-8 valid'],
    ['utf-16le', {}, 'guessed'],
    ['utf-16', {}, 'bom'],
    ['windows-1252', { encoding: 'windows-1252' }, 'declared'],
    ['cp850', { encoding: 'cp850' }, 'declared'],
    ['johab', { encoding: 'johab' }, 'declared'],
  ])('%s with %j is reported as %s', async (encoding, input, source) => {
    const words = encoding === 'johab' ? ['인천'] : ['Müller', 'café']
    const { report } = await converted(encoded(table(words), encoding) as Uint8Array, { output, input })
    expect(report.input.encoding_source).toBe(source)
  })

  test('are announced as a guess if only two bytes inside a Latin word suggest UTF-8', async () => {
    const { report } = await converted(encoded(table(['Đồng Nai']), 'viscii') as Uint8Array, { output })
    expect(report.input).toMatchObject({ encoding: 'utf-8', encoding_source: 'guessed', encoding_confidence: 0.8 })
    expect(report.notes.join(' ')).toContain('The encoding utf-8 is a guess')
  })

  test.each(['Łódź', 'Москва', 'мы', 'Αθήνα', 'Hà', '(°C)', 'N° 5', 'naïve', '5 µm', 'a → b', '東京', '1\u00a0234'])(
    'UTF-8 of "%s" is certain',
    async (word) => {
      const { report } = await converted(table([word]), { output })
      expect(report.input).toMatchObject({ encoding: 'utf-8', encoding_source: 'utf-8 valid' })
      expect(report.notes).toEqual([])
    },
  )

  test('a diameter sign among Latin words is not read as a Cyrillic word', async () => {
    const { script } = await converted(encoded(table(['Ø 5 mm'], 30), 'windows-1252') as Uint8Array, { output })
    expect(script).toContain('Ø 5 mm')
  })

  test('a guess with little evidence has a note with both readings', async () => {
    const { report } = await converted(encoded(table(['It’s']), 'windows-1252') as Uint8Array, { output })
    expect(report.input.encoding_confidence).toBeLessThan(0.95)
    expect(report.input.encoding_runner_up).toBe('macintosh')
    expect(report.notes.join(' ')).toContain('"It’s" would be "Itís"')
  })
})
