import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Operation } from '../../src/contract/account.ts'
import { dialects, inputFormats } from '../../src/contract/spec-values.ts'
import { readJson } from '../../src/api/read-json.ts'
import { routeOperation } from '../../src/api/route.ts'

// Mistakes that people make, each with its message. Every message was reviewed: it names the field, what is allowed,
// what was sent, and what was probably meant. `{fields}` stands for the names of all known fields.

const fixture = new URL('../fixtures/mistakes.json', import.meta.url)
const mistakes = JSON.parse(readFileSync(fixture, 'utf8')) as [request: string, sent: string, message: string][]

function patternOf(message: string): RegExp {
  const listed = message
    .replaceAll('{dialects}', dialects.join(', '))
    .replaceAll('{input_formats}', inputFormats.join(', '))
  const literal = listed.split('{fields}').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${literal.join('[a-z_]+(?:, [a-z_]+)*')}$`)
}

function answerTo(request: string, sent: string): Operation {
  const [method = '', url = ''] = request.replace(':id', '01JD0000000000000000000000').split(' ')
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(method === 'GET' ? sent : search)
  return routeOperation(method, path, query, () => readJson(new TextEncoder().encode(sent)))
}

function messageOf(operation: Operation): string {
  if (operation.kind === 'refused') return operation.refusal.message
  return operation.kind === 'not_found' || operation.kind === 'method_not_allowed' ? operation.message : 'no refusal'
}

test('at least 1,200 mistakes are listed', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(1200)
})

test.each(mistakes)('%s %s gets its reviewed message', (request, sent, message) => {
  const operation = answerTo(request, sent)
  const response = messageOf(operation)
  expect(response).toMatch(patternOf(message))
  // The message is not a library's sentence and uses no programming terms.
  expect(response).not.toMatch(/Invalid |Expected|expected|undefined|nonoptional|NaN|\[object/)
})
