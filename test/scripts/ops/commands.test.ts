import { expect, test } from 'vitest'
import { readCommand } from '../../../scripts/ops/commands.ts'
import { forPeople } from '../../../scripts/ops/show.ts'

test.each([
  ['5GB', 5_000_000_000],
  ['1.5 GiB', 1_610_612_736],
  ['500mb', 500_000_000],
  ['123', 123],
  ['5 GX', '5 GX'],
])('an allowance of %s is %s bytes', (allowance, bytes) => {
  expect(readCommand(['account', 'set', 'a@example.com'], { allowance })).toMatchObject({
    ok: true,
    request: { path: '/accounts/a%40example.com', body: { allowance: bytes } },
  })
})

test('an irreversible change needs confirmation', () => {
  expect(readCommand(['account', 'reset-password', 'a@example.com'], {})).toMatchObject({
    question: expect.stringContaining('every session ends'),
  })
  expect(readCommand(['account', 'show', 'a@example.com'], {})).toMatchObject({ question: null })
})

test('a terminal shows tables, with bytes and times in readable units', () => {
  const rows = [
    { email: 'a@example.com', used: 4_900_000_000, created_at: '2026-11-23T17:00:00.000Z', suspended: false },
    { email: 'long.name@example.com', used: 0, created_at: '2026-11-24T17:00:00.000Z', suspended: true },
  ]
  expect(forPeople({ data: rows }).split('\n')).toEqual([
    'email                  used    created_at        suspended',
    'a@example.com          4.9 GB  2026-11-23 17:00  false',
    'long.name@example.com  0 B     2026-11-24 17:00  true',
  ])
  expect(forPeople({ data: [] })).toBe('Nothing.')
  expect(forPeople({ email: 'a@example.com', keys: [{ id: 'k1' }] })).toBe('email  a@example.com\n\nkeys\nid\nk1')
})
