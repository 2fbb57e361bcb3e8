import { spawnSync } from 'node:child_process'
import papaparse from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { encodedExactly, type TextIn } from '../../../lab/encodings/iconv.ts'
import { announced } from '../../databases/announced.ts'

/** iconv makes the files, so their content is known. Node's TextDecoder is a second referee. */
const hasIconv = spawnSync('/usr/bin/iconv', ['--version']).status === 0
announced(hasIconv, 'iconv is not installed: apt-get install libc-bin')

const known = new Map<string, Uint8Array | null>()
const nameOf = ({ text, encoding }: TextIn): string => `${encoding}:${text}`

/** Returns bytes that were prepared with those of all tests, or else starts iconv. */
function encoded(text: string, encoding: string): Uint8Array {
  const bytes = known.get(nameOf({ text, encoding })) ?? encodedExactly([{ text, encoding }])[0] ?? null
  if (bytes === null) throw new Error(`${encoding} lacks a character of ${text}`)
  return bytes
}

const texts = {
  french:
    'prénom;ville;remarque\nHélène;Besançon;déjà payé, reçu à Noël\nFrançois;Orléans;où est-ce ?\nZoé;Nîmes;façade côté jardin\n',
  german:
    'Name;Straße;Größe\nJürgen Müller;Königstraße 5;groß\nBärbel Weiß;Lübecker Weg 7;schön\nJörg;Über den Hügel 3;klein\n',
  euro: 'name;price\nStühle;12 €\nTäfelchen;7 €\nKästen;100 €\n',
  spanish: 'año;niño;señal\n2020;Íñigo Núñez;mañana\n2021;Ángel Peña;corazón\n2022;Begoña Ibáñez;pingüino\n',
  polish:
    'imię;miasto;uwagi\nŁukasz Wiśniewski;Łódź;zażółć gęślą jaźń\nŚwiętosława;Gdańsk;źródło\nMałgorzata Dąbrowska;Kraków;święto\nGrażyna;Częstochowa;żółty\n',
  czech:
    'jméno;město;poznámka\nJiří Dvořák;Plzeň;příliš žluťoučký kůň\nŠtěpán Černý;České Budějovice;úpěl ďábelské ódy\nŽaneta Řezníčková;Třebíč;dům\n',
  hungarian:
    'név;város;megjegyzés\nSzőke Győző;Győr;árvíztűrő tükörfúrógép\nKőműves Ödön;Hódmezővásárhely;öt hűtőház\nErdős Pál;Szűcsfürdő;nő\n',
  russian:
    'имя;город;заметка\nАлександр Пушкин;Санкт-Петербург;съешь ещё этих мягких французских булок\nЕкатерина Щукина;Нижний Новгород;да выпей чаю\nЮрий;Москва;Объект № 7\n',
  ukrainian:
    "ім'я;місто;нотатка\nЄвгенія Їжакевич;Київ;щастя їхнє\nІгор;Запоріжжя;ґанок і ґудзик\nЮлія;Чернівці;чуєш їх, доцю, га\n",
  greek:
    'όνομα;πόλη;σημείωση\nΓιώργος Παπαδόπουλος;Αθήνα;ξεσκεπάζω την ψυχοφθόρα βδελυγμία\nΕλένη;Θεσσαλονίκη;καλημέρα σας\nΝίκος;Ηράκλειο;ευχαριστώ\n',
  turkish:
    'ad;şehir;not\nİbrahim Çağlar;İstanbul;pijamalı hasta yağız şoföre çabucak güvendi\nŞule Öğüt;Eskişehir;ışık\nGülşen Yıldız;Muğla;değişik\n',
  hebrew:
    'שם;עיר;הערה\nדוד לוי;תל אביב;דג סקרן שט בים מאוכזב\nרחל כהן;ירושלים;ולפתע מצא לו חברה\nמשה;חיפה;שלום לכולם\n',
  arabic:
    'الاسم;المدينة;ملاحظة\nمحمد علي;القاهرة;نص حكيم له سر قاطع\nفاطمة;بغداد;وذو شأن عظيم\nيوسف;دمشق;مكتوب على ثوب أخضر\n',
  lithuanian:
    'vardas;miestas;pastaba\nŽydrūnas Kęstutis;Šiauliai;įlinkdama fechtuotojo špaga sublykčiojusi\nŪla;Panevėžys;ąžuolų šešėlis\n',
  latvian:
    'vārds;pilsēta;piezīme\nJānis Bērziņš;Rīga;glāžšķūņa rūķīši\nĒriks;Ķegums;dzērumā čiepj Baha koncertflīģeļu vākus\n',
  estonian: 'nimi;linn;märkus\nJüri Õun;Võru;põdur Zagrebi tšellomängija\nÜlle;Jõhvi;külmetas kehvas garaažis\n',
  portuguese:
    'nome;cidade;observação\nJoão Conceição;São Paulo;à noite, vovô Kowalsky vê o ímã cair\nInês;Brasília;coração e avô\n',
  swedish: 'namn;stad;anmärkning\nÅsa Öberg;Malmö;flygande bäckasiner söka hwila på mjuka tuvor\nBjörn;Göteborg;år\n',
  danish: 'navn;by;bemærkning\nSøren Kjær;Århus;høj bly gom vandt fræk sexquiz på wc\nÆgir;Helsingør;på gensyn\n',
  italian: 'nome;città;nota\nNicolò;Forlì;perché no, più caffè\nCosì;Cefalù;è già qua\n',
  romanian:
    'nume;oraş;notă\nŞtefan Ţuţea;Iaşi;înjurând pitoreşte, zoofobul comandă\nIoana;Timişoara;mâine şi poimâine\n',
  croatian: 'ime;grad;bilješka\nŽeljko Šimić;Đakovo;gojazni đačić s biciklom drži hmelj\nČedomir;Šibenik;žuč\n',
  serbian:
    'име;град;белешка\nЂорђе Његош;Љубљана;чешће цeђење мрежастим џаком\nЉиљана;Ниш;ћирилица и још нешто\n'.replace(
      'e',
      'е',
    ),
  bulgarian: 'име;град;бележка\nЖоро Щерев;Пловдив;ах чудна българска земьо, полюшвай цъфтящи жита\nЮлия;Бургас;яко\n',
  thai: 'ชื่อ;เมือง;หมายเหตุ\nสมชาย;กรุงเทพ;เป็นมนุษย์สุดประเสริฐเลิศคุณค่า\nสมหญิง;เชียงใหม่;กว่าบรรดาฝูงสัตว์เดรัจฉาน\n',
  vietnamese: 'ten;noi\nĐặng;ở\n',
  japanese:
    '名前;住所;備考\n山田太郎;東京都千代田区;いろはにほへと ちりぬるを\n佐藤花子;大阪府;コンピューターの値段\n鈴木一郎;北海道札幌市;確認しました\n',
  simplified:
    '姓名;城市;备注\n王小明;北京市海淀区;视野无限广，窗外有蓝天\n李娜;上海;请尽快付款\n张伟;深圳市南山区;货物已经发出\n',
  traditional:
    '姓名;城市;備註\n陳怡君;臺北市信義區;視野無限廣，窗外有藍天\n林志明;高雄;請儘快付款\n黃淑芬;臺中市西屯區;貨物已經發出\n',
  korean:
    '이름;도시;비고\n김민수;서울특별시;키스의 고유조건은 입술끼리 만나야 하고\n이영희;부산광역시;특별한 기술은 필요치 않다\n박지훈;대전;확인했습니다\n',
} as const

