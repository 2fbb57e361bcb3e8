import * as v from 'valibot'
import { problemSchema, reportSchema } from './report.ts'
import { moment, whole } from './shapes.ts'
import { specSchema } from './spec.ts'

export const statuses = ['awaiting_upload', 'queued', 'running', 'done', 'failed', 'canceled'] as const
export type Status = (typeof statuses)[number]

export const progressSchema = v.object({ rows: whole, bytes_read: whole, bytes_total: whole })
export type Progress = v.InferOutput<typeof progressSchema>

const failureSchema = v.object({ code: v.string(), message: v.string(), problems: v.array(problemSchema) })
const outputSchema = v.object({ bytes: whole, url: v.string(), name: v.string(), expires_at: moment })
const uploadSchema = v.object({ url: v.string(), headers: v.record(v.string(), v.string()), expires_at: moment })

const described = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text))

/** A conversion exactly as the wire shows it. The spelling lives here and in `conversions/view.ts` only. */
export const conversionSchema = v.object({
  id: v.string(),
  status: described(v.picklist(statuses), '`done`, `failed` and `canceled` are ended.'),
  name: described(v.string(), 'The file’s name, as sent or taken from its address.'),
  bytes: described(whole, 'The file’s size; 0 until a file sent by `url` has arrived.'),
  spec: described(specSchema, 'The whole spec, defaults filled in.'),
  report: described(v.nullable(reportSchema), 'What the engine found and everything it changed; once done.'),
  error: described(v.nullable(failureSchema), 'Why it has failed; null otherwise.'),
  output: described(v.nullable(outputSchema), 'The result while its file lives; `url` is good for ten minutes.'),
  upload: described(
    v.nullable(uploadSchema),
    'Where to PUT the file, and the headers to send with it; only in the answer that opens the conversion.',
  ),
  progress: described(v.nullable(progressSchema), 'While it runs; null otherwise.'),
  created_at: v.nullable(moment),
  started_at: described(v.nullable(moment), 'When the engine started on it.'),
  finished_at: described(v.nullable(moment), 'When it ended.'),
  expires_at: described(moment, 'When its files are deleted.'),
})
export type Conversion = v.InferOutput<typeof conversionSchema>
