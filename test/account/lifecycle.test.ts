import { expect, test } from 'vitest'
import { lifecycle, type Moves } from '../../durable-objects/account/lifecycle.ts'
import { type Status, statuses } from '../../src/contract/conversion.ts'

const moves = statuses.flatMap((status) =>
  (Object.keys(lifecycle[status]) as (keyof Moves)[]).map((trigger) => ({
    status,
    trigger,
    move: lifecycle[status][trigger],
  })),
)

test('a conversion makes only the transitions in the specification’s table, and returns to its queue', () => {
  const listed = moves.flatMap(({ status, trigger, move }) =>
    typeof move === 'object' && 'to' in move ? [`${status} --${trigger}--> ${move.to}`] : [],
  )
  expect(listed.toSorted()).toEqual(
    [
      'awaiting_upload --start--> queued',
      'awaiting_upload --cancel--> canceled',
      'awaiting_upload --expire--> canceled',
      'queued --begin--> running',
      'queued --fail--> failed',
      'queued --cancel--> canceled',
      'running --begin--> running',
      'running --give_back--> queued',
      'running --finish--> done',
      'running --fail--> failed',
      'running --cancel--> canceled',
    ].toSorted(),
  )
})

test.each<[keyof Moves, string, Status[]]>([
  ['start', 'already_started', ['queued', 'running', 'done', 'failed', 'canceled']],
  ['cancel', 'already_finished', ['done', 'failed']],
])('%s is refused with %s when it comes too late', (trigger, code, expected) => {
  const refused = moves.flatMap(({ status, trigger: cause, move }) =>
    cause === trigger && typeof move === 'object' && 'refuse' in move && move.refuse === code ? [status] : [],
  )
  expect(refused).toEqual(expected)
})
