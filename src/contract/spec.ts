import { z } from 'zod'

export const inputFormats = ['xlsx', 'xls', 'xlsb', 'ods', 'csv', 'tsv', 'json', 'ndjson', 'sql_dump'] as const
export type InputFormat = (typeof inputFormats)[number]

export const outputFormats = ['sql', 'csv', 'json'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const dialects = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'sql_server', 'oracle'] as const
export type Dialect = (typeof dialects)[number]

const nullableText = (maxCharacters: number) => z.string().min(1).max(maxCharacters).nullable().default(null)

const inputSchema = z.strictObject({
  format: z.enum(inputFormats).nullable().default(null),
  encoding: nullableText(64),
  delimiter: nullableText(8),
  sheet: nullableText(255),
  header_row: z.int().min(1).max(1_048_576).nullable().default(null),
})

const outputSchema = z.strictObject({
  format: z.enum(outputFormats).default('sql'),
  dialect: z.enum(dialects),
  table: nullableText(255),
  schema: nullableText(255),
  create_table: z.boolean().default(true),
  column_names: z.enum(['snake_case', 'as_written']).default('snake_case'),
  style: z.enum(['inserts', 'bulk']).default('inserts'),
  batch_rows: z.int().min(1).max(100_000).default(500),
})

const inferenceSchema = z.strictObject({
  sample_rows: z.int().min(1).max(10_000_000).default(10_000),
  date_order: z.enum(['day_first', 'month_first', 'year_first', 'auto']).default('auto'),
  keep_leading_zeros: z.boolean().default(true),
  locale: nullableText(64),
})

const columnSchema = z.strictObject({
  index: z.int().min(0).max(99_999),
  name: z.string().min(1).max(255).nullable().default(null),
  as_text: z.boolean().default(false),
  exclude: z.boolean().default(false),
})

/**
 * The conversion spec: the same object in the API, on the command line and in the page. Unknown fields are refused,
 * so that a typo is never silently ignored. Parsing fills in every default: the result is kept with the conversion.
 */
export const specSchema = z
  .strictObject({
    version: z.literal(1).default(1),
    input: inputSchema.prefault({}),
    output: outputSchema,
    inference: inferenceSchema.prefault({}),
    columns: z.array(columnSchema).max(10_000).default([]),
  })
  .check((check) => {
    const spec = check.value
    if (spec.input.format === 'sql_dump' && (spec.output.dialect !== 'postgresql' || spec.output.format !== 'sql')) {
      check.issues.push({
        code: 'custom',
        input: spec.output,
        path: ['output'],
        message: 'a dump converts to dialect postgresql, format sql only',
      })
    }
    const seen = new Set<number>()
    spec.columns.forEach((column, position) => {
      if (seen.has(column.index)) {
        check.issues.push({
          code: 'custom',
          input: column.index,
          path: ['columns', position, 'index'],
          message: `column ${column.index} is named twice`,
        })
      }
      seen.add(column.index)
    })
  })

/** The spec with every default filled in. */
export type Spec = z.output<typeof specSchema>
/** What a client may send: only `output.dialect` is required. */
export type SpecInput = z.input<typeof specSchema>

export type SpecReading =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly reasons: string[] }

/** Reads a spec from outside; every wrong path is named. */
export function readSpec(value: unknown): SpecReading {
  const parsed = specSchema.safeParse(value)
  if (parsed.success) return { ok: true, spec: parsed.data }
  return {
    ok: false,
    reasons: parsed.error.issues.map((issue) => `${['spec', ...issue.path].join('.')}: ${issue.message}`),
  }
}
