// The other names of a spec’s fields, by their letters and digits, and the places that people look for fields.

export const otherInputFields = {
  charset: 'encoding',
  codepage: 'encoding',
  separator: 'delimiter',
  seperator: 'delimiter',
  sep: 'delimiter',
  tab: 'sheet',
  worksheet: 'sheet',
  sheetname: 'sheet',
  tabname: 'sheet',
  skip: 'header_row',
  skiprows: 'header_row',
  header: 'header_row',
  decimal: 'inference.locale',
  locale: 'inference.locale',
  na: 'null_values',
  navalues: 'null_values',
  strip: 'trim',
  jsonpath: 'path',
  pointer: 'path',
}

export const otherSpecFields = {
  dialect: 'output.dialect',
  table: 'output.table',
  style: 'output.style',
  encoding: 'input.encoding',
  delimiter: 'input.delimiter',
  sheet: 'input.sheet',
  format: 'input.format',
  headerrow: 'input.header_row',
  schema: 'output.schema',
  primarykey: 'output.primary_key',
  dateorder: 'inference.date_order',
  locale: 'inference.locale',
  types: 'columns',
}

export const otherOutputFields = {
  tablename: 'table',
  db: 'dialect',
  database: 'dialect',
  target: 'dialect',
  type: 'format',
  batchsize: 'batch_rows',
  chunksize: 'batch_rows',
  naming: 'column_names',
  gzip: 'compression',
  compress: 'compression',
  pk: 'primary_key',
  keys: 'primary_key',
}

export const otherInferenceFields = {
  language: 'locale',
  lang: 'locale',
  samplesize: 'sample_rows',
  dateformat: 'date_order',
  dates: 'date_order',
}

export const otherColumnFields = {
  column: 'index',
  position: 'index',
  rename: 'name',
  header: 'name',
  text: 'as_text',
  skip: 'exclude',
  ignore: 'exclude',
  drop: 'exclude',
}

export const otherDumpFields = {
  tinyint1: 'types.tinyint(1)',
  json: 'types.json',
  datetime: 'types.datetime',
  enum: 'types.enum',
  unsigned: 'types.unsigned',
  spatial: 'types.spatial',
  infer: 'types.infer',
  include: 'tables.include',
  exclude: 'tables.exclude',
  timezone: 'time_zone',
  tz: 'time_zone',
  output: 'write',
}

export const otherTableFields = {
  only: 'include',
  tables: 'include',
  except: 'exclude',
  skip: 'exclude',
  ignore: 'exclude',
}

export const otherTypeFields = {
  bool: 'tinyint(1)',
  boolean: 'tinyint(1)',
  timestamp: 'datetime',
  uuid: 'binary(16)',
  geometry: 'spatial',
  citext: 'ci_text',
}
