import * as z from 'zod'
import { problemSchema, reportSchema } from './report.ts'
import { moment, whole } from './shapes.ts'
import { specSchema } from './spec.ts'

export const statuses = ['awaiting_upload', 'queued', 'running', 'done', 'failed', 'canceled'] as const
export type Status = (typeof statuses)[number]

export const progressSchema = z.object({
  rows: whole,
  bytes_read: whole,
  bytes_total: whole,
  pass: z
    .number()
    .int()
    .min(2)
    .optional()
    .describe('Present while the file is read again, because a later row corrected a type: 2 in the second pass.'),
})
export type Progress = z.output<typeof progressSchema>

const failureSchema = z.object({ code: z.string(), message: z.string(), problems: z.array(problemSchema) })
const outputSchema = z.object({
  bytes: whole,
  url: z.string(),
  name: z.string(),
  rejects_url: z
    .string()
    .nullable()
    .describe('Every rejected row as CSV: its number, the code, the message and its cells. Null where there is none.'),
  expires_at: moment,
})
const uploadSchema = z.object({ url: z.string(), headers: z.record(z.string(), z.string()), expires_at: moment })

/** A conversion exactly as the wire shows it. The spelling lives here and in `conversions/view.ts` only. */
export const conversionSchema = z.object({
  id: z.string(),
  status: z.enum(statuses).describe('`done`, `failed` and `canceled` are ended.'),
  name: z.string().describe('The file’s name, as sent or taken from its address.'),
  bytes: whole.describe('The file’s size; 0 until a file sent by `url` has arrived.'),
  spec: specSchema.describe('The whole spec, defaults filled in.'),
  report: reportSchema.nullable().describe('What the engine found and everything it changed; once done.'),
  error: failureSchema.nullable().describe('Why it has failed; null otherwise.'),
  output: outputSchema.nullable().describe('The result while its file lives; `url` is good for ten minutes.'),
  upload: uploadSchema
    .nullable()
    .describe('Where to PUT the file, and the headers to send with it; only in the answer that opens the conversion.'),
  progress: progressSchema.nullable().describe('While it runs; null otherwise.'),
  created_at: moment.nullable(),
  started_at: moment.nullable().describe('When the engine started on it.'),
  finished_at: moment.nullable().describe('When it ended.'),
  expires_at: moment.describe('When its files are deleted.'),
})
export type Conversion = z.output<typeof conversionSchema>
