import type { Plan } from './account.ts'

/** Who looks at the settings pages: a session that is alive, and its account's standing. */
export interface Visitor {
  readonly sessionId: string
  readonly email: string
  readonly plan: Plan
  readonly isSuspended: boolean
  /** When the session's holder last entered the password. */
  readonly confirmedMs: number
}

export interface SessionView {
  readonly id: string
  readonly agent: string
  readonly address: string
  readonly created_at: string
  readonly seen_at: string
}

export interface KeyView {
  readonly id: string
  readonly name: string
  /** The key's last characters, to tell keys apart; null for keys made before they were kept. */
  readonly ending: string | null
  readonly created_at: string
  readonly last_used_at: string | null
}

export interface UsageMonth {
  readonly period_start: string
  readonly used: number
  readonly conversions: number
}
