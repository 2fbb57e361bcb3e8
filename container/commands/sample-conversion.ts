import { textMessages } from '../engine/catalog/text.ts'
import { valueMessages } from '../engine/catalog/values.ts'
import type { Conversion, Report } from '../../clients/javascript/rowmill.ts'

const dayMs = 86_400_000

const report: Report = {
  table: 'orders',
  tables: [],
  columns: [
    { index: 0, name: 'order_no', source_name: 'Order no', type: 'integer', sql_type: 'integer', nullable: false },
    { index: 1, name: 'placed', source_name: 'Placed', type: 'date', sql_type: 'date', nullable: true },
  ],
  rows: { converted: 4, rejected: 0, left_out: { count: 1, reasons: [{ code: 'header', count: 1, first_row: 1 }] } },
  fixes: [
    {
      code: 'date_form',
      column: 'placed',
      count: 3,
      message: valueMessages.date_form.dates,
      examples: ['31.12.2023'],
    },
  ],
  problems: [],
  problems_summary: [],
  input: { format: 'csv', encoding: 'utf-8', header_row: 1 },
  notes: [],
}

/** Returns a conversion as the API shows it, for a test event. */
export function sampleConversion(status: 'done' | 'failed' | 'canceled', now: string): Conversion {
  const later = new Date(Date.parse(now) + dayMs).toISOString()
  const tables = [{ name: report.table, source_name: 'orders.csv', rows: report.rows, columns: report.columns }]
  return {
    id: '01J0000000000000000000SAMP',
    status,
    name: 'orders.csv',
    bytes: 214,
    spec: { version: 1, output: { dialect: 'postgresql' } },
    report: status === 'done' ? { ...report, tables } : null,
    error: status === 'failed' ? { code: 'empty_file', message: textMessages.empty_file.empty, problems: [] } : null,
    output:
      status === 'done'
        ? {
            bytes: 512,
            url: 'https://example.com/orders.sql',
            name: 'orders.sql',
            rejects_url: null,
            expires_at: later,
          }
        : null,
    upload: null,
    progress: null,
    created_at: now,
    started_at: status === 'canceled' ? null : now,
    finished_at: now,
    expires_at: later,
  }
}
