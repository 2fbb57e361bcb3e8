import { expect, test } from 'vitest'
import { readJson } from '../../src/api/read-json.ts'

const remedy = 'Send the text of a small file as content, or upload the file to upload.url'
const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0x80])
const mistakeOf = (body: string | Uint8Array<ArrayBuffer>, type: string | null): string | null => {
  const read = readJson(typeof body === 'string' ? new TextEncoder().encode(body) : body, () => type)
  return 'mistake' in read ? read.mistake : null
}

test.each([
  ['--x\r\nContent-Disposition: form-data; name="file"\r\n', 'multipart/form-data; boundary=x', 'multipart/form-data'],
  ['id,name\n1,Ann\n', 'Text/CSV; charset=utf-8', 'text/csv'],
  ['<a/>', 'application/xml', 'application/xml'],
  ['name: a.csv', 'application/yaml', 'application/yaml'],
  [workbook, 'application/octet-stream', 'application/octet-stream'],
  [workbook, 'application/json', 'the bytes of a file'],
  [workbook, null, 'the bytes of a file'],
])('the file %# instead of JSON is named by its type %s', (body, type, name) => {
  expect(mistakeOf(body, type)).toBe(`must be JSON; got ${name}. ${remedy}`)
})

test.each([null, '', 'text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', 'text/csv'])(
  'JSON with the type %s is read, and its mistakes have their place',
  (type) => {
    expect(mistakeOf('{"name":"a.csv"}', type)).toBe(null)
    expect(mistakeOf('{"name":}', type)).toBe('must be valid JSON; line 1, column 9 has "}" instead of a value')
  },
)

test('a body in UTF-16 is named as such, with a byte order mark or without', () => {
  const body = '{"name":"a.csv"}'
  const littleEndian = new Uint8Array(Uint16Array.from(body, (character) => character.charCodeAt(0)).buffer)
  const bigEndian = littleEndian.map((_, at) => littleEndian[at ^ 1] ?? 0)
  for (const bytes of [littleEndian, bigEndian, new Uint8Array([0xff, 0xfe, ...littleEndian])])
    expect(mistakeOf(bytes, 'application/json; charset=utf-16')).toBe('must be UTF-8; got UTF-16')
})

test('a body in UTF-32 is named as such, with a byte order mark or without', () => {
  const body = '{"name":"a.csv"}'
  const littleEndian = new Uint8Array(Uint32Array.from(body, (character) => character.charCodeAt(0)).buffer)
  const bigEndian = littleEndian.map((_, at) => littleEndian[at ^ 3] ?? 0)
  const marked = [new Uint8Array([0xff, 0xfe, 0, 0, ...littleEndian]), new Uint8Array([0, 0, 0xfe, 0xff, ...bigEndian])]
  for (const bytes of [littleEndian, bigEndian, ...marked])
    expect(mistakeOf(bytes, 'application/json; charset=utf-32')).toBe('must be UTF-8; got UTF-32')
})
