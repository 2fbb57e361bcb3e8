// The service's JSON as the client shows it. These types are written out, because the client has no dependency. A test
// compares them with the schemas of the service in both directions.

export type Dialect = 'postgresql' | 'mysql' | 'mariadb' | 'sqlite' | 'sql_server' | 'oracle' | 'duckdb'
export type InputFormat = 'xlsx' | 'xls' | 'xlsb' | 'ods' | 'csv' | 'tsv' | 'json' | 'ndjson' | 'xml' | 'sql_dump'
export type Status = 'awaiting_upload' | 'queued' | 'running' | 'done' | 'failed' | 'canceled'

/** A code of this version of the client, or a newer one. */
type Open<Known extends string> = Known | (string & Record<never, never>)

export type ApiErrorCode = Open<
  | 'unauthenticated'
  | 'forbidden'
  | 'suspended'
  | 'needs_pro'
  | 'over_quota'
  | 'too_big'
  | 'too_many_active'
  | 'rate_limited'
  | 'invalid_request'
  | 'invalid_spec'
  | 'invalid_url'
  | 'idempotency_mismatch'
  | 'request_in_progress'
  | 'not_uploaded'
  | 'already_started'
  | 'already_finished'
  | 'not_finished'
  | 'file_gone'
  | 'not_found'
  | 'method_not_allowed'
  | 'http_error'
  | 'server_error'
>

export type FailureCode = Open<
  | 'empty_file'
  | 'corrupt_file'
  | 'encrypted_file'
  | 'unsupported_format'
  | 'sheet_not_found'
  | 'no_columns'
  | 'invalid_spec'
  | 'unreachable'
  | 'download_stalled'
  | 'too_big'
  | 'output_too_large'
  | 'over_quota'
  | 'not_uploaded'
  | 'timed_out'
  | 'account_suspended'
  | 'internal_error'
>

/** The types that a column can be given. */
export type ColumnType =
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'json'
  | 'text'

/** The conversion spec. Only `output.dialect` is required; everything else is detected or has a default. */
export interface SpecInput {
  version?: 1
  input?: {
    format?: InputFormat | null
    encoding?: string | null
    delimiter?: string | null
    sheet?: string | null
    sheets?: 'first' | 'all' | (string | number)[] | null
    header_row?: number | null
    header_rows?: number | null
    range?: string | null
    fill_merged?: boolean
    skip_hidden?: boolean
    hyperlinks?: boolean
    comments?: boolean
    null_values?: string[] | null
    trim?: boolean
    password?: string | null
    path?: string | null
    flatten?: number | null
    widths?: number[] | null
  }
  output: {
    dialect: Dialect
    format?: 'sql' | 'csv' | 'json'
    table?: string | null
    schema?: string | null
    create_table?: boolean
    column_names?: 'snake_case' | 'as_written'
    style?: 'inserts' | 'bulk'
    batch_rows?: number
    if_exists?: 'fail' | 'drop' | 'skip' | 'append'
    primary_key?: string[] | null
    transaction?: boolean
    compression?: 'none' | 'gzip'
  }
  inference?: {
    sample_rows?: number
    date_order?: 'day_first' | 'month_first' | 'year_first' | 'auto'
    keep_leading_zeros?: boolean
    locale?: string | null
  }
  columns?: {
    index: number
    name?: string | null
    as_text?: boolean
    type?: ColumnType | null
    exclude?: boolean
  }[]
  dump?: {
    types?: {
      infer?: boolean
      'tinyint(1)'?: 'smallint' | 'boolean' | null
      json?: 'json' | 'jsonb'
      datetime?: 'timestamp' | 'timestamptz'
      'binary(16)'?: 'bytea' | 'uuid'
      enum?: 'type' | 'check' | 'text'
      unsigned?: 'plain' | 'check'
      ci_text?: 'text' | 'citext' | 'icu'
      spatial?: 'bytea' | 'point' | 'postgis'
    }
    names?: 'as_written' | 'lower' | 'snake_case' | null
    schemas?: 'auto' | 'per_database'
    tables?: { include?: string[]; exclude?: string[] }
    mode?: 'everything' | 'schema_only' | 'data_only'
    parts?: ('before' | 'data' | 'after')[]
    partitions?: 'plain' | 'keep'
    verify?: boolean
    write?: 'script' | 'verify' | 'verify_mysql' | 'report'
    now?: string | null
    time_zone?: string | null
  }
}

export interface Fix {
  code: string
  table?: string
  column?: string
  count: number
  message: string
  first_row?: number
  examples?: string[]
}

export interface Problem {
  code: string
  table?: string
  row?: number
  column?: string
  value?: string
  message: string
}

export interface ReportColumn {
  index: number
  name: string
  source_name: string
  type: string
  sql_type: string
  nullable: boolean
  excluded?: boolean
  max_length?: number
}

export interface RowCounts {
  converted: number
  rejected: number
  left_out?: {
    count: number
    reasons: { code: string; count: number; first_row?: number; examples?: { row: number; text: string }[] }[]
  }
}

/** The format, the encoding and other facts about the file, as they were detected or set in the spec. */
export interface DetectedInput {
  format: string
  encoding?: string | null
  encoding_source?: 'declared' | 'bom' | 'utf-8 valid' | 'guessed'
  encoding_confidence?: number
  encoding_runner_up?: string
  delimiter?: string | null
  quote?: string | null
  escape?: string | null
  sheet?: string | null
  sheets?: string[]
  path?: string | null
  header_row?: number | null
  date_order?: string | null
  decimal?: string | null
  widths?: number[]
  wrapping?: string | null
}

export interface Report {
  table: string
  tables: {
    name: string
    source_name: string
    rows: RowCounts
    columns: ReportColumn[]
    /** The reason why a sheet has no table. */
    reason?: string
  }[]
  columns: ReportColumn[]
  rows: RowCounts
  fixes: Fix[]
  problems: Problem[]
  problems_summary: { code: string; table?: string; column?: string; count: number }[]
  input: DetectedInput
  notes: string[]
}

export interface Progress {
  rows: number
  bytes_read: number
  bytes_total: number
  /** Present from the second pass on, after a later row corrected a type. */
  pass?: number
}

export interface Conversion {
  id: string
  status: Status
  name: string
  bytes: number
  spec: SpecInput
  report: Report | null
  error: { code: FailureCode; message: string; doc_url?: string; problems: Problem[] } | null
  output: { bytes: number; url: string; name: string; expires_at: string; rejects_url: string | null } | null
  upload: { url: string; headers: Record<string, string>; expires_at: string } | null
  progress: Progress | null
  created_at: string | null
  started_at: string | null
  finished_at: string | null
  expires_at: string
}

export interface Usage {
  limit: number
  used: number
  left: number
  period_start: string
}

export interface SupportCase {
  id: string
  conversion_id: string
  share: 'file' | 'report'
  email: string | null
  note: string | null
  status: 'open' | 'landed'
  created_at: string
  expires_at: string
}

/** The body of a webhook call. */
export type WebhookEvent =
  | {
      id: string
      type: 'conversion.done' | 'conversion.failed' | 'conversion.canceled'
      created_at: string
      data: Conversion
    }
  | { id: string; type: 'ping'; created_at: string; data: { sent_at: string } }
