import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript-5'
import { expect, test } from 'vitest'
import { withOptions } from '../../container/commands/option-words.ts'
import { withFieldNames } from '../../src/contract/advice.ts'

const folders = ['src/contract/catalog', 'container/engine/catalog', 'container/commands/catalog']

/** Every message of the catalogs, as its fixed parts. */
const messages = folders.flatMap((folder) =>
  readdirSync(folder).flatMap((name) => templatesIn(readFileSync(`${folder}/${name}`, 'utf8'))),
)

function templatesIn(source: string): string[][] {
  const found: string[][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say') {
      const { template } = node
      found.push(
        ts.isNoSubstitutionTemplateLiteral(template)
          ? [template.text]
          : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)],
      )
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile('catalog.ts', source, ts.ScriptTarget.Latest, true))
  return found
}

test('there are messages, with advice and with values', () => {
  expect(messages.length).toBeGreaterThan(400)
  expect(messages.filter((parts) => withOptions(parts.join('x')) !== parts.join('x')).length).toBeGreaterThan(40)
})

const texts = [
  'input.encoding',
  'output.items',
  'spec.input.header_row',
  'dump.users',
  'input.csv',
  'columns[].exclude',
  'JSON_TABLE(input.encoding) FROM dump.tables',
  'a, input.sheet and output.table',
]

const named = (message: string): string =>
  withFieldNames(message, (field, value) => `<${field}>${value === undefined ? '' : ` to ${value}`}`)

test.each(texts)('the text %s of a user stays in every message', (text) => {
  const advice = `set ${text} to csv`
  const changed = messages.filter((parts) =>
    [withOptions, named].some((translate) => {
      const filled = (value: string): string => parts.join(value)
      // In quotation marks, even advice is text of the user.
      const quoted = parts.reduce((before, part) => before + (before.split('"').length % 2 === 0 ? advice : 'x') + part)
      const kept = translate(quoted).split(advice).length
      return (
        translate(filled(text)) !== translate(filled('sometext')).replaceAll('sometext', text) ||
        kept !== quoted.split(advice).length
      )
    }),
  )
  expect(changed).toEqual([])
})

test('the statement of a left-out view stays', () => {
  const message = 'The view v was left out. Its text: SELECT 1; set input.encoding to utf8'
  expect(withOptions(message)).toBe(message)
})

test('every message that advises a value keeps its words', () => {
  const advised = messages
    .map((parts) => parts.join('x'))
    .filter((message) => /(?:input|output|inference|dump)\.\w+ to/.test(message))
  expect(advised.length).toBeGreaterThan(8)
  for (const message of advised)
    expect(withFieldNames(message, (field, value) => (value === undefined ? field : `${field} to ${value}`))).toBe(
      message,
    )
})
