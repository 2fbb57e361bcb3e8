import type { CodeEntry } from './code-entry.ts'

/** Codes of `report.rows.left_out.reasons`: why a row of the file is not a row of the table. */
export const leftOutReasons = {
  header: {
    cause: 'The row holds the names of the columns.',
    remedy: 'Set `input.header_row` if another row holds them.',
    example: 'Id,Name,Amount',
  },
  title: {
    cause: 'A title or another line stands above the table.',
    remedy: 'Set `input.header_row` if it is a row.',
    example: 'Sales report 2026',
  },
  blank: {
    cause: 'The row is blank.',
    remedy: 'Nothing. Blank rows are not converted.',
    example: '',
  },
  comment: {
    cause: 'The line is a comment.',
    remedy: 'Nothing, if it is not a row.',
    example: '# exported by cron',
  },
  rule: {
    cause: 'The line is drawn between the rows of an ASCII table.',
    remedy: 'Nothing.',
    example: '+----+-------+',
  },
  note: {
    cause: 'A note stands below the table.',
    remedy: 'Nothing, if it is not a row.',
    example: '(4 rows)',
  },
  total: {
    cause: 'The row is a total of the rows above it.',
    remedy: 'Compute totals in the database.',
    example: 'Total,,1234.50',
  },
  repeated_header: {
    cause: 'The header stands in the file once more.',
    remedy: 'Nothing.',
    example: 'Id,Name,Amount',
  },
  other_table: {
    cause: 'The row belongs to another table in the same file or sheet.',
    remedy: 'Set `input.header_row` in a text, or `input.range` in a sheet, to convert the other table.',
    example: 'Region,Budget',
  },
  outside_table: {
    cause: 'The row lies outside of the table in the sheet.',
    remedy: 'Set `input.range` to include it.',
    example: 'Checked by Ann',
  },
  hidden: {
    cause: 'The row is hidden in the sheet.',
    remedy: 'Set `input.skip_hidden` to false.',
    example: '7,Draft,0',
  },
} as const satisfies Record<string, CodeEntry>
