import type { Status } from '../../src/contract/conversion.ts'
import type { RefusalCode } from '../../src/contract/codes.ts'

export const triggers = ['start', 'begin', 'finish', 'fail', 'cancel', 'delete'] as const
export type Trigger = (typeof triggers)[number]

/** What a trigger does to a conversion: moves it, is refused, removes it, or changes nothing. */
export type Move =
  | { readonly to: Status }
  | { readonly refuse: RefusalCode }
  | 'removed'
  | 'unchanged'
  /** Something that only an engine says, and says too late. */
  | 'ignored'

const started = { refuse: 'already_started' } as const
const finished = { refuse: 'already_finished' } as const

/** The specification's table of transitions: every status times every trigger, none forgotten. */
export const lifecycle: Readonly<Record<Status, Readonly<Record<Trigger, Move>>>> = {
  awaiting_upload: {
    start: { to: 'queued' },
    begin: 'ignored',
    finish: 'ignored',
    fail: 'ignored',
    cancel: { to: 'canceled' },
    delete: 'removed',
  },
  queued: {
    start: started,
    begin: { to: 'running' },
    finish: 'ignored',
    fail: { to: 'failed' },
    cancel: { to: 'canceled' },
    delete: 'removed',
  },
  running: {
    start: started,
    begin: { to: 'running' },
    finish: { to: 'done' },
    fail: { to: 'failed' },
    cancel: { to: 'canceled' },
    delete: 'removed',
  },
  done: { start: started, begin: 'ignored', finish: 'ignored', fail: 'ignored', cancel: finished, delete: 'removed' },
  failed: { start: started, begin: 'ignored', finish: 'ignored', fail: 'ignored', cancel: finished, delete: 'removed' },
  canceled: {
    start: started,
    begin: 'ignored',
    finish: 'ignored',
    fail: 'ignored',
    cancel: 'unchanged',
    delete: 'removed',
  },
}
