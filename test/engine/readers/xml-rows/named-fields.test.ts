import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

const output = { dialect: 'postgresql', format: 'json' } as const

async function rowsOf(xml: string): Promise<unknown> {
  const { script } = await converted(xml, { output }, 't.xml')
  return JSON.parse(script)
}

describe('elements named by an attribute are columns', () => {
  test.each([
    [
      'mysql --xml',
      `<?xml version="1.0"?>
<resultset statement="select * from t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <row>
	<field name="id">1</field>
	<field name="city">Ulm</field>
	<field name="note" xsi:nil="true" />
  </row>
  <row>
	<field name="id">2</field>
	<field name="city">Bonn &amp; Köln</field>
	<field name="note">x</field>
  </row>
</resultset>`,
      [
        { id: 1, city: 'Ulm', note: null },
        { id: 2, city: 'Bonn & Köln', note: 'x' },
      ],
    ],
    [
      'mysql --xml with one row',
      '<resultset><row><field name="id">1</field><field name="city">Ulm</field></row></resultset>',
      [{ id: 1, city: 'Ulm' }],
    ],
    [
      'phpMyAdmin',
      `<pma_xml_export version="1.0"><database name="shop"><!-- Table t -->
        <table name="t"><column name="id">1</column><column name="city">Ulm</column></table>
        <table name="t"><column name="id">2</column><column name="city">Bonn</column></table>
      </database></pma_xml_export>`,
      [
        { name: 't', id: 1, city: 'Ulm' },
        { name: 't', id: 2, city: 'Bonn' },
      ],
    ],
    [
      'Solr',
      `<response><result name="response" numFound="2" start="0">
        <doc><str name="id">a</str><int name="n">5</int><arr name="tags"><str>x</str><str>y</str></arr></doc>
        <doc><str name="id">b</str><int name="n">6</int><arr name="tags"><str>z</str></arr></doc>
      </result></response>`,
      [
        { id: 'a', n: 5, tags_str: ['x', 'y'] },
        { id: 'b', n: 6, tags_str: ['z'] },
      ],
    ],
    [
      'properties with a value next to their key',
      `<list><entry><property key="a" value="1"/><property key="b" value="x"/></entry>
        <entry><property key="b" value="y"/><property key="a" value="2"/></entry></list>`,
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'a field that some rows lack',
      `<t><r><f name="a">1</f><f name="b">2</f></r><r><f name="a">3</f></r><r><f name="b">4</f><f name="a">5</f></r></t>`,
      [
        { a: 1, b: 2 },
        { a: 3, b: null },
        { a: 5, b: 4 },
      ],
    ],
    [
      'cells without a name',
      '<t><tr><td>1</td><td>Ulm</td></tr><tr><td>2</td><td>Bonn</td></tr></t>',
      [
        { td_1: 1, td_2: 'Ulm' },
        { td_1: 2, td_2: 'Bonn' },
      ],
    ],
  ])('%s', async (_, xml, rows) => {
    expect(await rowsOf(xml)).toEqual(rows)
  })

  test('records with a name and more attributes stay records', async () => {
    const order = (id: number, names: readonly string[]): string =>
      `<order id="${id}">${names.map((name) => `<line name="${name}" qty="2">x</line>`).join('')}</order>`
    const xml = `<orders>${order(1, ['a', 'b'])}${order(2, ['b', 'c'])}${order(3, ['a', 'c'])}</orders>`
    const { report } = await converted(xml, { output }, 't.xml')
    expect(report.columns.map(({ name }) => name)).toEqual(['id', 'line'])
  })

  test('authors without an attribute stay a list', async () => {
    const xml = '<b><book><author>x</author><author>y</author></book><book><author>z</author></book></b>'
    expect(await rowsOf(xml)).toEqual([{ author: ['x', 'y'] }, { author: ['z'] }])
  })
})

