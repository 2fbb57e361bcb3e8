import type { AccountId } from '../contract/ids.ts'

/** The measurements, one point each. docs/operate/alerts.md describes their columns. */
export type Measurement =
  | {
      readonly kind: 'request'
      readonly accountId: AccountId | null
      readonly method: string
      /** The path without its ids, because each id would make a separate path. */
      readonly route: string
      readonly status: number
      readonly code: string | null
      readonly ms: number
    }
  | {
      readonly kind: 'conversion'
      readonly accountId: AccountId
      readonly status: string
      readonly code: string | null
      readonly format: string | null
      readonly dialect: string
      readonly bytes: number
      readonly outputBytes: number
      readonly waitedMs: number
      readonly ranMs: number
      readonly attempts: number
      readonly rowsConverted: number
      readonly rowsRejected: number
    }
  | {
      readonly kind: 'delivery'
      readonly accountId: AccountId
      readonly delivered: boolean
      readonly ms: number
      /** The status, or 0 without a response. */
      readonly status: number
      readonly attempt: number
    }
  | { readonly kind: 'dead_letter'; readonly accountId: AccountId | null; readonly queue: string }

/** A data point in the format of Analytics Engine. */
export interface Point {
  readonly indexes: string[]
  readonly blobs: string[]
  readonly doubles: number[]
}

/** Returns the data point of a measurement. Every request makes one, so the lists are written out. */
export function pointOf(measured: Measurement): Point {
  switch (measured.kind) {
    case 'request':
      return {
        indexes: [measured.accountId ?? ''],
        blobs: ['request', measured.method, measured.route, measured.code ?? ''],
        doubles: [measured.ms, measured.status],
      }
    case 'conversion':
      return {
        indexes: [measured.accountId],
        blobs: ['conversion', measured.status, measured.code ?? '', measured.format ?? '', measured.dialect],
        doubles: [
          measured.bytes,
          measured.outputBytes,
          measured.waitedMs,
          measured.ranMs,
          measured.attempts,
          measured.rowsConverted,
          measured.rowsRejected,
        ],
      }
    case 'delivery':
      return {
        indexes: [measured.accountId],
        blobs: ['delivery', measured.delivered ? 'delivered' : 'failed'],
        doubles: [measured.ms, measured.status, measured.attempt],
      }
    case 'dead_letter':
      return { indexes: [measured.accountId ?? ''], blobs: ['dead_letter', measured.queue], doubles: [] }
  }
}
