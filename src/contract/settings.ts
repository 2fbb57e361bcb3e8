import type { Plan } from './account.ts'

/** A visitor of the settings pages: an active session, and the state of its account. */
export interface Visitor {
  readonly sessionId: string
  readonly email: string
  readonly plan: Plan
  readonly isSuspended: boolean
  /** The operator's reason, which the customer sees. */
  readonly suspendedReason: string | null
  /** The time at which the session's holder last entered the password. */
  readonly confirmedMs: number
}

/** The network origin of a person's request. */
export interface Origin {
  /** The browser's own header. */
  readonly agent: string
  readonly address: string
  /** The city and country of the network address. They are empty if they are unknown. */
  readonly place: string
}

export interface SessionView extends Origin {
  readonly id: string
  readonly created_at: string
  readonly seen_at: string
}

export interface KeyView {
  readonly id: string
  readonly name: string
  /** The last characters of the key, which distinguish keys. This is null for keys from before these were stored. */
  readonly ending: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
}

export interface UsageMonth {
  readonly period_start: string
  readonly used: number
  readonly conversions: number
}

/** The actions that the audit log records. */
export const auditActions = [
  'signed_in',
  'signed_out',
  'session_closed',
  'sessions_closed',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'recovery_code_used',
  'recovery_codes_replaced',
  'key_created',
  'key_revoked',
  'webhook_saved',
  'webhook_secret_shown',
  'webhook_removed',
  'plan_changed',
  'allowance_changed',
  'billing_day_changed',
  'suspended',
  'resumed',
  'deleted',
] as const
export type AuditAction = (typeof auditActions)[number]

export interface AuditEntry {
  readonly action: AuditAction
  /** The object of the action, such as the name of the key or the URL of the webhook. */
  readonly detail: string | null
}

export interface AuditView extends AuditEntry, Origin {
  readonly id: number
  readonly at: string
}

/** The authenticator of an account, which requires a code in addition to the password. */
export interface SecondFactorView {
  /** The secret in base32, as an authenticator app stores it. */
  readonly secret: string
  /** Whether the first code has proved that the app has the secret. */
  readonly isOn: boolean
  /** The time step of the last accepted code. Codes work once. */
  readonly lastStep: number
  readonly recoveryCodesLeft: number
}

export type EmailChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'waits_for_other' }
  | { readonly kind: 'confirmed'; readonly email: string }
