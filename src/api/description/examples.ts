import type { Conversion } from '../../contract/conversion.ts'
import { specSchema } from '../../contract/spec.ts'

const id = '01JD0000000000000000000000'
const spec = specSchema.parse({ output: { dialect: 'postgresql' } })
const created = '2026-03-01T09:30:00.000Z'

export const openByUpload = { name: 'people.csv', bytes: 1234, spec: { output: { dialect: 'postgresql' } } }
export const openByUrl = { url: 'https://example.com/people.csv.gz', spec: { output: { dialect: 'mysql' } } }
export const openByContent = {
  content: 'id,name\n1,Ann\n',
  name: 'people.csv',
  spec: { output: { dialect: 'postgresql' } },
}
export const openCase = { consent: true, share: 'report', note: 'The second column should be a date.' }

export const awaiting: Conversion = {
  id,
  status: 'awaiting_upload',
  name: 'people.csv',
  bytes: 1234,
  spec,
  report: null,
  error: null,
  output: null,
  upload: {
    url: 'https://storage.example/uploads/01JD?X-Amz-Signature=…',
    headers: { 'content-length': '1234', 'content-type': 'application/octet-stream' },
    expires_at: '2026-03-01T10:30:00.000Z',
  },
  progress: null,
  created_at: created,
  started_at: null,
  finished_at: null,
  expires_at: '2026-03-02T09:30:00.000Z',
}

export const queued: Conversion = {
  ...awaiting,
  status: 'queued',
  upload: null,
  expires_at: '2026-03-02T12:31:00.000Z',
}

export const canceled: Conversion = {
  ...queued,
  status: 'canceled',
  finished_at: '2026-03-01T09:32:00.000Z',
  expires_at: '2026-03-02T09:32:00.000Z',
}

const columns: NonNullable<Conversion['report']>['columns'] = [
  { index: 0, name: 'id', source_name: 'Id', type: 'integer', sql_type: 'bigint', nullable: false },
  { index: 1, name: 'joined', source_name: 'Joined', type: 'date', sql_type: 'date', nullable: true },
]
const header = { code: 'header' as const, count: 1, first_row: 1, examples: [{ row: 1, text: 'Id Joined' }] }
const rows: NonNullable<Conversion['report']>['rows'] = {
  converted: 40,
  rejected: 1,
  left_out: { count: 1, reasons: [header] },
}

export const done: Conversion = {
  ...queued,
  status: 'done',
  report: {
    table: 'people',
    tables: [{ name: 'people', source_name: 'people.csv', rows, columns }],
    columns,
    rows,
    fixes: [{ code: 'date_form', column: 'joined', count: 40, message: 'Dates were written as year-month-day.' }],
    problems: [{ code: 'type_mismatch', row: 17, column: 'joined', value: 'soon', message: 'This is no date.' }],
    problems_summary: [{ code: 'type_mismatch', column: 'joined', count: 1 }],
    input: { format: 'csv', encoding: 'utf-8', encoding_source: 'utf-8 valid', delimiter: ',', header_row: 1 },
    notes: [],
  },
  output: {
    bytes: 2345,
    url: 'https://storage.example/outputs/01JD?X-Amz-Signature=…',
    name: 'people.sql',
    rejects_url: null,
    expires_at: '2026-03-01T09:45:00.000Z',
  },
  started_at: '2026-03-01T09:31:00.000Z',
  finished_at: '2026-03-01T09:31:02.000Z',
  expires_at: '2026-03-02T09:31:02.000Z',
}

export const usage = {
  limit: 5_000_000_000,
  used: 1234,
  left: 4_999_998_766,
  period_start: '2026-03-01T00:00:00.000Z',
}

export const openedCase = {
  id: 'case_01JD0000000000000000000001',
  conversion_id: id,
  share: 'report',
  email: null,
  note: openCase.note,
  status: 'open',
  created_at: '2026-03-01T09:40:00.000Z',
  expires_at: '2026-05-30T09:40:00.000Z',
}

export const event = {
  id: 'evt_01JD0000000000000000000002',
  type: 'conversion.done',
  created_at: '2026-03-01T09:31:02.000Z',
  data: done,
}
