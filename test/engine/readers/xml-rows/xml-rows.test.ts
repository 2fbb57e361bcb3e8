import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

async function read(file: string | Uint8Array, input: SpecInput['input'] = {}, name = 't.xml') {
  const output = { dialect: 'postgresql', format: 'json', column_names: 'as_written' } as const
  const { script, report } = await converted(file, { input, output }, name)
  return { rows: JSON.parse(script) as Record<string, unknown>[], report }
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('repeated elements are rows', () => {
  test('with attributes and child elements as columns, and a note about other content', async () => {
    const { rows, report } = await read(
      '<catalog version="2"><title>Books</title><book id="1"><name lang="en">A</name><price>1.50</price></book>' +
        '<book id="2"><name>B</name><price>2.00</price></book></catalog>',
    )
    expect(rows).toEqual([
      { id: 1, name: 'A', name_lang: 'en', price: 1.5 },
      { id: 2, name: 'B', name_lang: null, price: 2 },
    ])
    expect(report.input).toMatchObject({ format: 'xml', path: '/catalog/book' })
    expect(report.notes).toContain('Elements outside the rows were left out: /catalog/@version, /catalog/title.')
  })

  test.each([
    [
      'a feed',
      `<rss><channel><link/><link/>${'<item><title>x</title></item>'.repeat(5)}</channel></rss>`,
      '/rss/channel/item',
    ],
    [
      'a track of points in two segments',
      `<gpx>${`<trk><trkseg>${'<trkpt lat="1" lon="2"/>'.repeat(20)}</trkseg></trk>`.repeat(2)}</gpx>`,
      '/gpx/trk/trkseg/trkpt',
    ],
    [
      'orders that have a few items each',
      `<orders>${'<order id="1"><item n="1"/><item n="2"/><item n="3"/></order>'.repeat(3)}</orders>`,
      '/orders/order',
    ],
    ['a plain list', '<names><name>x</name><name>y</name></names>', '/names/name'],
    ['a table that is not HTML', '<table><row><id>1</id></row><row><id>2</id></row></table>', '/table/row'],
    ['one record', '<person><name>x</name><phone>1</phone><phone>2</phone></person>', '/person'],
  ])('the row element is that of %s', async (_, file, path) => {
    expect((await read(file)).report.input.path).toBe(path)
  })

  test('an element repeated inside a row is a JSON array in every row', async () => {
    const { rows } = await read('<a><r><x>1</x><t>a</t><t>b</t></r><r><x>2</x><t>c</t></r><r><x>3</x></r></a>')
    expect(rows.map(({ t }) => t)).toEqual([['a', 'b'], ['c'], null])
  })

  test('an empty element is an empty string, xsi:nil is NULL, and CDATA and references are text', async () => {
    const { rows } = await read(
      '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><r><t>x &lt; &#121; &amp;</t></r><r><t/></r>' +
        '<r><t xsi:nil="true"/></r><r><t><![CDATA[<b> & "c\\d"]]></t></r><r><t>a<!-- no -->b</t></r></a>',
    )
    expect(rows.map(({ t }) => t)).toEqual(['x < y &', '', null, '<b> & "c\\d"', 'ab'])
  })

  test('xsi:nil does not hide the attributes of its element', async () => {
    const { rows } = await read(
      '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><r><t unit="kg">5</t></r><r><t unit="g" xsi:nil="true"/></r>' +
        '<r><t xsi:nil="1"></t></r><r xsi:nil="true"/><r><t unit="t" xsi:nil="false">7</t></r></a>',
    )
    expect(rows).toEqual([
      { t_unit: 'kg', t: 5 },
      { t_unit: 'g', t: null },
      { t_unit: null, t: null },
      { t_unit: null, t: null },
      { t_unit: 't', t: 7 },
    ])
  })

  test('a prefix is kept if two names would be equal without it', async () => {
    const { rows } = await read(
      '<f xmlns:d="urn:d"><r><d:title>1a</d:title><title>2a</title><d:date>3a</d:date></r><r><title>2b</title></r></f>',
    )
    expect(rows).toEqual([
      { 'd:title': '1a', title: '2a', date: '3a' },
      { 'd:title': null, title: '2b', date: null },
    ])
  })

  test('an attribute and an element with the same name are two columns', async () => {
    const { rows } = await read('<a><r id="x"><id>y</id></r><r id="z"/></a>')
    expect(rows).toEqual([
      { id: 'x', id_2: 'y' },
      { id: 'z', id_2: null },
    ])
  })

  test('names that appear after the sample get columns too', async () => {
    const file = `<a>${'<r><x>1</x></r>'.repeat(100)}<r><x>1</x><late>z</late></r></a>`
    const output = { dialect: 'postgresql', format: 'json' } as const
    const { script, report } = await converted(file, { output, inference: { sample_rows: 10 } }, 't.xml')
    expect((JSON.parse(script) as unknown[]).at(-1)).toEqual({ x: 1, late: 'z' })
    expect(report.rows).toMatchObject({ converted: 101, rejected: 0 })
  })
})

describe('input.path chooses the element', () => {
  const file =
    '<shop><goods><good id="1"/><good id="2"/><good id="3"/></goods><people><one name="x"/><one name="y"/></people></shop>'
  test.each(['/shop/people/one', 'people/one', 'people.one', 'one'])('%s', async (path) => {
    expect((await read(file, { path })).rows).toEqual([{ name: 'x' }, { name: 'y' }])
  })
  test('a missing element is reported with the repeated elements', async () => {
    await expect(read(file, { path: '/shop/none' })).rejects.toThrow(
      'invalid_spec: input.path: the XML has no element "/shop/none". It has: /shop/goods/good, /shop/people/one.',
    )
  })
})

describe('encodings', () => {
  const body = '<r><n>Zoë</n></r><r><n>Søren</n></r>'
  test.each([
    ['ISO-8859-1', latin1(`<?xml version="1.0" encoding="ISO-8859-1"?><a>${body}</a>`), 'windows-1252'],
    ['UTF-8', new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?><a>${body}</a>`), 'utf-8'],
    ['a byte order mark', new TextEncoder().encode(`\uFEFF<?xml version="1.0"?><a>${body}</a>`), 'utf-8'],
    [
      'UTF-16',
      Uint8Array.from(Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>${body}</a>`, 'utf16le')),
      'utf-16le',
    ],
  ])('%s', async (_, file, encoding) => {
    const { rows, report } = await read(file)
    expect(rows).toEqual([{ n: 'Zoë' }, { n: 'Søren' }])
    expect(report.input.encoding).toBe(encoding)
  })
})

