import * as z from 'zod'
import { failureCodes } from '../contract/codes.ts'
import { progressSchema } from '../contract/conversion.ts'
import { nameCharactersMax } from '../contract/limits.ts'
import { problemSchema, reportSchema } from '../contract/report.ts'
import { byteCount, textOf, wholeFrom } from '../contract/shapes.ts'

/** The file name is part of the URL that offers the output. */
const fileName = textOf(1, nameCharactersMax)

/** A message of an engine. The engine has read a stranger's file, so its messages are validated. */
export const progressMessage = z.object({ progress: progressSchema })

export const fileMessage = z
  .object({ name: fileName.optional(), bytes: byteCount, etag: z.string().optional() })
  .transform(({ name, bytes, etag }) => ({
    bytes,
    ...(name === undefined ? {} : { name }),
    ...(etag === undefined ? {} : { etag }),
  }))

export const completeMessage = z.object({
  parts: z.array(z.object({ partNumber: wholeFrom(1, 10_000), etag: z.string() })).max(10_000),
  progress: progressSchema,
})

export const endMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    report: reportSchema,
    outputBytes: byteCount,
    outputName: fileName,
    rejectsBytes: byteCount.optional(),
  }),
  z.object({
    kind: z.literal('failed'),
    failure: z.object({
      code: z.enum(failureCodes),
      message: z.string().max(4000),
      problems: z.array(problemSchema).max(100),
    }),
  }),
  z.object({ kind: z.literal('given_back'), isSpent: z.boolean().optional() }),
])
