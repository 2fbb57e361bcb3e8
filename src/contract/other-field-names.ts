// The other names of a spec’s fields, by their letters and digits, and the places that people look for fields.

export const otherInputFields = {
  charset: 'encoding',
  codepage: 'encoding',
  separator: 'delimiter',
  seperator: 'delimiter',
  sep: 'delimiter',
  tab: 'sheet',
  worksheet: 'sheet',
}

export const otherSpecFields = {
  dialect: 'output.dialect',
  table: 'output.table',
  style: 'output.style',
  encoding: 'input.encoding',
  delimiter: 'input.delimiter',
  sheet: 'input.sheet',
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
