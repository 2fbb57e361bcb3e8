import { afterEach, describe, expect, test, vi } from 'vitest'
import { log, logError } from '../../../src/logs/log.ts'

afterEach(() => vi.restoreAllMocks())

const lineOf = (level: 'log' | 'error', say: () => void): Record<string, unknown> => {
  vi.restoreAllMocks()
  const output = vi.spyOn(console, level).mockImplementation(() => {})
  say()
  expect(output.mock.calls).toHaveLength(1)
  const [text, ...more] = output.mock.calls[0] ?? []
  expect(more).toEqual([])
  expect(String(text)).not.toContain('\n')
  return JSON.parse(String(text)) as Record<string, unknown>
}

describe('a log line', () => {
  test('is one line of JSON with its event and facts', () => {
    expect(lineOf('log', () => log('swept', { checked: 3, account: null }))).toEqual({
      event: 'swept',
      checked: 3,
      account: null,
    })
  })

  test('has the message and the stack of an error, with escaped line breaks', () => {
    const line = lineOf('error', () => logError('broke', { conversion: 'a' }, new Error('first\nsecond')))
    expect(line).toMatchObject({ event: 'broke', conversion: 'a', error: 'first\nsecond' })
    expect(line['stack']).toContain('log.test.ts')
  })

  test('has a thrown value that is not an error', () => {
    expect(lineOf('error', () => logError('broke', {}, 'a mere text'))['error']).toBe('a mere text')
  })

  test.each([
    ['a key', `rm_key_01JD0000000000000000000000_${'a_-'.repeat(10)}abcdef`, 'a_-a_-'],
    ['a session', `rm_ses_01JD0000000000000000000000_${'b'.repeat(48)}`, 'bbbb'],
    ['a webhook secret', 'whsec_c2VjcmV0-_x', 'c2Vj'],
    ['a bearer', 'Authorization: Bearer abc.def-ghi=', 'abc.def'],
    ['a signed URL', 'GET https://r2.example/b/k?X-Amz-Signature=0123abcd&X-Amz-Date=1 failed', '0123abcd'],
    ['a bare signature', 'X-Amz-Signature=0123abcd&x=1', '0123abcd'],
    ['the credentials in a URL', 'https://user:word@example.com/a', 'user:word'],
    ['the query of a URL', '"https://example.com/a.csv?token=tttt#frag"', 'tttt'],
  ])('never shows %s', (_, text, secret) => {
    const lines = [
      lineOf('log', () => log('e', { text })),
      lineOf('error', () => logError('e', {}, new Error(`bad: ${text}`))),
    ]
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  test('has a limited length', () => {
    expect(JSON.stringify(lineOf('log', () => log('e', { text: 'x'.repeat(100_000) }))).length).toBeLessThan(5000)
  })
})
