import * as z from 'zod'
import { dumpSchema } from './dump-spec.ts'
import { inputSchema } from './input-spec.ts'
import { isRecord } from './json.ts'
import { isLocale, tagMeant } from './locale.ts'
import { fields as say, rules } from './catalog/fields.ts'
import {
  closedWithSpec,
  detectedOneOf,
  flag,
  integerMeant,
  listOf,
  mistakesOf,
  must,
  oneOf,
  onlyText,
  placeOf,
  textOf,
  wholeFrom,
} from './shapes.ts'
import { otherColumnFields, otherInferenceFields, otherOutputFields, otherSpecFields } from './other-field-names.ts'
import {
  columnNameStyleNames,
  compressionNames,
  dateOrderNames,
  dialectNames,
  forcedTypeNames,
  ifExistsNames,
  outputFormatNames,
  styleNames,
} from './other-value-names.ts'
import {
  columnNameStyles,
  compressions,
  dateOrders,
  dialects,
  forcedTypes,
  ifExistsChoices,
  refusedForDumps,
  outputFormats,
  severalSheets,
  specDefaults,
  styles,
} from './spec-values.ts'
import { columnName, name } from './spec-names.ts'

export type { Dialect, InputFormat } from './spec-values.ts'

const { output: outputDefaults, inference: inferenceDefaults } = specDefaults

const outputFields = {
  format: oneOf(outputFormats, outputFormatNames)
    .default(outputDefaults.format)
    .meta({ description: 'The output to write.', examples: ['sql'] }),
  dialect: oneOf(dialects, dialectNames).meta({
    id: 'Dialect',
    description: 'The database that the output is for. It decides names and types for CSV and JSON too.',
    examples: ['postgresql'],
  }),
  table: name
    .nullable()
    .default(outputDefaults.table)
    .meta({
      description: 'The name of the table. If null, it is made from the name of the file or sheet.',
      examples: ['people'],
    }),
  schema: name
    .nullable()
    .default(outputDefaults.schema)
    .meta({
      description: 'The schema of the table. If null, only several databases of a dump become schemas.',
      examples: ['public'],
    }),
  create_table: flag
    .default(outputDefaults.create_table)
    .meta({ description: 'Whether the script creates the table before it fills it.', examples: [true] }),
  column_names: oneOf(columnNameStyles, columnNameStyleNames)
    .default(outputDefaults.column_names)
    .meta({
      description: 'Whether the names of columns are changed to snake_case or kept as they are written.',
      examples: ['snake_case'],
    }),
  style: oneOf(styles, styleNames)
    .default(outputDefaults.style)
    .meta({
      description: '`inserts` is plain INSERT statements; `bulk` is the fastest load of the database, such as COPY.',
      examples: ['bulk'],
    }),
  batch_rows: wholeFrom(1, 100_000)
    .default(outputDefaults.batch_rows)
    .meta({ description: 'Rows per INSERT statement.', examples: [500] }),
  if_exists: oneOf(ifExistsChoices, ifExistsNames)
    .default(outputDefaults.if_exists)
    .meta({
      description:
        'The action of the script if the table exists: `fail`, `drop` it first, `skip` the whole load, or `append` the rows.',
      examples: ['append'],
    }),
  primary_key: listOf(columnName, 32)
    .min(1, { error: must(rules.oneColumn) })
    .nullable()
    .default(outputDefaults.primary_key)
    .meta({
      description:
        'The columns of the primary key, by their names in the output or in the file. Rows without a key, or with one that an earlier row has, are rejected.',
      examples: [['id']],
    }),
  transaction: flag
    .default(outputDefaults.transaction)
    .meta({ description: 'Whether the script loads all rows in one transaction.', examples: [true] }),
  compression: oneOf(compressions, compressionNames)
    .default(outputDefaults.compression)
    .meta({ description: 'The compression of the output.', examples: ['gzip'] }),
}
const outputSchema = closedWithSpec(outputFields, otherOutputFields, rules.output)

const inferenceFields = {
  sample_rows: wholeFrom(1, 10_000_000)
    .default(inferenceDefaults.sample_rows)
    .meta({
      description: 'The number of rows that are read before the types of columns are decided.',
      examples: [10_000],
    }),
  date_order: oneOf(dateOrders, dateOrderNames)
    .default(inferenceDefaults.date_order)
    .meta({
      description: 'How dates such as 03/04/2025 are read. `auto` decides it for each column.',
      examples: ['day_first'],
    }),
  keep_leading_zeros: flag
    .default(inferenceDefaults.keep_leading_zeros)
    .meta({ description: 'Whether digits with leading zeros, such as 00123, stay text.', examples: [true] }),
  locale: textOf(1, 64, rules.locale, onlyText)
    .refine(isLocale, { error: ({ input }) => say.orDetected(say.locale(input, tagMeant(input)), input) })
    .nullable()
    .default(inferenceDefaults.locale)
    .meta({
      description: 'The language and region whose dates and numbers the file has, as a BCP 47 tag.',
      examples: ['de-DE'],
    }),
}
const inferenceSchema = closedWithSpec(inferenceFields, otherInferenceFields, rules.inference)

const columnIndexMax = 99_999

/** Suggests a column by its letter, which people use in workbooks. */
const columnMeant = (input: unknown): unknown =>
  typeof input === 'string' && /^[A-Z]$/.test(input) ? input.charCodeAt(0) - 65 : integerMeant(0, columnIndexMax)(input)

