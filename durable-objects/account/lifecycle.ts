import type { Status } from '../../src/contract/conversion.ts'

interface To<S extends Status> {
  readonly to: S
}
/** The result for an event of an engine or of the clock that comes too late. */
type Ignored = 'ignored'

/** The transitions of a conversion of one status. Deleting removes it, whatever its status. */
export interface Moves {
  readonly start: To<'queued'> | { readonly refuse: 'already_started' }
  /** An engine begins the conversion, perhaps again because an earlier attempt lost its lease. */
  readonly begin: To<'running'> | Ignored
  /** An attempt ends without a result. */
  readonly give_back: To<'queued'> | Ignored
  readonly finish: To<'done'> | Ignored
  readonly fail: To<'failed'> | Ignored
  readonly cancel: To<'canceled'> | { readonly refuse: 'already_finished' } | 'unchanged'
  /** The files of the conversion have expired. */
  readonly expire: To<'canceled'> | Ignored
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

/** The table of transitions. Every change of a status uses it, and it has every status and every trigger. */
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

/**
 * Returns the next status of a conversion after a report from an engine or the clock, or null if it stays unchanged.
 */
export function statusAfter<T extends 'begin' | 'give_back' | 'finish' | 'fail' | 'expire'>(
  status: Status,
  trigger: T,
): Exclude<Moves[T], Ignored>['to'] | null {
  const move: Moves[T] = lifecycle[status][trigger]
  return move === 'ignored' ? null : move.to
}
