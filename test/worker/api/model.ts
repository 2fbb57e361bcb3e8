import { defaultLimits } from '../../../src/contract/limits.ts'

/**
 * The specification as a plain program without a database, queues or promises. It is written from the specification's
 * tables, to compare the service response by response. Times are milliseconds, and `ring` does everything that time
 * triggers.
 */
export const modelLimits = { rate: 12, active: 2, allowance: 20 }
const second = 1000
const hour = 3600 * second
const day = 24 * hour
const runMs = defaultLimits.RUN_LIMIT_SECONDS * second
const leaseMs = defaultLimits.LEASE_SECONDS * second
const attemptsMax = defaultLimits.RUN_ATTEMPTS

type Status = 'awaiting_upload' | 'queued' | 'running' | 'done' | 'failed' | 'canceled'

export interface ModelConversion {
  id: string
  status: Status
  name: string
  bytes: number
  /** The size of the stored file. */
  file: number | null
  attempt: number
  leaseUntil: number
  deadline: number
  progress: { rows: number; bytes_read: number; bytes_total: number } | null
  error: string | null
  hasFiles: boolean
  created: number
  started: number | null
  finished: number | null
  expires: number
}

export interface Expected {
  readonly status: number
  readonly code: string | null
  /** The expected `data` of the response. It is undefined if the response has none or the id is still unknown. */
  readonly data?: unknown
}

