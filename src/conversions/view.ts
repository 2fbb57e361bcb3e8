import type { Conversion } from '../contract/conversion.ts'
import type { ConversionRecord } from './record.ts'

export interface ViewAddresses {
  readonly upload: Conversion['upload']
  /** Set when the output can be downloaded now. */
  readonly output: { readonly url: string; readonly expiresMs: number } | null
}

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

/** The stored record as the wire shows it: the only place of its spelling. */
export function viewConversion(record: ConversionRecord, addresses: ViewAddresses): Conversion {
  const { output } = record
  return {
    id: record.id,
    status: record.status,
    name: record.name,
    bytes: record.bytes,
    spec: record.spec,
    report: record.report,
    error: record.error,
    output:
      output === null || addresses.output === null
        ? null
        : {
            bytes: output.bytes,
            url: addresses.output.url,
            name: output.name,
            expires_at: time(addresses.output.expiresMs),
          },
    upload: addresses.upload,
    progress:
      record.status === 'running' ? (record.progress ?? { rows: 0, bytes_read: 0, bytes_total: record.bytes }) : null,
    created_at: time(record.createdMs),
    started_at: timeOrNull(record.startedMs),
    finished_at: timeOrNull(record.finishedMs),
    expires_at: time(record.expiresMs),
  }
}
