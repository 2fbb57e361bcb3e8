import * as v from 'valibot'
import { closed, forPeople, textOf, wholeFrom } from './shapes.ts'

export const inputFormats = ['xlsx', 'xls', 'xlsb', 'ods', 'csv', 'tsv', 'json', 'ndjson', 'sql_dump'] as const
export type InputFormat = (typeof inputFormats)[number]

const outputFormats = ['sql', 'csv', 'json'] as const

export const dialects = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'sql_server', 'oracle'] as const
export type Dialect = (typeof dialects)[number]

const nullableText = (charactersMax: number) => v.optional(v.nullable(textOf(1, charactersMax)), null)

const inputSchema = closed({
  format: v.optional(v.nullable(v.picklist(inputFormats)), null),
  encoding: nullableText(64),
  delimiter: v.optional(
    v.nullable(v.pipe(textOf(1, 8), v.regex(/^[^\r\n"]*$/, 'must hold no line end and no quotation mark'))),
    null,
  ),
  sheet: nullableText(255),
  header_row: v.optional(v.nullable(wholeFrom(1, 1_048_576)), null),
})

const outputSchema = closed({
  format: v.optional(v.picklist(outputFormats), 'sql'),
  dialect: v.picklist(dialects),
  table: nullableText(255),
  schema: nullableText(255),
  create_table: v.optional(v.boolean(), true),
  column_names: v.optional(v.picklist(['snake_case', 'as_written']), 'snake_case'),
  style: v.optional(v.picklist(['inserts', 'bulk']), 'inserts'),
  batch_rows: v.optional(wholeFrom(1, 100_000), 500),
})

/** Well-formed: whether the language is known, the engine says. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const inferenceSchema = closed({
  sample_rows: v.optional(wholeFrom(1, 10_000_000), 10_000),
  date_order: v.optional(v.picklist(['day_first', 'month_first', 'year_first', 'auto']), 'auto'),
  keep_leading_zeros: v.optional(v.boolean(), true),
  locale: v.optional(v.nullable(v.pipe(textOf(1, 64), v.check(isLocale, 'must be a tag of BCP 47, like de-DE'))), null),
})

const columnSchema = closed({
  index: wholeFrom(0, 99_999),
  name: nullableText(255),
  as_text: v.optional(v.boolean(), false),
  exclude: v.optional(v.boolean(), false),
})

const numbered = v.object({ index: v.number() })

/** Whatever else is wrong is told beside it, so columns may be anything here. */
const columnsSchema = v.pipe(
  v.array(columnSchema),
  v.maxLength(10_000),
  v.rawCheck(({ dataset, addIssue }) => {
    const columns: unknown[] = Array.isArray(dataset.value) ? dataset.value : []
    const seen = new Set<number>()
    for (const [position, column] of columns.entries()) {
      if (!v.is(numbered, column)) continue
      const { index } = column
      if (seen.has(index)) {
        addIssue({
          message: `column ${index} is named twice`,
          path: [
            { type: 'array', origin: 'value', input: columns, key: position, value: column },
            { type: 'object', origin: 'value', input: column, key: 'index', value: index },
          ],
        })
      }
      seen.add(index)
    }
  }),
)

/**
 * The conversion spec: the same object in the API, on the command line and in the page. Unknown fields are refused,
 * so that a typo is never silently ignored. Parsing fills in every default: the result is kept with the conversion.
 */
export const specSchema = v.pipe(
  closed({
    version: v.optional(v.literal(1), 1),
    input: v.optional(inputSchema, {}),
    output: outputSchema,
    inference: v.optional(inferenceSchema, {}),
    columns: v.optional(columnsSchema, []),
  }),
  v.forward(
    v.partialCheck(
      [
        ['input', 'format'],
        ['output', 'dialect'],
        ['output', 'format'],
      ],
      ({ input, output }) =>
        input.format !== 'sql_dump' || (output.dialect === 'postgresql' && output.format === 'sql'),
      'a dump converts to dialect postgresql, format sql only',
    ),
    ['output'],
  ),
)

/** The spec with every default filled in. */
export type Spec = v.InferOutput<typeof specSchema>
/** What a client may send: only `output.dialect` is required. */
export type SpecInput = v.InferInput<typeof specSchema>

export type SpecReading =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly reasons: string[] }

/** Reads a spec from outside; every wrong path is named. */
export function readSpec(value: unknown): SpecReading {
  const parsed = v.safeParse(specSchema, value, forPeople)
  if (parsed.success) return { ok: true, spec: parsed.output }
  return {
    ok: false,
    reasons: parsed.issues.map(
      (issue) => `${['spec', ...(issue.path ?? []).map(({ key }) => key)].join('.')}: ${issue.message}`,
    ),
  }
}
