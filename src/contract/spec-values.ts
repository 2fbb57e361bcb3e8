import { dumpRules } from './catalog/dump-rules.ts'
import type { Message } from './catalog/message.ts'

/**
 * The values of a spec, and the defaults of omitted fields. They are separate from the schema, so that a program that
 * needs only these does not load the parser. Examples are the command line with flags alone, and the pages.
 */
export const inputFormats = ['xlsx', 'xls', 'xlsb', 'ods', 'csv', 'tsv', 'json', 'ndjson', 'xml', 'sql_dump'] as const
export type InputFormat = (typeof inputFormats)[number]

export const outputFormats = ['sql', 'csv', 'json'] as const

/** Every SQL dialect: its name in the API, and the name that people use. */
export const dialectTitles = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  sqlite: 'SQLite',
  sql_server: 'SQL Server',
  oracle: 'Oracle',
  duckdb: 'DuckDB',
} as const
export type Dialect = keyof typeof dialectTitles
export const dialects = Object.keys(dialectTitles) as [Dialect, ...Dialect[]]

export const styles = ['inserts', 'bulk'] as const
export const columnNameStyles = ['snake_case', 'as_written'] as const
export const ifExistsChoices = ['fail', 'drop', 'skip', 'append'] as const
export type IfExists = (typeof ifExistsChoices)[number]
export const compressions = ['none', 'gzip'] as const
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
/** The types that a column can be given. No text represents bytes, so they are not among them. */
export type ForcedType = Exclude<ColumnTypeName, 'binary'>
export const forcedTypes = columnTypeNames.filter((type) => type !== 'binary') as [ForcedType, ...ForcedType[]]
export const dateOrders = ['day_first', 'month_first', 'year_first', 'auto'] as const

export const dumpNameStyles = ['as_written', 'lower', 'snake_case'] as const
export const dumpSchemas = ['auto', 'per_database'] as const
/** Whether a partitioned table of a dump becomes one table, or has partitions in PostgreSQL too. */
export const dumpPartitions = ['plain', 'keep'] as const
export const dumpModes = ['everything', 'schema_only', 'data_only'] as const
export const dumpParts = ['before', 'data', 'after'] as const
/** The output of a dump: its script, a script that compares databases, or a page for people. */
export const dumpOutputs = ['script', 'verify', 'verify_mysql', 'report'] as const
/** The PostgreSQL types for each of MySQL's types. The first is the default, except that the values decide about `tinyint(1)`. */
export const dumpTypeRules = {
  'tinyint(1)': ['smallint', 'boolean'],
  json: ['json', 'jsonb'],
  datetime: ['timestamp', 'timestamptz'],
  'binary(16)': ['bytea', 'uuid'],
  enum: ['type', 'check', 'text'],
  unsigned: ['plain', 'check'],
  ci_text: ['text', 'citext', 'icu'],
  spatial: ['bytea', 'point', 'postgis'],
} as const

/** Each field with its default. Only `output.dialect` has none. */
export const specDefaults = {
  version: 1,
  input: {
    format: null,
    encoding: null,
    delimiter: null,
    sheet: null,
    sheets: null,
    header_row: null,
    header_rows: null,
    range: null,
    fill_merged: false,
    skip_hidden: false,
    hyperlinks: false,
    comments: false,
    null_values: null,
    trim: false,
    password: null,
    path: null,
    flatten: null,
    widths: null,
  },
  output: {
    format: 'sql',
    table: null,
    schema: null,
    create_table: true,
    column_names: 'snake_case',
    style: 'inserts',
    batch_rows: 500,
    if_exists: 'fail',
    primary_key: null,
    transaction: true,
    compression: 'none',
  },
  inference: {
    sample_rows: 10_000,
    date_order: 'auto',
    keep_leading_zeros: true,
    locale: null,
  },
  dump: {
    types: {
      infer: true,
      'tinyint(1)': null,
      json: 'json',
      datetime: 'timestamp',
      'binary(16)': 'bytea',
      enum: 'type',
      unsigned: 'plain',
      ci_text: 'text',
      spatial: 'bytea',
    },
    names: null,
    schemas: 'auto',
    tables: { include: [], exclude: [] },
    mode: 'everything',
    parts: ['before', 'data', 'after'],
    partitions: 'plain',
    verify: false,
    write: 'script',
    now: null,
    time_zone: null,
  },
} as const

/** The selection of sheets: a list may hold names and numbers from 1. */
type SheetChoice = 'first' | 'all' | readonly (string | number)[]

/** Tests whether the output has a table for each of several sheets, even if the file has only one. */
export const severalSheets = ({ input }: { readonly input: { readonly sheets?: SheetChoice | null } }): boolean =>
  input.sheets !== undefined && input.sheets !== null && input.sheets !== 'first'

/** Returns the ending of the output's name. CSV files of several sheets come in a zip. */
export function outputEnding(spec: {
  readonly input: { readonly sheets?: SheetChoice | null }
  readonly output: { readonly format: string; readonly compression?: string }
  readonly dump?: { readonly write?: (typeof dumpOutputs)[number] }
}): string {
  const isPage = spec.dump?.write === 'report'
  const ending = spec.output.format === 'csv' && severalSheets(spec) ? 'zip' : isPage ? 'md' : spec.output.format
  return spec.output.compression === 'gzip' ? `${ending}.gz` : ending
}

/** Returns the first field that does not apply to a dump, with a remedy, or null if all apply. */
export function refusedForDumps(spec: {
  readonly output: { readonly if_exists: IfExists; readonly primary_key: unknown }
  readonly dump: { readonly mode: (typeof dumpModes)[number]; readonly parts: readonly string[] }
}): { readonly path: readonly ['output', string]; readonly advice: Message } | null {
  const { output, dump } = spec
  const { if_exists, primary_key } = output
  if (primary_key !== null) return { path: ['output', 'primary_key'], advice: dumpRules.ownKeys }
  const isIdle = if_exists === 'fail' || (if_exists === 'append' && dump.mode === 'data_only')
  if (dump.mode === 'data_only' && !isIdle) return { path: ['output', 'if_exists'], advice: dumpRules.dataOnly }
  return if_exists === 'append' && dump.parts.length < dumpParts.length
    ? { path: ['output', 'if_exists'], advice: dumpRules.appendAllParts }
    : null
}

/** Adds the defaults of newer fields to a spec, because an earlier version may have stored it. */
export const withNewerFields = <
  Kept extends { readonly input: object; readonly output: object; readonly dump?: object },
>(
  spec: Kept,
): Kept => ({
  ...spec,
  input: { ...specDefaults.input, ...spec.input },
  output: { ...specDefaults.output, ...spec.output },
  dump: { ...specDefaults.dump, ...spec.dump },
})

/** The maximum length of names in a spec, in characters. */
export const specNameCharactersMax = 255
