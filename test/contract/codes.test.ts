import { describe, expect, test } from 'vitest'
import { codeTables, docsPathOf, failureCodes, statusOfCode } from '../../src/contract/codes.ts'

const entries = Object.entries(codeTables).flatMap(([table, codes]) =>
  Object.entries(codes).map(([code, entry]) => ({ table, code, ...entry })),
)

describe('the table of codes', () => {
  test.each(entries)('$table $code says when it occurs and what to do', ({ code, cause, remedy }) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    for (const sentence of [cause, remedy]) expect(sentence).toMatch(/^[A-Z`].*[.!]$/s)
    expect(cause).not.toBe(remedy)
  })

  test('lists every code of the specification', () => {
    const named = [
      ...['unauthenticated', 'forbidden', 'suspended', 'needs_pro', 'over_quota', 'too_big', 'too_many_active'],
      ...['rate_limited', 'invalid_request', 'invalid_spec', 'invalid_url', 'idempotency_mismatch', 'not_uploaded'],
      ...['request_in_progress', 'already_started', 'already_finished', 'not_finished', 'file_gone', 'not_found'],
      ...['method_not_allowed', 'server_error', 'http_error'],
    ]
    expect(Object.keys(codeTables.error)).toEqual(expect.arrayContaining(named))
    expect(failureCodes).toEqual(expect.arrayContaining(['empty_file', 'corrupt_file', 'encrypted_file', 'timed_out']))
  })

  test('gives the HTTP status and the section of the reference', () => {
    expect(statusOfCode('over_quota')).toBe(402)
    expect(docsPathOf('over_quota')).toBe('/docs/codes#over_quota')
  })
})
