import { z } from 'zod'
import { problemSchema, reportSchema } from './report.ts'
import { specSchema } from './spec.ts'

export const statuses = ['awaiting_upload', 'queued', 'running', 'done', 'failed', 'canceled'] as const
export type Status = (typeof statuses)[number]

export const progressSchema = z.object({ rows: z.int(), bytes_read: z.int(), bytes_total: z.int() })
export type Progress = z.infer<typeof progressSchema>

const timestamp = z.iso.datetime()

/** A conversion exactly as the wire shows it. The spelling lives here and in `conversions/view.ts` only. */
export const conversionSchema = z.object({
  id: z.string(),
  status: z.enum(statuses).describe('`done`, `failed` and `canceled` are ended.'),
  name: z.string().describe('The file’s name, as sent or taken from its address.'),
  bytes: z.int().describe('The file’s size; 0 until a file sent by `url` has arrived.'),
  spec: specSchema.describe('The whole spec, defaults filled in.'),
  report: reportSchema.nullable().describe('What the engine found and everything it changed; once done.'),
  error: z
    .object({ code: z.string(), message: z.string(), problems: z.array(problemSchema) })
    .nullable()
    .describe('Why it has failed; null otherwise.'),
  output: z
    .object({ bytes: z.int(), url: z.string(), name: z.string(), expires_at: timestamp })
    .nullable()
    .describe('The result while its file lives; `url` is good for ten minutes.'),
  upload: z
    .object({ url: z.string(), headers: z.record(z.string(), z.string()), expires_at: timestamp })
    .nullable()
    .describe('Where to PUT the file, and the headers to send with it; only in the answer that opens the conversion.'),
  progress: progressSchema.nullable().describe('While it runs; null otherwise.'),
  created_at: timestamp.nullable(),
  started_at: timestamp.nullable().describe('When the engine started on it.'),
  finished_at: timestamp.nullable().describe('When it ended.'),
  expires_at: timestamp.describe('When its files are deleted.'),
})
export type Conversion = z.infer<typeof conversionSchema>
