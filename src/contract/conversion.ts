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
  status: z.enum(statuses),
  name: z.string(),
  bytes: z.int(),
  spec: specSchema,
  report: reportSchema.nullable(),
  error: z.object({ code: z.string(), message: z.string(), problems: z.array(problemSchema) }).nullable(),
  output: z.object({ bytes: z.int(), url: z.string(), name: z.string(), expires_at: timestamp }).nullable(),
  upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), expires_at: timestamp }).nullable(),
  progress: progressSchema.nullable(),
  created_at: timestamp.nullable(),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  expires_at: timestamp,
})
export type Conversion = z.infer<typeof conversionSchema>