describe('XML that is not a table', () => {
  const laughs =
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l><r>&b;</r><r>&b;</r></l>'
  test.each([
    ['a document type', laughs, 'document type (DTD)'],
    ['a document type without a declaration', '<!DOCTYPE l SYSTEM "l.dtd"><l><r a="1"/></l>', 'document type (DTD)'],
    ['100,000 levels', `<?xml version="1.0"?>${'<a>'.repeat(100_000)}`, 'nested deeper'],
    ['levels inside a row', `<a><r b="1">${'<c>'.repeat(300)}${'</c>'.repeat(300)}</r><r b="2"/></a>`, 'nested deeper'],
    ['an attribute of 20 MB', `<?xml version="1.0"?><a b="${'x'.repeat(20 << 20)}"/>`, 'longer than 16 MiB'],
    ['an element that is not closed', '<?xml version="1.0"?><a><r><b>1</b></r><r>', 'before its elements are closed'],
    ['another end tag', '<?xml version="1.0"?><a><cat b="1"/><cat b="2"></cut></a>', 'does not match the open element'],
    ['an attribute without quotes', '<?xml version="1.0"?><a><r b=1/><r b="2"/></a>', 'is malformed'],
    ['text after the root', '<?xml version="1.0"?><a><r b="1"/><r b="2"/></a>text', 'outside the root element'],
    ['an end inside a tag', '<?xml version="1.0"?><a><r b="1', 'ends within a tag'],
  ])('is refused: %s', async (_, file, why) => {
    await expect(read(file)).rejects.toThrow(new RegExp(`corrupt_file: .*${why.replaceAll(/[()]/g, '\\$&')}`))
  })

  test.each([
    ['names in angle brackets', '<TICKER>,<PER>,<DATE>\nA,1,20240102\nB,2,20240103\n'],
    ['the same with tabs', '<TICKER>\t<PER>\nA\t1\nB\t2\n'],
  ])('is not a header of delimited text: %s', async (_, file) => {
    expect((await read(file, {}, 't.txt')).report.input.format).not.toBe('xml')
  })

  test('a reference that XML does not define is kept as written, with a note', async () => {
    const { rows, report } = await read('<?xml version="1.0"?><a><r><t>x&nbsp;y</t></r><r><t>AT&T</t></r></a>')
    expect(rows.map(({ t }) => t)).toEqual(['x&nbsp;y', 'AT&T'])
    expect(report.notes.join('\n')).toContain('References that XML does not define')
  })
})

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '<', '&', '"', "'", '\n', '\t', '\\', ']', '>', 'é', '日', '😀') }),
  fc.constantFrom('12', '1.5', 'true', '2024-01-31'),
)
const dressings = {
  plain: (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  numbers: (text: string): string =>
    Array.from(text, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`).join(''),
  cdata: (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`,
}

// The table exists before its XML, so the result must equal it.
test('random tables are read back from any XML representation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 12 }),
      fc.constantFrom(...Object.values(dressings)),
      fc.boolean(),
      fc.constantFrom('', '\n  ', '<!-- c --><?p x?>'),
      async (table, dress, isAttribute, gap) => {
        const attribute = (text: string): string => dressings.numbers(text)
        const rows = table.map(([a, b, c]) =>
          isAttribute
            ? `<r a="${attribute(a)}">${gap}<b>${dress(b)}</b>${gap}<c>${dress(c)}</c></r>`
            : `<r>${gap}<a>${dress(a)}</a><b>${dress(b)}</b>${gap}<c>${dress(c)}</c>${gap}</r>`,
        )
        const file = `<?xml version="1.0"?>\n<t>${gap}${rows.join(gap)}</t>`
        const output = { dialect: 'postgresql', format: 'json' } as const
        const columns = [0, 1, 2].map((index) => ({ index, as_text: true }))
        const { script } = await converted(file, { output, columns }, 't.xml')
        expect(JSON.parse(script)).toEqual(table.map(([a, b, c]) => ({ a, b, c })))
      },
    ),
    { numRuns: runs(150) },
  )
})

test('a document larger than every buffer is read completely', async () => {
  const count = 60_000
  const rows = Array.from({ length: count }, (_, id) => `<row id="${id}"><name>the name of ${id}</name></row>\n`)
  const { rows: read_, report } = await read(`<?xml version="1.0"?><rows>${rows.join('')}</rows>`)
  expect(report.rows).toMatchObject({ converted: count, rejected: 0 })
  expect(read_.at(-1)).toEqual({ id: count - 1, name: `the name of ${count - 1}` })
})