/** Languages with their encodings, by the label for a spec. */
const written: readonly (readonly [keyof typeof texts, readonly string[]])[] = [
  ['french', ['windows-1252', 'macintosh', 'iso-8859-1', 'iso-8859-15']],
  ['german', ['windows-1252', 'macintosh', 'iso-8859-1', 'iso-8859-15']],
  ['euro', ['windows-1252', 'macintosh']],
  ['spanish', ['windows-1252', 'macintosh', 'iso-8859-1', 'iso-8859-15']],
  ['polish', ['windows-1250', 'iso-8859-2']],
  ['czech', ['windows-1250', 'iso-8859-2']],
  ['hungarian', ['windows-1250', 'iso-8859-2']],
  ['russian', ['windows-1251', 'koi8-r', 'iso-8859-5']],
  ['ukrainian', ['windows-1251', 'koi8-u', 'iso-8859-5']],
  ['greek', ['windows-1253', 'iso-8859-7']],
  ['turkish', ['windows-1254', 'iso-8859-9']],
  ['hebrew', ['windows-1255', 'iso-8859-8']],
  ['arabic', ['windows-1256', 'iso-8859-6']],
  ['lithuanian', ['windows-1257', 'iso-8859-13', 'iso-8859-4']],
  ['latvian', ['windows-1257', 'iso-8859-13', 'iso-8859-4']],
  ['estonian', ['windows-1257', 'windows-1252']],
  ['portuguese', ['windows-1252', 'macintosh', 'iso-8859-1']],
  ['swedish', ['windows-1252', 'macintosh', 'iso-8859-1']],
  ['danish', ['windows-1252', 'macintosh', 'iso-8859-1']],
  ['italian', ['windows-1252', 'macintosh', 'iso-8859-1']],
  ['romanian', ['windows-1250', 'iso-8859-2']],
  ['croatian', ['windows-1250', 'iso-8859-2']],
  ['serbian', ['windows-1251', 'iso-8859-5']],
  ['bulgarian', ['windows-1251']],
  ['thai', ['windows-874']],
  ['japanese', ['shift_jis', 'euc-jp', 'iso-2022-jp']],
  ['simplified', ['gb18030', 'gbk', 'gb2312']],
  ['traditional', ['big5']],
  ['korean', ['euc-kr']],
]

