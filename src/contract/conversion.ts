import * as z from 'zod'
import { failures } from './codes/failures.ts'
import { problemSchema, reportSchema } from './report.ts'
import { timestamp, openCode, whole } from './shapes.ts'
import { specSchema } from './spec.ts'

export const statuses = ['awaiting_upload', 'queued', 'running', 'done', 'failed', 'canceled'] as const
export type Status = (typeof statuses)[number]

/** Only the description uses this minimum. A report of the engine is not refused because of it. */
const byteCount = whole.meta({ minimum: 0 })

export const progressSchema = z
  .object({
    rows: byteCount.meta({ description: 'Rows that have been read.', examples: [120_000] }),
    bytes_read: byteCount.meta({ description: 'Bytes of the file that have been read.', examples: [8_000_000] }),
    bytes_total: byteCount.meta({ description: 'Bytes of the file.', examples: [20_000_000] }),
    pass: z
      .number()
      .int()
      .min(2)
      .optional()
      .meta({
        description:
          'Present while the file is read again, because a later row corrected a type: 2 in the second pass.',
        examples: [2],
      }),
  })
  .meta({ id: 'Progress', description: 'The progress of a running conversion.' })
export type Progress = z.output<typeof progressSchema>

const failureSchema = z
  .object({
    code: openCode<string>(failures).meta({ id: 'FailureCode', description: 'The reason why the conversion failed.' }),
    message: z
      .string()
      .meta({ description: 'The reason for people, and what to do about it.', examples: ['The file is empty.'] }),
    doc_url: z
      .string()
      .optional()
      .meta({
        description: 'The entry of this code in the reference.',
        examples: ['https://rowmill.example/docs/codes#empty_file'],
      }),
    problems: z
      .array(problemSchema)
      .meta({ description: 'Details, such as the names of the sheets that a workbook has.', examples: [[]] }),
  })
  .meta({ id: 'ConversionError', description: 'The reason why a conversion failed.' })

const outputSchema = z
  .object({
    bytes: byteCount.meta({ description: 'The size of the output in bytes.', examples: [2345] }),
    url: z.string().meta({
      description: 'The URL of the output, which needs no key. The URL works for ten minutes.',
      examples: ['https://storage.example/outputs/01JD?X-Amz-Signature=…'],
    }),
    name: z.string().meta({ description: 'The file name of the download.', examples: ['people.sql'] }),
    rejects_url: z
      .string()
      .nullable()
      .meta({
        description:
          'Every rejected row as CSV: its number, the code, the heading of the column, the message and its cells. It is null if no row is rejected.',
        examples: ['https://storage.example/outputs/01JD.rejects?X-Amz-Signature=…'],
      }),
    expires_at: timestamp.meta({
      description: 'The time at which the URLs stop working.',
      examples: ['2026-03-01T09:41:02.000Z'],
    }),
  })
  .meta({ id: 'Output', description: 'The result of a conversion.' })

const uploadSchema = z
  .object({
    url: z.string().meta({
      description:
        'The URL to which you PUT the bytes of the file, without an API key. It works for an hour. Another PUT replaces the file.',
      examples: ['https://storage.example/uploads/01JD?X-Amz-Signature=…'],
    }),
    headers: z.record(z.string(), z.string()).meta({
      description: 'The exact headers to send with the file. They include its length, so chunks are refused.',
      examples: [{ 'content-length': '1234', 'content-type': 'application/octet-stream' }],
    }),
    expires_at: timestamp.meta({
      description: 'The time at which the URL stops working.',
      examples: ['2026-03-01T10:30:00.000Z'],
    }),
  })
  .meta({ id: 'Upload', description: 'The upload URL and its headers.' })

/**
 * A conversion exactly as the API returns it. Only this file and `conversions/view.ts` have the names of its fields.
 */
export const conversionSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the conversion, a ULID.', examples: ['01JD0000000000000000000000'] }),
    status: z.enum(statuses).meta({
      id: 'Status',
      description: 'The status. A conversion with `done`, `failed` or `canceled` has ended.',
      examples: ['done'],
    }),
    name: z.string().meta({ description: 'The file’s name, as sent or taken from its URL.', examples: ['people.csv'] }),
    bytes: byteCount.meta({
      description: 'The file’s size in bytes. 0 until a file sent by `url` has arrived.',
      examples: [1234],
    }),
    spec: specSchema.describe('The whole spec, defaults filled in.'),
    report: reportSchema.nullable().meta({
      description:
        'The findings of the engine, and everything that it changed. It is null until the conversion is done.',
    }),
    error: failureSchema.nullable().meta({ description: 'The reason why it failed. It is null otherwise.' }),
    output: outputSchema
      .nullable()
      .meta({ description: 'The result until its file is deleted. It is null otherwise.' }),
    upload: uploadSchema.nullable().meta({
      description: 'The upload URL and its headers. They are only in the response that opens the conversion.',
    }),
    progress: progressSchema
      .nullable()
      .meta({ description: 'The progress of a running conversion. It is null otherwise.' }),
    created_at: timestamp
      .nullable()
      .meta({ description: 'The time at which the conversion was opened.', examples: ['2026-03-01T09:30:00.000Z'] }),
    started_at: timestamp.nullable().meta({
      description: 'The time at which the engine started the conversion. It is null until then.',
      examples: ['2026-03-01T09:31:00.000Z'],
    }),
    finished_at: timestamp.nullable().meta({
      description: 'The time at which the conversion ended. It is null until then.',
      examples: ['2026-03-01T09:31:02.000Z'],
    }),
    expires_at: timestamp.meta({
      description: 'The time at which its files are deleted.',
      examples: ['2026-03-02T09:31:02.000Z'],
    }),
  })
  .meta({ title: 'Conversion', description: 'The conversion of one file.' })
export type Conversion = z.output<typeof conversionSchema>
