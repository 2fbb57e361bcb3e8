import type { CodeEntry } from './code-entry.ts'

/** Codes of `report.rows.left_out.reasons`: the reasons why a row of the file is not a row of the table. */
export const leftOutReasons = {
  header: {
    cause: 'The row has the column names.',
    remedy: 'If another row has them, set `input.header_row`.',
    example: 'Id,Name,Amount',
  },
  title: {
    cause: 'The line is a title or other text above the table.',
    remedy: 'If it is a row of the table, set `input.header_row`.',
    example: 'Sales report 2026',
  },
  blank: {
    cause: 'The row is blank.',
    remedy: 'No action is needed. Blank rows are not converted.',
    example: '',
  },
  comment: {
    cause: 'The line is a comment.',
    remedy: 'No action is needed unless it is a row of the table.',
    example: '# exported by cron',
  },
  rule: {
    cause: 'The line is a border between the rows of an ASCII table.',
    remedy: 'No action is needed.',
    example: '+----+-------+',
  },
  note: {
    cause: 'The line is a note below the table.',
    remedy: 'No action is needed unless it is a row of the table.',
    example: '(4 rows)',
  },
  total: {
    cause: 'The row is a total of the rows above it.',
    remedy: 'Compute totals in the database.',
    example: 'Total,,1234.50',
  },
  repeated_header: {
    cause: 'The file repeats its header in this row.',
    remedy: 'No action is needed.',
    example: 'Id,Name,Amount',
  },
  other_table: {
    cause: 'The row belongs to another table in the same file or sheet.',
    remedy: 'To convert the other table, set `input.header_row` for text, or `input.range` for a sheet.',
    example: 'Region,Budget',
  },
  outside_table: {
    cause: 'The row is outside the table of the sheet.',
    remedy: 'To include it, set `input.range`.',
    example: 'Checked by Ann',
  },
  hidden: {
    cause: 'The row is hidden in the sheet.',
    remedy: 'Set `input.skip_hidden` to false.',
    example: '7,Draft,0',
  },
  deleted: {
    cause: 'A later statement of the dump deletes the row.',
    remedy: 'No action is needed. The server does not have the row either.',
    example: "(7, 'Draft')",
  },
  duplicate: {
    cause: 'The row has the same key as another row. One of them was ignored, or replaced or updated by the other.',
    remedy: 'No action is needed. The server has one row for the key, too.',
    example: "(7, 'Draft')",
  },
  history: {
    cause: 'The row is an earlier version of a row in a system-versioned table.',
    remedy: 'No action is needed unless you want the history. In that case, dump it as a separate table.',
    example: "(7, 'Draft', '2024-01-01 00:00:00', '2024-02-01 00:00:00')",
  },
  no_table: {
    cause: 'The dump drops the table of the row, does not define it, or makes it with a query.',
    remedy: 'Dump the structure of the table too.',
    example: "(7, 'Draft')",
  },
  not_chosen: {
    cause: 'The spec leaves the row out: its table is not chosen, or the output has no rows.',
    remedy: 'Change `dump.tables`, `dump.mode`, `dump.parts`, `dump.write` or `output.table`.',
    example: "(7, 'Draft')",
  },
} as const satisfies Record<string, CodeEntry>