const refused = (status: number, code: string): Expected => ({ status, code })
const isActive = ({ status }: ModelConversion): boolean => status === 'queued' || status === 'running'
const isEnded = ({ finished }: ModelConversion): boolean => finished !== null
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export class Model {
  now: number
  readonly conversions: ModelConversion[] = []
  private readonly done: { readonly bytes: number; readonly at: number }[] = []
  private requests: number[] = []
  private readonly kept = new Map<string, { fingerprint: string; status: number; text: string; until: number }>()

  constructor(now: number) {
    this.now = now
  }

  /** Counts a request. Returns the number of further requests in the minute, or the time until the next one fits. */
  admit(): { readonly remaining: number } | { readonly retryAfter: number } {
    this.requests = this.requests.filter((at) => at > this.now - 60 * second)
    if (this.requests.length >= modelLimits.rate)
      return { retryAfter: Math.max(1, Math.ceil(((this.requests[0] ?? 0) + 60 * second - this.now) / second)) }
    this.requests.push(this.now)
    return { remaining: modelLimits.rate - this.requests.length }
  }

  /** Returns the stored response for a key, or a mismatch with an earlier request. */
  replay(key: string, fingerprint: string): { status: number; text: string } | 'mismatch' | null {
    const kept = this.kept.get(key)
    if (kept === undefined || kept.until <= this.now) return null
    return kept.fingerprint === fingerprint ? kept : 'mismatch'
  }

  keep(key: string, fingerprint: string, { status, code }: Expected, text: string): void {
    if (status >= 500 || code === 'too_many_active' || code === 'rate_limited') return
    this.kept.set(key, { fingerprint, status, text, until: this.now + day })
  }

  openUpload(bytes: number): Expected {
    if (bytes > this.left()) return refused(402, 'over_quota')
    const waiting = this.conversions.filter(({ status }) => status === 'awaiting_upload')
    const stored = waiting.reduce((sum, one) => sum + one.bytes, bytes)
    if (waiting.length >= defaultLimits.WAITING_LIMIT || stored > defaultLimits.WAITING_ALLOWANCES * this.left())
      return refused(429, 'too_many_waiting')
    return { status: 201, code: null }
  }

  openUrl(): Expected {
    if (this.left() <= 0) return refused(402, 'over_quota')
    if (this.isFull()) return refused(429, 'too_many_active')
    return { status: 202, code: null }
  }

  opened(id: string, bytes: number, name: string, isUrl: boolean): ModelConversion {
    const conversion: ModelConversion = {
      ...{ id, name, bytes, file: null, attempt: 0, leaseUntil: 0, deadline: this.now + runMs, progress: null },
      ...{ error: null, hasFiles: true, created: this.now, started: null, finished: null },
      status: isUrl ? 'queued' : 'awaiting_upload',
      expires: this.now + day + (isUrl ? runMs : 0),
    }
    this.conversions.push(conversion)
    return conversion
  }

  start(id: string): Expected {
    const one = this.find(id)
    if (one === undefined) return refused(404, 'not_found')
    if (one.status !== 'awaiting_upload') return refused(409, 'already_started')
    if (one.file !== one.bytes) return refused(409, 'not_uploaded')
    if (one.bytes > this.left()) return refused(402, 'over_quota')
    if (this.isFull()) return refused(429, 'too_many_active')
    Object.assign(one, { status: 'queued', deadline: this.now + runMs, expires: this.now + runMs + day })
    return { status: 202, code: null, data: this.view(one) }
  }

  cancel(id: string): Expected {
    const one = this.find(id)
    if (one === undefined) return refused(404, 'not_found')
    if (one.status === 'done' || one.status === 'failed') return refused(409, 'already_finished')
    if (one.status !== 'canceled') {
      this.end(one, 'canceled')
      this.dropFiles(one)
    }
    return { status: 200, code: null, data: this.view(one) }
  }

  delete(id: string): Expected {
    const at = this.conversions.findIndex((one) => one.id === id)
    if (at < 0) return refused(404, 'not_found')
    this.conversions.splice(at, 1)
    return { status: 204, code: null }
  }

  read(id: string): Expected {
    const one = this.find(id)
    return one === undefined ? refused(404, 'not_found') : { status: 200, code: null, data: this.view(one) }
  }

  /** Returns every conversion of the list, newest first. */
  list(status: string | null): unknown[] {
    return this.conversions
      .filter((one) => status === null || one.status === status)
      .map((one) => this.view(one))
      .toReversed()
  }

  openCase(id: string, share: 'file' | 'report'): Expected {
    const one = this.find(id)
    if (one === undefined) return refused(404, 'not_found')
    if (!isEnded(one)) return refused(409, 'not_finished')
    const isThere = one.hasFiles && one.expires > this.now && one.file !== null
    if (share === 'file' && !isThere) return refused(409, 'file_gone')
    return { status: 201, code: null }
  }

  usage(): unknown {
    const today = new Date(this.now)
    const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
    const used = this.used()
    const { allowance } = modelLimits
    return { limit: allowance, used, left: Math.max(0, allowance - used), period_start: iso(start) }
  }

  // Actions of the engine.

  begin(id: string): 'run' | 'nothing' {
    const one = this.find(id)
    if (one === undefined || !isActive(one)) return 'nothing'
    if (one.status === 'running' && one.leaseUntil > this.now) return 'nothing'
    if (one.attempt >= attemptsMax) {
      this.fail(one, 'internal_error')
      return 'nothing'
    }
    const started = one.started ?? this.now
    Object.assign(one, { status: 'running', attempt: one.attempt + 1, leaseUntil: this.now + leaseMs, started })
    return 'run'
  }

  progress(id: string, attempt: number, rows: number): 'continue' | 'stop' {
    const one = this.current(id, attempt)
    if (one === undefined) return 'stop'
    const before = one.progress?.rows ?? 0
    one.progress = { rows: Math.max(before, rows), bytes_read: 0, bytes_total: one.bytes }
    one.leaseUntil = this.now + leaseMs
    return 'continue'
  }

  finish(id: string, attempt: number, how: 'done' | 'failed' | 'given_back'): void {
    const one = this.current(id, attempt)
    if (one === undefined) return
    if (how === 'failed') this.fail(one, 'corrupt_file')
    else if (how === 'given_back') this.giveBack(one)
    else {
      this.end(one, 'done')
      this.done.push({ bytes: one.bytes, at: this.now })
    }
  }

  /** Runs everything that is due. */
  ring(): void {
    for (const one of this.conversions.filter(isActive)) {
      if (one.deadline <= this.now) this.fail(one, 'timed_out')
      else if (one.status === 'running' && one.leaseUntil <= this.now) this.giveBack(one)
    }
    for (const one of [...this.conversions]) {
      if (one.finished !== null && one.finished <= this.now - 90 * day) this.delete(one.id)
      else if (one.hasFiles && one.expires <= this.now) {
        if (one.status === 'awaiting_upload') this.end(one, 'canceled')
        this.dropFiles(one)
      }
    }
  }

  find(id: string): ModelConversion | undefined {
    return this.conversions.find((one) => one.id === id)
  }

  view(one: ModelConversion): unknown {
    const hasOutput = one.status === 'done' && one.hasFiles && one.expires > this.now
    const { id, status, name, bytes, error } = one
    return {
      ...{ id, status, name, bytes, error, hasReport: one.status === 'done', hasOutput },
      progress: one.status === 'running' ? (one.progress ?? { rows: 0, bytes_read: 0, bytes_total: one.bytes }) : null,
      created_at: iso(one.created),
      started_at: iso(one.started),
      finished_at: iso(one.finished),
      expires_at: iso(one.expires),
    }
  }

  private current(id: string, attempt: number): ModelConversion | undefined {
    const one = this.find(id)
    return one?.status === 'running' && one.attempt === attempt ? one : undefined
  }

  private end(one: ModelConversion, status: Status): void {
    Object.assign(one, { status, finished: this.now, expires: this.now + day })
  }

  private fail(one: ModelConversion, code: string): void {
    this.end(one, 'failed')
    one.error = code
  }

  private giveBack(one: ModelConversion): void {
    if (one.attempt >= attemptsMax) this.fail(one, 'internal_error')
    else one.status = 'queued'
    if (one.status === 'queued') one.leaseUntil = 0
  }

  private dropFiles(one: ModelConversion): void {
    one.hasFiles = false
    one.file = null
  }

  private used(): number {
    const today = new Date(this.now)
    const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
    return this.done.filter(({ at }) => at >= start).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Returns the bytes left in the month, without those that active conversions reserve. */
  private left(): number {
    const held = this.conversions.filter(isActive).reduce((sum, { bytes }) => sum + bytes, 0)
    return Math.max(0, modelLimits.allowance - this.used()) - held
  }

  private isFull(): boolean {
    return this.conversions.filter(isActive).length >= modelLimits.active
  }
}