/** Names that iconv uses for these encodings. */
const iconvNames: Readonly<Record<string, string>> = { 'windows-874': 'CP874', 'iso-8859-8': 'ISO-8859-8' }
const unicode = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
async function read(bytes: Uint8Array, encoding?: string) {
  const input = { delimiter: ';', header_row: 1, ...(encoding === undefined ? {} : { encoding }) }
  const columns = [0, 1].map((index) => ({ index, as_text: true }))
  const { script, report } = await converted(bytes, { output, input, columns })
  return { rows: papaparse.parse<string[]>(script, { skipEmptyLines: true }).data, report }
}
const rowsOf = (text: string): string[][] =>
  papaparse.parse<string[]>(text, { delimiter: ';', skipEmptyLines: true }).data

/** Ukrainian has letters that KOI8-R and ISO-8859-5 lack. The test leaves them out. */
const cases = written.flatMap(([language, encodings]) =>
  encodings.map((encoding) => {
    const text: string = texts[language]
    return {
      language,
      encoding,
      text:
        encoding === 'iso-8859-5'
          ? text.replaceAll(/[ґҐ]/g, 'г').replaceAll('№', 'N')
          : text.replaceAll(encoding === 'koi8-r' ? '№' : '\0', 'N'),
    }
  }),
)

function withLatinWords(text: string): string {
  const [head = '', ...rest] = text.trimEnd().split('\n')
  const lines = [
    `${head};orderLine;maker`,
    ...rest.map((line) => `${line};PowerBridge_XL;McDonald GmbH (eBay, iPhone)`),
  ]
  return `${lines.join('\n')}\n`
}

/** A text with a byte order mark, and one without. */
const marks = ['\ufeff', '']

