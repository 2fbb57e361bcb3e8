import { expect, test } from 'vitest'
import type { ConversionId } from '../../src/contract/ids.ts'
import { readSpec } from '../../src/contract/spec.ts'
import { type ConversionRecord, endedAt, noResult } from '../../src/conversions/record.ts'

const reading = readSpec({ output: { dialect: 'mysql' } })
if (!reading.ok) throw new Error('the spec is valid')

const facts = {
  ...{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' as ConversionId, name: 'a.csv', bytes: 3, spec: reading.spec },
  ...{ url: null, file: null, attempt: 1, unspent: 0, progress: null, createdMs: 1, expiresMs: 2, filesGone: false },
}
const ended = endedAt(5000, { RETENTION_SECONDS: 60 })
const running = { ...facts, ...noResult, leaseUntilMs: 3, deadlineMs: 4, startedMs: 2, finishedMs: null } as const

test('ending a conversion clears its lease and deadline, and sets when its files expire', () => {
  expect(ended).toEqual({ finishedMs: 5000, leaseUntilMs: null, deadlineMs: null, expiresMs: 65_000 })
})

test('impossible states do not type-check', () => {
  const good: ConversionRecord = { ...running, status: 'running' }
  // @ts-expect-error -- a running conversion has a lease
  const unleased: ConversionRecord = { ...running, status: 'running', leaseUntilMs: null }
  // @ts-expect-error -- a queued conversion has no lease
  const leased: ConversionRecord = { ...running, status: 'queued' }
  // @ts-expect-error -- a finished conversion has a report
  const unreported: ConversionRecord = { ...facts, ...noResult, ...ended, status: 'done', startedMs: 2 }
  // @ts-expect-error -- a failed conversion has an error
  const unexplained: ConversionRecord = { ...facts, ...noResult, ...ended, status: 'failed', startedMs: 2 }
  // @ts-expect-error -- an ended conversion has a time of its end
  const endless: ConversionRecord = {
    ...facts,
    ...noResult,
    ...ended,
    status: 'canceled',
    startedMs: 2,
    finishedMs: null,
  }
  expect([good, unleased, leased, unreported, unexplained, endless].map(({ status }) => status)).toHaveLength(6)
})
