import * as z from 'zod'
import type { Message } from './catalog/message.ts'
import { codeTables, type FixCode, type LeftOutCode, type ProblemCode } from './codes.ts'
import { openCode, whole } from './shapes.ts'
import { columnTypeNames } from './spec-values.ts'

const fixCode = openCode<FixCode>(codeTables.fix).meta({ id: 'FixCode', description: 'The change.' })
const problemCode = openCode<ProblemCode>(codeTables.problem).meta({
  id: 'ProblemCode',
  description: 'The reason why a row was rejected.',
})
const leftOutCode = openCode<LeftOutCode>(codeTables.left_out).meta({
  id: 'LeftOutCode',
  description: 'The reason why a row of the file is not a row of the table.',
})

/** A sentence for people. The engine takes it from a catalog. */
const sentence = z.string() as unknown as z.ZodType<Message, string>

const rowNumber = whole.meta({ minimum: 1 })
const count = whole.meta({ minimum: 0 })
const tableName = z
  .string()
  .optional()
  .meta({ description: 'The table, where the output has several.', examples: ['orders'] })
const columnName = z
  .string()
  .optional()
  .meta({ description: 'The name of the column in the output.', examples: ['joined'] })

/** A kind of change to the contents of the file, with its count and first row. Every change has one. */
export const fixSchema = z
  .object({
    code: fixCode,
    table: tableName,
    column: columnName,
    count: count.meta({ description: 'The number of changed values, rows or names.', examples: [40] }),
    message: sentence.meta({
      description: 'The change in a sentence for people.',
      examples: ['Dates were rewritten as year-month-day.'],
    }),
    first_row: rowNumber
      .optional()
      .meta({ description: 'The number of the first such row in the file, from 1.', examples: [2] }),
    examples: z
      .array(z.string())
      .optional()
      .meta({ description: 'Up to three of the values, as they are in the file.', examples: [['13/02/2024']] }),
  })
  .meta({ id: 'Fix', description: 'One kind of change to the contents of the file.' })
export type Fix = z.output<typeof fixSchema>

/** The reason why one row was rejected, or another error that the engine found. */
export const problemSchema = z
  .object({
    code: problemCode,
    table: tableName,
    row: rowNumber.optional().meta({ description: 'The number of the row in the file, from 1.', examples: [17] }),
    column: columnName,
    value: z
      .string()
      .optional()
      .meta({ description: 'The beginning of the value as it is in the file.', examples: ['soon'] }),
    message: sentence.meta({ description: 'The error in a sentence for people.', examples: ['"soon" is not a date.'] }),
  })
  .meta({ id: 'Problem', description: 'One row that was rejected, and why.' })
export type Problem = z.output<typeof problemSchema>

const problemCountSchema = z
  .object({
    code: problemCode,
    table: tableName,
    column: columnName,
    count: count.meta({ description: 'The number of rows that were rejected for this reason.', examples: [1] }),
  })
  .meta({ id: 'ProblemCount', description: 'The number of rows that were rejected for one reason.' })

export const reportColumnSchema = z
  .object({
    index: count.meta({ description: 'The number of the column as in `spec.columns`, from 0.', examples: [2] }),
    name: z.string().meta({ description: 'The name in the output.', examples: ['joined'] }),
    source_name: z.string().meta({ description: 'The name in the file.', examples: ['Joined'] }),
    type: z
      .enum(columnTypeNames)
      .meta({ id: 'ColumnType', description: 'The type of a column, whatever the dialect.', examples: ['date'] }),
    sql_type: z.string().meta({ description: 'The type as the script declares it.', examples: ['date'] }),
    nullable: z.boolean().meta({
      description: 'Whether the column may be NULL. It is false if the script declares NOT NULL.',
      examples: [true],
    }),
    excluded: z
      .boolean()
      .optional()
      .meta({
        description: 'Whether `spec.columns` excludes the column. It is only present if true.',
        examples: [true],
      }),
    max_length: count
      .optional()
      .meta({ description: 'The number of characters of the longest text in the sample.', examples: [24] }),
  })
  .meta({ id: 'Column', description: 'One column of a table.' })
export type ReportColumn = z.output<typeof reportColumnSchema>

/** Rows of the file that are not rows of the table (its header, blank lines, deleted rows of a dump), by the reason. */
const leftOutSchema = z
  .object({
    count: count.meta({ description: 'The number of rows.', examples: [1] }),
    reasons: z
      .array(
        z.object({
          code: leftOutCode,
          count: count.meta({ description: 'The number of rows with this reason.', examples: [1] }),
          first_row: rowNumber
            .optional()
            .meta({ description: 'The number of the first such row in the file, from 1.', examples: [1] }),
          examples: z
            .array(
              z.object({
                row: rowNumber.meta({ description: 'The number of the row in the file, from 1.', examples: [1] }),
                text: z.string().meta({ description: 'The beginning of the row.', examples: ['Id Joined'] }),
              }),
            )
            .optional()
            .meta({ description: 'Up to three of the rows.', examples: [[{ row: 1, text: 'Id Joined' }]] }),
        }),
      )
      .meta({ description: 'The reasons, and how often each applies.' }),
  })
  .meta({ id: 'LeftOut', description: 'Rows of the file that are not rows of the table, such as its header.' })