describe.runIf(hasIconv)('the encoding of a text file is detected without a label', () => {
  beforeAll(() => {
    const inCases = cases.flatMap(({ text, encoding }) =>
      [text, withLatinWords(text)].map((each) => ({ text: each, encoding: iconvNames[encoding] ?? encoding })),
    )
    const inUnicode = unicode.flatMap((encoding) =>
      Object.values(texts).flatMap((text) =>
        marks.map((mark) => ({ text: mark + text, encoding: encoding.toUpperCase() })),
      ),
    )
    const all = [...inCases, ...inUnicode]
    for (const [at, bytes] of encodedExactly(all).entries())
      known.set(nameOf(all[at] ?? { text: '', encoding: '' }), bytes)
  })

  test.each(['utf-32le', 'utf-32be'])('with characters beyond the first plane in %s', async (encoding) => {
    const text = `id;mood\n${Array.from({ length: 50 }, (_, at) => `${at};${'😀😡🎉'.repeat((at % 3) + 1)}`).join('\n')}\n`
    const { rows, report } = await read(encoded(text, encoding))
    expect({ encoding: report.input.encoding, rows }).toEqual({ encoding, rows: rowsOf(text) })
  })

  test.each(cases)('for $language in $encoding', async ({ encoding, text }) => {
    const bytes = encoded(text, iconvNames[encoding] ?? encoding)
    expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
    const found = await read(bytes)
    expect({ encoding: found.report.input.encoding, rows: found.rows }).toEqual({
      encoding: expect.any(String),
      rows: rowsOf(text),
    })
    expect(found.report.fixes.map((fix) => fix.code)).not.toContain('invalid_bytes')
  })

  test.each(cases)(
    'for $language in $encoding, next to words of Latin letters that contain capitals',
    async ({ encoding, text }) => {
      const mixed = withLatinWords(text)
      const bytes = encoded(mixed, iconvNames[encoding] ?? encoding)
      expect((await read(bytes)).rows).toEqual(rowsOf(mixed))
    },
  )

  test.each(cases)('a label overrides detection for $language as $encoding', async ({ encoding, text }) => {
    const bytes = encoded(text, iconvNames[encoding] ?? encoding)
    expect((await read(bytes, encoding)).rows).toEqual(rowsOf(text))
  })

  test.each(
    unicode.flatMap((encoding) => Object.entries(texts).map(([language, text]) => ({ encoding, language, text }))),
  )('for $language in $encoding, with and without a byte order mark', async ({ encoding, text }) => {
    for (const mark of marks) {
      const bytes = encoded(mark + text, encoding.toUpperCase())
      const found = await read(bytes)
      expect(found.report.input.encoding).toBe(encoding)
      expect(found.rows).toEqual(rowsOf(text))
    }
  })
})

describe('labels', () => {
  test.each(['latin1', 'l1', 'cp1252', 'CP-1252', 'Windows-1252', 'ISO-8859-1', 'ascii'])(
    'treat %s as windows-1252',
    async (label) => {
      const { rows } = await read(Uint8Array.of(97, 59, 98, 10, 0xe9, 59, 0x80, 10), label)
      expect(rows).toEqual([
        ['a', 'b'],
        ['é', '€'],
      ])
    },
  )

  test.each(['utf-9', 'klingon', 'replacement'])('are refused with the spec if they are %j', async (label) => {
    await expect(read(Uint8Array.of(97, 10), label)).rejects.toThrow(/must be a label of the WHATWG Encoding Standard/)
  })

  test('count the bytes that are invalid under them', async () => {
    const { report } = await read(Uint8Array.of(97, 59, 98, 10, 0xff, 59, 49, 10), 'utf-8')
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'invalid_bytes', count: 1 }))
  })
})

describe('a few punctuation marks are not letters of another script', () => {
  test.each([
    ['pounds', 'item;price;note\nTea;£1.20;x\nMilk;£0.95;y\n'],
    ['euros', 'item;price;note\nTea;1.20 €;x\nMilk;0.95 €;y\n'],
    ['degrees', 'town;max;note\nOslo;21 °;x\nRome;33 °C;y\nBonn;25°;z\n'],
    ['paragraphs', 'law;where;note\nBGB;§ 433;x\nHGB;§§ 1-3;y\n'],
    ['squares', 'room;size;note\nA;12 m²;x\nB;3 m³;y\nC;7 µm;z\n'],
    ['halves', 'cup;much;note\nA;½;x\nB;1½;y\nC;¼ l;z\n'],
    ['rights', 'name;by;note\nA;© 2024;x\nB®;Acme™;y\n'],
    ['a right', 'fund;day;value\nRussell Microcap® Value;2009-06-30;1\nRussell Microcap® Value;2009-07-01;2\n'],
    ['a single capital', 'name;town;note\nÕakman;Paris;x\nAnn;Rome;y\n'],
    ['companies', 'name;town;note\nMüller GmbH;Köln;x\nJäger & Söhne GmbH;Bonn;y\nWeiß GmbH & Co. KGaA;Jena;z\n'],
    ['apostrophes', 'name;said;note\nO’Neil;don’t;x\nSmith;“yes” – no…;y\n'],
    ['one name', 'name;town;note\nJosé;Paris;x\nAnn;Rome;y\n'],
    ['one umlaut', 'name;town;note\nMüller;Paris;x\nAnn;Rome;y\n'],
    ['guillemets', 'name;said;note\nAnn;«oui»;x\nBob;« non »;y\n'],
    ['times', 'part;size;note\nA;3 × 4;x\nB;5×6;y\n'],
    ['bullets', 'name;list;note\nA;• one • two;x\nB;• three;y\n'],
  ])('%s in windows-1252', async (_, text) => {
    const bytes = encoded(text, 'windows-1252')
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe(text)
    const columns = [0, 1, 2].map((index) => ({ index, as_text: true }))
    const { script } = await converted(bytes, { output, input: { delimiter: ';', header_row: 1 }, columns })
    expect(papaparse.parse<string[]>(script, { skipEmptyLines: true }).data).toEqual(rowsOf(text))
  })
})

