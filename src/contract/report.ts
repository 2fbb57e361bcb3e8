import { z } from 'zod'

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
export const fixSchema = z.object({
  code: z.string(),
  table: z.string().optional(),
  column: z.string().optional(),
  count: z.int(),
  message: z.string(),
  first_row: z.int().optional(),
  examples: z.array(z.string()).optional(),
})
export type Fix = z.infer<typeof fixSchema>

/** Why one row was rejected, or what else the engine found wrong. */
export const problemSchema = z.object({
  code: z.string(),
  table: z.string().optional(),
  row: z.int().optional(),
  column: z.string().optional(),
  value: z.string().optional(),
  message: z.string(),
})
export type Problem = z.infer<typeof problemSchema>

export const problemCountSchema = z.object({
  code: z.string(),
  table: z.string().optional(),
  column: z.string().optional(),
  count: z.int(),
})

export const reportColumnSchema = z.object({
  index: z.int(),
  name: z.string(),
  source_name: z.string(),
  type: z.enum(columnTypeNames),
  sql_type: z.string(),
  nullable: z.boolean(),
  excluded: z.boolean().optional(),
  max_length: z.int().optional(),
})
export type ReportColumn = z.infer<typeof reportColumnSchema>

const rowCountsSchema = z.object({ converted: z.int(), rejected: z.int() })

export const reportTableSchema = z.object({
  name: z.string(),
  source_name: z.string(),
  rows: rowCountsSchema,
  columns: z.array(reportColumnSchema),
})
export type ReportTable = z.infer<typeof reportTableSchema>

/** What was detected, or taken from the spec. */
export const reportInputSchema = z.object({
  format: z.string(),
  encoding: z.string().nullable().optional(),
  delimiter: z.string().nullable().optional(),
  quote: z.string().nullable().optional(),
  escape: z.string().nullable().optional(),
  sheet: z.string().nullable().optional(),
  header_row: z.int().nullable().optional(),
  date_order: z.string().nullable().optional(),
  decimal: z.string().nullable().optional(),
  wrapping: z.string().nullable().optional(),
})
export type ReportInput = z.infer<typeof reportInputSchema>

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
export type Report = z.infer<typeof reportSchema>
