import { expect, test } from 'vitest'
import { FairShare } from '../../../container/run/fair-share.ts'
import type { AccountId } from '../../../src/contract/ids.ts'
import { asId } from './support/start.ts'

const greedy = asId<AccountId>('greedy')
const modest = asId<AccountId>('modest')

test('an account with five waiting does not starve an account with one', () => {
  const fairShare = new FairShare()
  const held = new Map<AccountId, number>()
  let nowMs = 0
  const ask = (accountId: AccountId, free: number): boolean => {
    const may = fairShare.mayTake(accountId, free, held, (nowMs += 100))
    if (may) held.set(accountId, (held.get(accountId) ?? 0) + 1)
    return may
  }
  expect([ask(greedy, 2), ask(greedy, 1), ask(greedy, 0)]).toEqual([true, true, false])
  expect(ask(modest, 0)).toBe(false)
  // One slot becomes free, and the greedy account always requests it first.
  held.set(greedy, 1)
  expect([ask(greedy, 1), ask(greedy, 1), ask(greedy, 1)]).toEqual([false, false, false])
  expect(ask(modest, 1)).toBe(true)
  // Both accounts hold one slot now, so the next one goes to the first request.
  expect(ask(greedy, 1)).toBe(true)
})

test('a slot is not kept for a caller that left', () => {
  const fairShare = new FairShare()
  const held = new Map([[greedy, 1]])
  expect(fairShare.mayTake(modest, 0, held, 0)).toBe(false)
  expect(fairShare.mayTake(greedy, 1, held, 1000)).toBe(false)
  expect(fairShare.mayTake(greedy, 1, held, 60_000)).toBe(true)
})
