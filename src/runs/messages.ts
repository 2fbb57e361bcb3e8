import { z } from 'zod'
import { engineFailureCodes, serviceFailureCodes } from '../contract/codes.ts'
import { progressSchema } from '../contract/conversion.ts'
import { problemSchema, reportSchema } from '../contract/report.ts'

/** What an engine says. It read a stranger's file, so nothing that it says is taken on trust. */
export const progressMessage = z.object({ progress: progressSchema })

export const fileMessage = z
  .object({ name: z.string().min(1).max(255).optional(), bytes: z.int().min(0), etag: z.string().optional() })
  .transform(({ name, bytes, etag }) => ({
    bytes,
    ...(name === undefined ? {} : { name }),
    ...(etag === undefined ? {} : { etag }),
  }))

export const completeMessage = z.object({
  parts: z.array(z.object({ partNumber: z.int().min(1).max(10_000), etag: z.string() })).max(10_000),
  progress: progressSchema,
})

export const endMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    report: reportSchema,
    outputBytes: z.int().min(0),
    outputName: z.string().min(1).max(255),
  }),
  z.object({
    kind: z.literal('failed'),
    failure: z.object({
      code: z.enum([...engineFailureCodes, ...serviceFailureCodes]),
      message: z.string().max(4000),
      problems: z.array(problemSchema).max(100),
    }),
  }),
  z.object({ kind: z.literal('given_back') }),
])
