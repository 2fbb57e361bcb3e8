import { expect, test } from 'vitest'
import { readOpen } from '../../src/api/read-operation.ts'
import { converted } from '../engine/support.ts'

const open = (content: string, encoding: string | null | undefined, isBase64 = false) =>
  readOpen(
    {
      content: isBase64 ? Buffer.from(content).toString('base64') : content,
      ...(isBase64 ? { content_encoding: 'base64' } : {}),
      spec: { input: encoding === undefined ? {} : { encoding }, output: { dialect: 'postgresql' } },
    },
    new URLSearchParams(),
  )

// A JSON body is Unicode, so any other encoding would read other letters from it.
test.each([
  'windows-1252',
  'latin-1',
  'us-ascii',
  'shift_jis',
  'gbk',
  'cp437',
  'ms437',
  'utf-16le',
  'cp1200',
  'cp1201',
  'windows-1200',
  'utf_32',
  'utf_32le',
])('text is refused with the encoding %s, whatever its letters are', (encoding) => {
  for (const content of ['id,name\n1,Ann\n', 'id,name\n1,Zoë\n', '\ufeffid,name\n1,Zoë\n']) {
    expect(open(content, encoding)).toMatchObject({
      kind: 'refused',
      refusal: {
        code: 'invalid_spec',
        message: expect.stringContaining(
          `spec.input.encoding must be null or utf-8 when content is text, because JSON is Unicode; got "${encoding}"`,
        ),
      },
    })
    expect(open(content, encoding, true)).toMatchObject({ kind: 'open_content', spec: { input: { encoding } } })
  }
})

test.each(['utf-8', 'UTF8', 'UTF_8', 'utf-8-sig', 'CP-65001', ' cp65001', 'cp_65001', 'windows_65001', 'ms65001'])(
  'text is accepted with the encoding %s, which stays as it was sent',
  (encoding) => {
    expect(open('\ufeffid,name\n1,Zoë 😀\n', encoding)).toMatchObject({
      kind: 'open_content',
      spec: { input: { encoding } },
    })
  },
)

const dump = "CREATE TABLE `a` (b text) ENGINE=InnoDB DEFAULT CHARSET=latin1;\nINSERT INTO `a` VALUES ('Zoë €');\n"

test.each([
  ['a dump for clients with latin1', `SET NAMES latin1;\n${dump}`],
  ['a dump for clients without a character set', `SET NAMES binary;\n${dump}`],
  ['letters that are words in other encodings too', 'id,name,sign\n1,Zoë,€\n2,ä,€\n'],
  ['XML that declares another', '<?xml version="1.0" encoding="ISO-8859-1"?><a><b c="Zoë €"/><b c="€"/></a>'],
  ['HTML that declares another', '<meta charset="koi8-r"><table><tr><th>a</th></tr><tr><td>Zoë €</td></tr></table>'],
  ['a single letter', 'id,name\n1,ä\n2,Zoë €\n'],
])('text keeps its letters without an encoding: %s', async (_, content) => {
  for (const encoding of [undefined, null]) {
    const opened = open(content, encoding)
    if (opened.kind !== 'open_content') throw new Error(JSON.stringify(opened))
    const { script, report } = await converted(opened.content, opened.spec)
    expect(script).toContain('Zoë')
    expect(script).toContain('€')
    expect(report.input).toMatchObject({ encoding: 'utf-8' })
    expect(report.notes.join('\n')).not.toContain('guess')
  }
})

test('bytes in base64 get no encoding', () => {
  expect(open('id\n1\n', undefined, true)).toMatchObject({ spec: { input: { encoding: null } } })
})
