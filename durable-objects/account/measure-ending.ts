import type { AccountId } from '../../src/contract/ids.ts'
import type { EndedRecord } from '../../src/conversions/record.ts'
import { measure } from '../../src/metrics/measure.ts'

export function measureEnding(env: Pick<Env, 'METRICS'>, accountId: AccountId, record: EndedRecord): void {
  const startedMs = record.startedMs ?? record.finishedMs
  measure(env, {
    kind: 'conversion',
    accountId,
    status: record.status,
    code: record.error?.code ?? null,
    format: record.report?.input.format ?? record.spec.input.format ?? null,
    dialect: record.spec.output.dialect,
    bytes: record.bytes,
    outputBytes: record.output?.bytes ?? 0,
    waitedMs: startedMs - record.createdMs,
    ranMs: record.finishedMs - startedMs,
    attempts: record.attempt,
    rowsConverted: record.report?.rows.converted ?? 0,
    rowsRejected: record.report?.rows.rejected ?? 0,
  })
}
