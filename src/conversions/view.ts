import type { Conversion } from '../contract/conversion.ts'
import type { OutputUrls } from '../contract/run.ts'
import type { ConversionRecord } from './record.ts'

export interface ViewUrls {
  readonly upload: Conversion['upload']
  /** The URLs of the output if it can be downloaded now. */
  readonly output: (OutputUrls & { readonly expiresMs: number }) | null
}

const noUrls: ViewUrls = { upload: null, output: null }

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

function viewOutput(
  { bytes, name }: NonNullable<ConversionRecord['output']>,
  { url, rejectsUrl, expiresMs }: NonNullable<ViewUrls['output']>,
): NonNullable<Conversion['output']> {
  return { bytes, url, name, rejects_url: rejectsUrl, expires_at: time(expiresMs) }
}

/** Returns the stored record as the API shows it. Only this function has the names of its fields. */
export function viewConversion(record: ConversionRecord, urls = noUrls): Conversion {
  const { output } = record
  return {
    id: record.id,
    status: record.status,
    name: record.name,
    bytes: record.bytes,
    spec: record.spec,
    report: record.report,
    error: record.error,
    output: output === null || urls.output === null ? null : viewOutput(output, urls.output),
    upload: urls.upload,
    progress:
      record.status === 'running' ? (record.progress ?? { rows: 0, bytes_read: 0, bytes_total: record.bytes }) : null,
    created_at: time(record.createdMs),
    started_at: timeOrNull(record.startedMs),
    finished_at: timeOrNull(record.finishedMs),
    expires_at: time(record.expiresMs),
  }
}

const noOutput = '"output":null,"upload":null,'
const texts = new WeakMap<ConversionRecord, string>()

/**
 * Returns the conversion as JSON, written once for each record, because clients poll it and a report can be long. Only
 * the URL of an output is new each time. Its empty place is unique, because quotes in a text are escaped.
 */
export function conversionText(record: ConversionRecord, urls: ViewUrls['output']): string {
  let text = texts.get(record)
  if (text === undefined) texts.set(record, (text = JSON.stringify(viewConversion(record))))
  if (urls === null || record.output === null) return text
  const at = text.indexOf(noOutput)
  const output = `"output":${JSON.stringify(viewOutput(record.output, urls))},"upload":null,`
  return text.slice(0, at) + output + text.slice(at + noOutput.length)
}