const columnFields = {
  index: wholeFrom(0, columnIndexMax, rules.columnIndex(columnIndexMax), columnMeant).meta({
    description: 'The number of the column in the file, from 0.',
    examples: [0],
  }),
  name: name
    .nullable()
    .default(null)
    .meta({ description: 'The name of the column in the output.', examples: ['customer_id'] }),
  as_text: flag
    .default(false)
    .meta({ description: 'Whether the column stays text, exactly as it is written.', examples: [true] }),
  type: detectedOneOf(forcedTypes, forcedTypeNames)
    .nullable()
    .default(null)
    .meta({
      description:
        'The type of the column, whatever its values look like. Rows whose value is not of this type are rejected.',
      examples: ['integer'],
    }),
  exclude: flag.default(false).meta({ description: 'Whether the column is left out.', examples: [true] }),
}
const columnSchema = closedWithSpec(columnFields, otherColumnFields, rules.column)

/** Returns the positions in `columns` that repeat a column. Other errors are reported beside them. */
function repeatedColumns(columns: unknown): { readonly position: number; readonly index: number }[] {
  const known = new Set<number>()
  const repeated: { position: number; index: number }[] = []
  for (const [position, column] of (Array.isArray(columns) ? columns : []).entries()) {
    if (!isRecord(column) || typeof column['index'] !== 'number') continue
    const { index } = column
    if (known.has(index)) repeated.push({ position, index })
    known.add(index)
  }
  return repeated
}

const columnsSchema = listOf(columnSchema, 10_000, rules.columns).superRefine(
  (columns, context) => {
    for (const [position, column] of columns.entries())
      if (isRecord(column) && column.as_text && column.type != null && column.type !== 'text')
        context.addIssue({
          code: 'custom',
          path: [position, 'type'],
          message: say.typeOfText(column.type),
        })
    for (const { position, index } of repeatedColumns(columns))
      context.addIssue({
        code: 'custom',
        path: [position, 'index'],
        message: say.columnAgain(index),
      })
  },
  { when: ({ value }) => Array.isArray(value) },
)

/** Checks the target of a dump if these three fields are valid, even if others are not. */
const targetSchema = z.object({
  input: z.object({ format: inputSchema.shape.format }).prefault({}),
  output: z.object({ format: outputSchema.shape.format, dialect: outputSchema.shape.dialect }),
})

/**
 * The conversion spec: the same object in the API, on the command line and in the page. Unknown fields are refused,
 * so that a typo is never silently ignored. Parsing fills in every default: the result is kept with the conversion.
 */
export const specSchema = closedWithSpec(
  {
    version: z
      .literal(1, { error: must(rules.version, integerMeant(1, 1)) })
      .default(specDefaults.version)
      .meta({ description: 'The version of the spec.', examples: [1] }),
    input: inputSchema.prefault({}).meta({ description: 'How to read the file. Omitted fields are detected.' }),
    output: outputSchema.meta({ description: 'The output to write.' }),
    inference: inferenceSchema.prefault({}).meta({ description: 'How types are inferred.' }),
    columns: columnsSchema.default([]).meta({ description: 'Settings for single columns.' }),
    dump: dumpSchema.prefault({}).meta({ description: 'Settings for MySQL and MariaDB dumps.' }),
  },
  otherSpecFields,
  rules.spec,
)
  .refine(
    ({ input, output }) => input.format !== 'sql_dump' || (output.dialect === 'postgresql' && output.format === 'sql'),
    {
      path: ['output'],
      error: say.dumpTarget,
      when: ({ value }) => targetSchema.safeParse(value).success,
    },
  )
  .refine(({ input }) => input.sheet === null || input.sheets === null, {
    path: ['input', 'sheets'],
    error: say.sheetOrSheets,
  })
  .refine(({ input }) => input.header_row === null || input.header_rows !== 0, {
    path: ['input', 'header_rows'],
    error: say.headerRowOrNone,
  })
  .refine(({ output }) => output.create_table || output.if_exists === 'fail' || output.if_exists === 'append', {
    path: ['output', 'if_exists'],
    error: say.existingTable,
  })
  .refine(
    ({ input, output }) => output.compression === 'none' || output.format !== 'csv' || !severalSheets({ input }),
    {
      path: ['output', 'compression'],
      error: say.zippedAlready,
    },
  )
  .superRefine((spec, context) => {
    const refused = spec.input.format === 'sql_dump' ? refusedForDumps(spec) : null
    if (refused !== null) context.addIssue({ code: 'custom', path: [...refused.path], message: refused.advice })
  })

/** The spec with every default filled in. */
export type Spec = z.output<typeof specSchema>
/** The spec that a client sends: only `output.dialect` is required. */
export type SpecInput = z.input<typeof specSchema>

export type SpecReading =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly reasons: string[] }

/** Reads a spec from outside. The error names every wrong path. */
export function readSpec(value: unknown): SpecReading {
  const parsed = specSchema.safeParse(value)
  if (parsed.success) return { ok: true, spec: parsed.data }
  return {
    ok: false,
    reasons: mistakesOf(parsed.error, { schema: specSchema, value }).map(
      ({ path, message }) => `${placeOf(path, 'spec')} ${message}`,
    ),
  }
}
