import type { CodeEntry } from './code-entry.ts'

/** Codes of `report.fixes` that only workbooks have. */
export const workbookFixes = {
  error_to_null: {
    cause: 'A cell of a workbook had an error such as `#DIV/0!`. It became NULL.',
    remedy: 'Correct the formula in the workbook.',
    example: 'A spreadsheet error became NULL.',
  },
  uncached_formula: {
    cause:
      'A formula had no stored result, because the program that wrote the workbook did not compute it. It became NULL.',
    remedy: 'Open the workbook in a spreadsheet program and save it.',
    example: 'A formula without a stored result became NULL.',
  },
  missing_shared_text: {
    cause: 'A cell of the workbook referred to a string that is not in the workbook. It became NULL.',
    remedy: 'Open the workbook in a spreadsheet program and save it.',
    example: 'Cells that refer to a missing shared string became NULL.',
  },
  cells_outside_table: {
    cause: 'Cells beside the table were left out.',
    remedy: 'Set `input.range`, or remove the empty column between them and the table.',
    example: 'Cells to the right of the table, after an empty column, were left out.',
  },
  fifteen_digits: {
    cause:
      'A number of a workbook is stored with more than 15 digits, such as 0.30000000000000004 for 0.1 + 0.2. It was rounded to the 15 digits that spreadsheets show.',
    remedy: 'No action is needed. The other digits come from rounding in binary arithmetic.',
    example: 'Numbers were rounded to the 15 digits that a spreadsheet shows.',
  },
  excel_leap_day: {
    cause: 'A date of a workbook is February 29, 1900. Excel has this date, but the calendar does not.',
    remedy: 'Correct the date in the workbook.',
    example: 'February 29, 1900 exists only in Excel. The date became February 28, 1900.',
  },
} as const satisfies Record<string, CodeEntry>
