import * as z from 'zod'
import type { FixCode, LeftOutCode, ProblemCode } from './codes.ts'
import { whole } from './shapes.ts'
import { columnTypeNames } from './spec-values.ts'

/** Our own code uses known codes only. Readers of a report treat a code as a string, because codes are added. */
const openCode = <Code extends string>() => z.string() as unknown as z.ZodType<Code, Code>

/** One kind of change made to what was in the file, with how often and where first. Nothing is changed without one. */
export const fixSchema = z.object({
  code: openCode<FixCode>(),
  table: z.string().optional(),
  column: z.string().optional(),
  count: whole,
  message: z.string(),
  first_row: whole.optional(),
  examples: z.array(z.string()).optional(),
})
export type Fix = z.output<typeof fixSchema>

/** Why one row was rejected, or what else the engine found wrong. */
export const problemSchema = z.object({
  code: openCode<ProblemCode>(),
  table: z.string().optional(),
  row: whole.optional(),
  column: z.string().optional(),
  value: z.string().optional(),
  message: z.string(),
})
export type Problem = z.output<typeof problemSchema>

const problemCountSchema = z.object({
  code: openCode<ProblemCode>(),
  table: z.string().optional(),
  column: z.string().optional(),
  count: whole,
})

export const reportColumnSchema = z.object({
  index: whole,
  name: z.string(),
  source_name: z.string(),
  type: z.enum(columnTypeNames),
  sql_type: z.string(),
  nullable: z.boolean(),
  excluded: z.boolean().optional(),
  max_length: whole.optional(),
})
export type ReportColumn = z.output<typeof reportColumnSchema>

/** Rows of the file that are not rows of the table (its header, titles, blank lines), by the reason. */
const leftOutSchema = z.object({
  count: whole,
  reasons: z.array(
    z.object({
      code: openCode<LeftOutCode>(),
      count: whole,
      first_row: whole.optional(),
      examples: z.array(z.object({ row: whole, text: z.string() })).optional(),
    }),
  ),
})
export type LeftOut = z.output<typeof leftOutSchema>

/** Rows in the file = converted + rejected + left out. A dump, which has many tables, leaves nothing out. */
const rowCountsSchema = z.object({ converted: whole, rejected: whole, left_out: leftOutSchema.optional() })

/** How the encoding of a text was found. */
export const encodingSources = ['declared', 'bom', 'utf-8 valid', 'guessed'] as const
export type EncodingSource = (typeof encodingSources)[number]

export const reportTableSchema = z.object({
  name: z.string(),
  source_name: z.string(),
  rows: rowCountsSchema,
  columns: z.array(reportColumnSchema),
  /** The reason why a sheet is not a table. */
  reason: z.string().optional(),
})
export type ReportTable = z.output<typeof reportTableSchema>

/** The input facts that were detected or taken from the spec. */
export const reportInputSchema = z.object({
  format: z.string(),
  encoding: z.string().nullish(),
  encoding_source: z.enum(encodingSources).optional(),
  /** The confidence of a guess; 1 is certain. */
  encoding_confidence: z.number().optional(),
  /** The second-best encoding for a guess. */
  encoding_runner_up: z.string().optional(),
  delimiter: z.string().nullish(),
  quote: z.string().nullish(),
  escape: z.string().nullish(),
  sheet: z.string().nullish(),
  /** The path to the rows in a JSON or XML document. */
  path: z.string().nullish(),
  header_row: whole.nullish(),
  date_order: z.string().nullish(),
  decimal: z.string().nullish(),
  wrapping: z.string().nullish(),
})
export type ReportInput = z.output<typeof reportInputSchema>

export const reportSchema = z.object({
  table: z.string(),
  tables: z.array(reportTableSchema),
  columns: z.array(reportColumnSchema),
  rows: rowCountsSchema,
  fixes: z.array(fixSchema),
  problems: z.array(problemSchema),
  problems_summary: z.array(problemCountSchema),
  input: reportInputSchema,
  notes: z.array(z.string()),
})
export type Report = z.output<typeof reportSchema>
