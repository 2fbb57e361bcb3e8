import * as v from 'valibot'
import { engineFailureCodes, serviceFailureCodes } from '../contract/codes.ts'
import { progressSchema } from '../contract/conversion.ts'
import { nameCharactersMax } from '../contract/limits.ts'
import { problemSchema, reportSchema } from '../contract/report.ts'
import { byteCount, textOf, wholeFrom } from '../contract/shapes.ts'

/** It stands in the address that offers the output. */
const fileName = textOf(1, nameCharactersMax)

/** What an engine says. It read a stranger's file, so nothing that it says is taken on trust. */
export const progressMessage = v.object({ progress: progressSchema })

export const fileMessage = v.pipe(
  v.object({ name: v.optional(fileName), bytes: byteCount, etag: v.optional(v.string()) }),
  v.transform(({ name, bytes, etag }) => ({
    bytes,
    ...(name === undefined ? {} : { name }),
    ...(etag === undefined ? {} : { etag }),
  })),
)

export const completeMessage = v.object({
  parts: v.pipe(v.array(v.object({ partNumber: wholeFrom(1, 10_000), etag: v.string() })), v.maxLength(10_000)),
  progress: progressSchema,
})

export const endMessage = v.variant('kind', [
  v.object({ kind: v.literal('done'), report: reportSchema, outputBytes: byteCount, outputName: fileName }),
  v.object({
    kind: v.literal('failed'),
    failure: v.object({
      code: v.picklist([...engineFailureCodes, ...serviceFailureCodes]),
      message: v.pipe(v.string(), v.maxLength(4000)),
      problems: v.pipe(v.array(problemSchema), v.maxLength(100)),
    }),
  }),
  v.object({ kind: v.literal('given_back') }),
])