export type LeftOut = z.output<typeof leftOutSchema>

/** Rows in the file = converted + rejected + left out. A dump has `left_out` only if it leaves rows out. */
const rowCountsSchema = z
  .object({
    converted: count.meta({ description: 'Rows in the output.', examples: [40] }),
    rejected: count.meta({ description: 'Rows that do not fit the table.', examples: [1] }),
    left_out: leftOutSchema.optional(),
  })
  .meta({ id: 'RowCounts', description: 'Rows in the file = converted + rejected + left out.' })

/** How the encoding of a text was found. */
export const encodingSources = ['declared', 'bom', 'utf-8 valid', 'guessed'] as const
export type EncodingSource = (typeof encodingSources)[number]

export const reportTableSchema = z
  .object({
    name: z.string().meta({ description: 'The name in the output.', examples: ['people'] }),
    source_name: z.string().meta({ description: 'The name in the file, or of the file.', examples: ['people.csv'] }),
    rows: rowCountsSchema,
    columns: z.array(reportColumnSchema).meta({ description: 'The columns, in the order of the file.' }),
    reason: sentence
      .optional()
      .meta({ description: 'The reason why a sheet is not a table.', examples: ['The sheet has no rows.'] }),
  })
  .meta({ id: 'Table', description: 'One table of the output.' })
export type ReportTable = z.output<typeof reportTableSchema>

/** The input facts that were detected or taken from the spec. */
export const reportInputSchema = z
  .object({
    format: z.string().meta({ description: 'The format of the file.', examples: ['csv'] }),
    encoding: z
      .string()
      .nullish()
      .meta({ description: 'The encoding of a text file.', examples: ['utf-8'] }),
    encoding_source: z
      .enum(encodingSources)
      .optional()
      .meta({ description: 'The evidence for the encoding.', examples: ['utf-8 valid'] }),
    encoding_confidence: z
      .number()
      .optional()
      .meta({ description: 'The confidence of a guess; 1 is certain.', examples: [0.93] }),
    encoding_runner_up: z
      .string()
      .optional()
      .meta({ description: 'The second-best encoding for a guess.', examples: ['windows-1250'] }),
    delimiter: z
      .string()
      .nullish()
      .meta({ description: 'The separator of the fields.', examples: [','] }),
    quote: z
      .string()
      .nullish()
      .meta({ description: 'The quotation mark around fields.', examples: ['"'] }),
    escape: z
      .string()
      .nullish()
      .meta({ description: 'The character before a quotation mark that is part of a field.', examples: ['\\'] }),
    sheet: z
      .string()
      .nullish()
      .meta({ description: 'The sheet that was converted.', examples: ['Orders'] }),
    sheets: z
      .array(z.string())
      .optional()
      .meta({
        description: 'The sheets of a workbook that has several, at most 100.',
        examples: [['Orders', 'Countries']],
      }),
    path: z
      .string()
      .nullish()
      .meta({ description: 'The path to the rows in a JSON or XML document.', examples: ['/data/items'] }),
    header_row: rowNumber
      .nullish()
      .meta({ description: 'The number of the row with the column names, from 1.', examples: [1] }),
    date_order: z
      .string()
      .nullish()
      .meta({ description: 'How dates were read.', examples: ['day_first'] }),
    decimal: z
      .string()
      .nullish()
      .meta({ description: 'The decimal separator of numbers.', examples: [','] }),
    widths: z
      .array(whole)
      .optional()
      .meta({
        description: 'The width of each column of fixed-width text. The last column ends with its line.',
        examples: [[11, 9, 10]],
      }),
    wrapping: z
      .string()
      .nullish()
      .meta({ description: 'The compression or archive format of the file.', examples: ['gzip'] }),
  })
  .meta({
    id: 'DetectedInput',
    description: 'The facts about the file that were detected, or taken from `spec.input`.',
  })
export type ReportInput = z.output<typeof reportInputSchema>

export const reportSchema = z
  .object({
    table: z.string().meta({ description: 'The name of the first table.', examples: ['people'] }),
    tables: z.array(reportTableSchema).meta({ description: 'Every table of the output.' }),
    columns: z.array(reportColumnSchema).meta({ description: 'The columns of the first table.' }),
    rows: rowCountsSchema,
    fixes: z.array(fixSchema).meta({ description: 'Everything that was changed, grouped.' }),
    problems: z
      .array(problemSchema)
      .meta({ description: 'The first 100 rejected rows. `output.rejects_url` has all of them.' }),
    problems_summary: z
      .array(problemCountSchema)
      .meta({ description: 'The counts of all rejected rows, by reason and column.' }),
    input: reportInputSchema,
    notes: z
      .array(sentence)
      .meta({ description: 'Other remarks, for people.', examples: [['The file has 2 sheets.']] }),
  })
  .meta({ id: 'Report', description: 'Everything that a conversion found, changed, rejected or left out.' })
export type Report = z.output<typeof reportSchema>