const hasPython = spawnSync('python3', ['--version']).status === 0
const script = `
import json, sys, xml.etree.ElementTree as tree
print(json.dumps([[{field.get(label): field.text or '' for field in row} for row in tree.fromstring(text.encode())]
  for label, text in json.load(sys.stdin)]))
`
const names = ['id', 'first name', 'größe', 'a.b', 'x&amp;y', 'Ключ']
const value = fc.constantFrom('1', 'x', 'a &lt; b', '<![CDATA[<i>]]>', 'zwei\nZeilen', 'é', '2024-01-31')
const document = fc
  .record({
    element: fc.constantFrom('field', 'column', 'property', 'col', 'f', 'attr'),
    label: fc.constantFrom('name', 'key', 'Name', 'column', 'fieldname'),
    extra: fc.constantFrom('', ' type="text"'),
    gap: fc.constantFrom('', '\n  '),
    rows: fc.array(fc.array(value, { minLength: 6, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
  })
  .map(({ element, label, gap, rows }) => {
    const cells = (row: readonly string[]): string =>
      row.map((one, at) => `${gap}<${element} ${label}="${names[at]}">${one}</${element}>`).join('')
    return [label, `<t>${rows.map((row) => `${gap}<row>${cells(row)}</row>`).join('')}</t>`] as const
  })

test.runIf(hasPython)('named fields are those that Expat finds under their names', async () => {
  const documents = fc.sample(document, { numRuns: runs(60), seed: 35 })
  const { stdout } = spawnSync('python3', ['-c', script], { input: JSON.stringify(documents) })
  const wanted = JSON.parse(stdout.toString()) as Record<string, string>[][]
  for (const [at, [, xml]] of documents.entries()) {
    const spec = {
      output: { dialect: 'postgresql', format: 'json', column_names: 'as_written' },
    } as const
    const { script: json } = await converted(xml, spec, 't.xml')
    const rows = JSON.parse(json) as Record<string, unknown>[]
    const texts = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, one]) => [name, String(one)])))
    expect(texts, xml).toEqual(wanted[at])
  }
})

describe('declarations above the rows', () => {
  const fields =
    '<FIELD name="RA" datatype="double"/><FIELD name="Dec" datatype="double"/><FIELD name="Name"/><FIELD name="n"/>'
  const rows = '<TR><TD>1.5</TD><TD>2</TD><TD>N1</TD><TD>7</TD></TR><TR><TD>3.5</TD><TD/><TD>N2</TD><TD>8</TD></TR>'
  const table = `<TABLE name="stars">${fields}<DATA><TABLEDATA>${rows}</TABLEDATA></DATA></TABLE>`
  const starsOf = (tables: string): string =>
    `<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE>${tables}</RESOURCE></VOTABLE>`

  test('name the cells of a VOTable, and are no rows themselves', async () => {
    expect(await rowsOf(starsOf(table))).toEqual([
      { ra: 1.5, dec: 2, name: 'N1', n: 7 },
      { ra: 3.5, dec: null, name: 'N2', n: 8 },
    ])
  })

  test('name no cells if a second table may declare others', async () => {
    const long = table.replace(rows, rows.repeat(20))
    const other = long.replaceAll('RA', 'mass')
    expect(Object.keys(((await rowsOf(starsOf(long + other))) as object[])[0] ?? {})).toEqual([
      'td_1',
      'td_2',
      'td_3',
      'td_4',
    ])
  })

  test('are left out if they stand in a schema (ADO)', async () => {
    const schema = ['id', 'nm', 'x'].map((name) => `<s:AttributeType name='${name}'/>`).join('')
    const xml = `<xml xmlns:s='uuid:x' xmlns:rs='urn:rowset' xmlns:z='#RowsetSchema'><s:Schema id='R'><s:ElementType name='row'>${schema}</s:ElementType></s:Schema><rs:data><z:row id='1' nm='Ann'/><z:row id='2' nm='Bob'/></rs:data></xml>`
    expect(await rowsOf(xml)).toEqual([
      { id: 1, nm: 'Ann' },
      { id: 2, nm: 'Bob' },
    ])
  })
})

test('a field that a single row has is named like the fields beside it', async () => {
  const xml =
    '<response><result><doc><str name="id">a</str><int name="n">3</int><float name="price">1.5</float></doc>' +
    '<doc><str name="id">b</str><int name="n">4</int></doc></result></response>'
  expect(await rowsOf(xml)).toEqual([
    { id: 'a', n: 3, price: 1.5 },
    { id: 'b', n: 4, price: null },
  ])
})
