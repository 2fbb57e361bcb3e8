import { describe, expect, test, vi } from 'vitest'
import { simulateAll } from './support/seeds.ts'
import { simulate } from './support/simulate.ts'
import type { Mistake } from './support/world.ts'

vi.setConfig({ testTimeout: 120_000 })
const only = process.env['SIMULATION_SEED']
const someSeeds = Array.from({ length: 60 }, (_, at) => at + 1)
const print = console.log

/** Replays one failing seed step by step. */
test.runIf(only !== undefined)(`seed ${only}`, async () => {
  const { violations, history } = await simulate(Number(only))
  print(history.join('\n'))
  expect(violations).toEqual([])
})

test.skipIf(only !== undefined)('the same seed gives the same history, with new or copied tables', async () => {
  const names = (history: readonly string[]): string => {
    const ids: string[] = []
    const numbered = (id: string): string => `#${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`
    return history.join('\n').replaceAll(/[0-9A-Z]{26}/g, numbered)
  }
  for (const seed of [3, 11, 105, 583]) {
    const [first, second] = [await simulate(seed), await simulate(seed, { isMigrated: true })]
    expect(first.history.length).toBeGreaterThan(20)
    expect(names(second.history)).toBe(names(first.history))
  }
})

/** Bugs planted on purpose, to prove that the invariants detect them. */
describe.skipIf(only !== undefined)('the simulation finds', () => {
  const when = (change: string, then: string): Mistake => ({
    sql: `create trigger mistake ${change} begin ${then}; end`,
  })
  test.each<[string, Mistake, string]>([
    ['attempts without a fence', { isUnfenced: true }, 'wrote after'],
    [
      'an event reported twice',
      when(
        'after insert on events',
        "insert into events select id || 'x', type, payload, created_ms, status, attempt, due_ms, poke_ms, lease_until_ms from events where id = new.id and id not like '%x'",
      ),
      '2 events',
    ],
    ['an event lost', when('after insert on events', 'delete from events where id = new.id'), '0 events'],
    [
      'bytes counted twice',
      when('after insert on usage', "insert or ignore into usage values ('x', new.bytes, 0)"),
      'are counted',
    ],
    [
      'messages never sent again',
      when("after insert on outbox when new.queue = 'conversions'", 'delete from outbox where id = new.id'),
      'timed out',
    ],
    [
      'an end that is forgotten',
      when(
        "after update on conversions when new.status = 'done'",
        "update conversions set status = 'running' where id = new.id and attempt = 1",
      ),
      'ended',
    ],
    [
      'a lease that never ends',
      when(
        "after update on conversions when new.status = 'running'",
        'update conversions set lease_until_ms = 9e15, deadline_ms = 9e15 where id = new.id',
      ),
      'forever',
    ],
  ])('%s', async (_, mistake, complaint) => {
    const { failing } = await simulateAll(someSeeds, 3, mistake)
    expect(failing.join('\n')).toContain(complaint)
  })
})
