import type {
  columnNameStyles,
  compressions,
  dateOrders,
  Dialect,
  dumpModes,
  dumpNameStyles,
  dumpPartitions,
  dumpParts,
  dumpTypeRules,
  ForcedType,
  IfExists,
  InputFormat,
  outputFormats,
  styles,
} from './spec-values.ts'

// The names that people use for the values of a spec, in lower case and without punctuation.

export const dialectNames: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  pg: 'postgresql',
  psql: 'postgresql',
  pgsql: 'postgresql',
  redshift: 'postgresql',
  cockroachdb: 'postgresql',
  mysql5: 'mysql',
  mysql8: 'mysql',
  maria: 'mariadb',
  sqlite3: 'sqlite',
  mssql: 'sql_server',
  tsql: 'sql_server',
  microsoftsqlserver: 'sql_server',
  mssqlserver: 'sql_server',
  azuresql: 'sql_server',
  plsql: 'oracle',
  oracledb: 'oracle',
}
export const inputFormatNames: Readonly<Record<string, InputFormat>> = {
  excel: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  opendocument: 'ods',
  tab: 'tsv',
  txt: 'csv',
  text: 'csv',
  jsonl: 'ndjson',
  jsonlines: 'ndjson',
  ldjson: 'ndjson',
  geojson: 'json',
  rss: 'xml',
  gpx: 'xml',
  kml: 'xml',
  sql: 'sql_dump',
  dump: 'sql_dump',
  mysqldump: 'sql_dump',
}
export const outputFormatNames: Readonly<Record<string, (typeof outputFormats)[number]>> = {
  sqldump: 'sql',
  ndjson: 'json',
  jsonl: 'json',
}
export const ifExistsNames: Readonly<Record<string, IfExists>> = {
  error: 'fail',
  abort: 'fail',
  replace: 'drop',
  overwrite: 'drop',
  ignore: 'skip',
  keep: 'skip',
  add: 'append',
  insert: 'append',
}
export const compressionNames: Readonly<Record<string, (typeof compressions)[number]>> = {
  gz: 'gzip',
  gunzip: 'gzip',
  true: 'gzip',
  yes: 'gzip',
  false: 'none',
  no: 'none',
  off: 'none',
}
export const forcedTypeNames: Readonly<Record<string, ForcedType>> = {
  bool: 'boolean',
  int: 'integer',
  bigint: 'integer',
  number: 'decimal',
  numeric: 'decimal',
  double: 'float',
  real: 'float',
  datetime: 'timestamp',
  timestampwithtimezone: 'timestamptz',
  string: 'text',
  varchar: 'text',
  jsonb: 'json',
}
export const dateOrderNames: Readonly<Record<string, (typeof dateOrders)[number]>> = {
  dmy: 'day_first',
  ddmmyyyy: 'day_first',
  european: 'day_first',
  mdy: 'month_first',
  mmddyyyy: 'month_first',
  american: 'month_first',
  us: 'month_first',
  ymd: 'year_first',
  yyyymmdd: 'year_first',
  iso: 'year_first',
}
export const columnNameStyleNames: Readonly<Record<string, (typeof columnNameStyles)[number]>> = {
  original: 'as_written',
  keep: 'as_written',
  asis: 'as_written',
  lower: 'snake_case',
}
export const styleNames: Readonly<Record<string, (typeof styles)[number]>> = {
  copy: 'bulk',
  loaddata: 'bulk',
  insert: 'inserts',
}

export const modeNames: Readonly<Record<string, (typeof dumpModes)[number]>> = {
  all: 'everything',
  full: 'everything',
  both: 'everything',
  structure: 'schema_only',
  ddl: 'schema_only',
  nodata: 'schema_only',
  rows: 'data_only',
}
export const partNames: Readonly<Record<string, (typeof dumpParts)[number]>> = {
  pre: 'before',
  predata: 'before',
  rows: 'data',
  post: 'after',
  postdata: 'after',
}
export const partitionNames: Readonly<Record<string, (typeof dumpPartitions)[number]>> = {
  true: 'keep',
  yes: 'keep',
  false: 'plain',
  no: 'plain',
  none: 'plain',
}
export const nameStyleNames: Readonly<Record<string, (typeof dumpNameStyles)[number]>> = {
  original: 'as_written',
  keep: 'as_written',
  asis: 'as_written',
  lowercase: 'lower',
}
type TypeRule<Type extends keyof typeof dumpTypeRules> = Readonly<Record<string, (typeof dumpTypeRules)[Type][number]>>
export const enumNames: TypeRule<'enum'> = { enum: 'type', varchar: 'text', string: 'text', constraint: 'check' }
export const unsignedNames: TypeRule<'unsigned'> = { true: 'check', false: 'plain', constraint: 'check' }
export const tinyintNames: TypeRule<'tinyint(1)'> = { int: 'smallint', integer: 'smallint', int2: 'smallint' }
export const datetimeNames: TypeRule<'datetime'> = {
  timestampwithtimezone: 'timestamptz',
  timestampwithouttimezone: 'timestamp',
}
export const spatialNames: TypeRule<'spatial'> = { geometry: 'postgis', geography: 'postgis', wkb: 'bytea' }
export const caseInsensitiveNames: TypeRule<'ci_text'> = { collation: 'icu', plain: 'text', varchar: 'text' }
