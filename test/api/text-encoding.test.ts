import { expect, test } from 'vitest'
import { readOpen } from '../../src/api/read-operation.ts'

const open = (content: string, encoding: string | null, isBase64 = false) =>
  readOpen(
    {
      content: isBase64 ? Buffer.from(content).toString('base64') : content,
      content_encoding: isBase64 ? 'base64' : 'text',
      spec: { input: { encoding }, output: { dialect: 'mysql' } },
    },
    new URLSearchParams(),
  )

// The content of a JSON body is stored in UTF-8, so any other encoding would read other letters from it.
test.each(['windows-1252', 'latin-1', 'utf-16le', 'shift_jis', 'gbk', 'cp437', 'utf-32le'])(
  'text with letters beyond ASCII is refused with the encoding %s',
  (encoding) => {
    expect(open('id,name\n1,Zoë\n', encoding)).toMatchObject({
      kind: 'refused',
      refusal: {
        code: 'invalid_spec',
        message: expect.stringContaining(`spec.input.encoding must be null when content is text`),
      },
    })
    expect(open('id,name\n1,Zoë\n', encoding, true)).toMatchObject({ kind: 'open_content' })
  },
)

test.each(['utf-16be', 'utf-32'])('text of ASCII is refused with the encoding %s', (encoding) => {
  expect(open('id\n1\n', encoding)).toMatchObject({ kind: 'refused' })
})

test.each([null, 'utf-8', 'UTF8', 'utf-8-sig', 'cp65001'])('text is accepted with the encoding %s', (encoding) => {
  expect(open('\ufeffid,name\n1,Zoë 😀\n', encoding)).toMatchObject({ kind: 'open_content' })
})

test.each(['windows-1252', 'latin-1', 'shift_jis', 'cp437'])('text of ASCII is accepted with %s', (encoding) => {
  expect(open('id,name\n1,Ann\n', encoding)).toMatchObject({ kind: 'open_content' })
})
