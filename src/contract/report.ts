import * as v from 'valibot'
import { whole } from './shapes.ts'

/** The dialect-free types of a column, as the report names them. */
export const columnTypeNames = [
  'boolean',
  'integer',
  'decimal',
  'float',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'json',
  'binary',
  'text',
] as const
export type ColumnTypeName = (typeof columnTypeNames)[number]

/** One kind of change made to what was in the file, with how often and where first. Nothing is changed without one. */
export const fixSchema = v.object({
  code: v.string(),
  table: v.optional(v.string()),
  column: v.optional(v.string()),
  count: whole,
  message: v.string(),
  first_row: v.optional(whole),
  examples: v.optional(v.array(v.string())),
})
export type Fix = v.InferOutput<typeof fixSchema>

/** Why one row was rejected, or what else the engine found wrong. */
export const problemSchema = v.object({
  code: v.string(),
  table: v.optional(v.string()),
  row: v.optional(whole),
  column: v.optional(v.string()),
  value: v.optional(v.string()),
  message: v.string(),
})
export type Problem = v.InferOutput<typeof problemSchema>

const problemCountSchema = v.object({
  code: v.string(),
  table: v.optional(v.string()),
  column: v.optional(v.string()),
  count: whole,
})

export const reportColumnSchema = v.object({
  index: whole,
  name: v.string(),
  source_name: v.string(),
  type: v.picklist(columnTypeNames),
  sql_type: v.string(),
  nullable: v.boolean(),
  excluded: v.optional(v.boolean()),
  max_length: v.optional(whole),
})
export type ReportColumn = v.InferOutput<typeof reportColumnSchema>

/** Rows of the file that are not rows of the table (its header, titles, blank lines), by the reason. */
const leftOutSchema = v.object({
  count: whole,
  reasons: v.array(
    v.object({
      code: v.string(),
      count: whole,
      first_row: v.optional(whole),
      examples: v.optional(v.array(v.object({ row: whole, text: v.string() }))),
    }),
  ),
})
export type LeftOut = v.InferOutput<typeof leftOutSchema>

/** Rows in the file = converted + rejected + left out. A dump, which has many tables, leaves nothing out. */
const rowCountsSchema = v.object({ converted: whole, rejected: whole, left_out: v.optional(leftOutSchema) })

/** How the encoding of a text was found. */
export const encodingSources = ['declared', 'bom', 'utf-8 valid', 'guessed'] as const
export type EncodingSource = (typeof encodingSources)[number]

export const reportTableSchema = v.object({
  name: v.string(),
  source_name: v.string(),
  rows: rowCountsSchema,
  columns: v.array(reportColumnSchema),
})
export type ReportTable = v.InferOutput<typeof reportTableSchema>

/** What was detected, or taken from the spec. */
export const reportInputSchema = v.object({
  format: v.string(),
  encoding: v.optional(v.nullable(v.string())),
  encoding_source: v.optional(v.picklist(encodingSources)),
  /** Of a guess: 1 is certain. */
  encoding_confidence: v.optional(v.number()),
  /** Of a guess: the encoding that reads the text second best. */
  encoding_runner_up: v.optional(v.string()),
  delimiter: v.optional(v.nullable(v.string())),
  quote: v.optional(v.nullable(v.string())),
  escape: v.optional(v.nullable(v.string())),
  sheet: v.optional(v.nullable(v.string())),
  header_row: v.optional(v.nullable(whole)),
  date_order: v.optional(v.nullable(v.string())),
  decimal: v.optional(v.nullable(v.string())),
  wrapping: v.optional(v.nullable(v.string())),
})
export type ReportInput = v.InferOutput<typeof reportInputSchema>

export const reportSchema = v.object({
  table: v.string(),
  tables: v.array(reportTableSchema),
  columns: v.array(reportColumnSchema),
  rows: rowCountsSchema,
  fixes: v.array(fixSchema),
  problems: v.array(problemSchema),
  problems_summary: v.array(problemCountSchema),
  input: reportInputSchema,
  notes: v.array(v.string()),
})
export type Report = v.InferOutput<typeof reportSchema>