test.each([4, 20, 400])('UTF-8 stays UTF-8 with %i characters and one that was cut with its text', async (count) => {
  const encoder = new TextEncoder()
  const names = Array.from({ length: count }, (_, at) => `Müller ${at} GmbH`)
  const lines = ['id;name', ...names.map((name, at) => `${at};${name}`), '']
  const cut = encoder.encode('x;Grüner Käseladen').subarray(0, 5)
  const found = await read(Uint8Array.of(...encoder.encode(lines.join('\n')), ...cut, ...encoder.encode('\ny;plain\n')))
  expect(found.report.input.encoding).toBe('utf-8')
  expect(found.rows.slice(1, -2).map(([, name]) => name)).toEqual(names)
  expect(found.report.fixes).toContainEqual(expect.objectContaining({ code: 'invalid_bytes', count: 1 }))
})

test.each([2, 3])('UTF-8 stays UTF-8 with %i accents in Latin words and a broken one', async (count) => {
  const encoder = new TextEncoder()
  const names = ['José', 'Göteborg', 'Łódź'].slice(0, count)
  const text = ['id;name', ...names.map((name, at) => `${at};${name}`), 'x;Gr'].join('\n')
  const found = await read(Uint8Array.of(...encoder.encode(text), 0xc3, ...encoder.encode('n und blau\n')))
  expect(found.report.input.encoding).toBe('utf-8')
  expect(found.rows.slice(1, -1).map(([, name]) => name)).toEqual(names)
})

describe('a few names are enough to detect an encoding', () => {
  test.each([
    ['Chinese', 'gb18030', 'id;name\n1;张伟\n2;城市\n'],
    ['Chinese of Taiwan', 'big5', 'id;name\n1;高雄\n2;城市\n'],
    ['Thai', 'cp874', 'id;name\n1;สมหญิง\n2;ถนน\n3;เกาะ\n'],
    ['Polish', 'windows-1250', 'id;name\n1;Gdańsk\n2;Poznań\n'],
    ['Spanish and French', 'windows-1252', 'id;name\n1;Begoña\n2;Genève\n3;Håkon\n'],
  ])('in %s, as %s', async (_, encoding, text) => {
    const { rows } = await read(encoded(text, encoding))
    expect(rows.map((row) => row.join(';'))).toEqual(text.trim().split('\n'))
  })
})

test('half a character at the end of a file becomes a single-byte character', async () => {
  const { rows } = await read(Uint8Array.of(...new TextEncoder().encode('a;b\nx;caf'), 0xe9))
  expect(rows).toEqual([
    ['a', 'b'],
    ['x', 'café'],
  ])
})

describe('an encoding that appears late is detected', () => {
  const plain = Array.from({ length: 60_000 }, (_, at) => `${at};name ${at};note`)
  const whole = (last: string): string => ['id;name;note', ...plain, last].join('\n')

  test.each(['windows-1252', 'utf-8'])('%s after megabytes of plain ASCII', async (encoding) => {
    const last = '60000;Hélène Besançon;déjà payé'
    const text = whole(last)
    const bytes = encoding === 'utf-8' ? new TextEncoder().encode(text) : Uint8Array.from(text, (c) => c.charCodeAt(0))
    const found = await read(bytes)
    expect(found.report.input.encoding).toBe(encoding)
    expect(found.rows.at(-1)).toEqual(last.split(';'))
  })
})
