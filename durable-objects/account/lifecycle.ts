import type { Status } from '../../src/contract/conversion.ts'

interface To {
  readonly to: Status
}
/** Something that only an engine or the clock says, and says too late. */
type Ignored = 'ignored'

/** What each trigger does to a conversion of one status. Deleting removes it, whatever its status. */
export interface Moves {
  readonly start: To | { readonly refuse: 'already_started' }
  /** An engine picks it up; again, where an attempt before has lost its lease. */
  readonly begin: To | Ignored
  /** An attempt ends without a verdict. */
  readonly give_back: To | Ignored
  readonly finish: To | Ignored
  readonly fail: To | Ignored
  readonly cancel: To | { readonly refuse: 'already_finished' } | 'unchanged'
  /** Its files have had their time. */
  readonly expire: To | Ignored
}

const started = { refuse: 'already_started' } as const
const ended = {
  start: started,
  begin: 'ignored',
  give_back: 'ignored',
  finish: 'ignored',
  fail: 'ignored',
  cancel: { refuse: 'already_finished' },
  expire: 'ignored',
} as const

/** The table of transitions, which everything that changes a status asks: every status times every trigger, none forgotten. */
export const lifecycle: Readonly<Record<Status, Moves>> = {
  awaiting_upload: {
    start: { to: 'queued' },
    begin: 'ignored',
    give_back: 'ignored',
    finish: 'ignored',
    fail: 'ignored',
    cancel: { to: 'canceled' },
    expire: { to: 'canceled' },
  },
  queued: {
    start: started,
    begin: { to: 'running' },
    give_back: 'ignored',
    finish: 'ignored',
    fail: { to: 'failed' },
    cancel: { to: 'canceled' },
    expire: 'ignored',
  },
  running: {
    start: started,
    begin: { to: 'running' },
    give_back: { to: 'queued' },
    finish: { to: 'done' },
    fail: { to: 'failed' },
    cancel: { to: 'canceled' },
    expire: 'ignored',
  },
  done: ended,
  failed: ended,
  canceled: { ...ended, cancel: 'unchanged' },
}

/** What becomes of a conversion that an engine or the clock speaks of; null where it stays what it is. */
export function statusAfter(
  status: Status,
  trigger: 'begin' | 'give_back' | 'finish' | 'fail' | 'expire',
): Status | null {
  const move = lifecycle[status][trigger]
  return move === 'ignored' ? null : move.to
}
