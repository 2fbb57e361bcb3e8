import type { CodeEntry } from './code-entry.ts'
import { dumpFixes } from './dump-fixes.ts'
import { workbookFixes } from './workbook-fixes.ts'

/** Codes of `report.fixes`: every kind of change to the contents of the file. */
export const fixes = {
  trimmed: {
    cause: 'A typed value had spaces around it. The spaces were removed.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'Spaces around the value were removed.',
  },
  null_marker: {
    cause: 'A word such as `NULL`, `N/A` or `-` stands for no value in a typed column. It became NULL.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: '"N/A" means no value, so it became NULL.',
  },
  empty_to_null: {
    cause: 'A blank text value in a typed column became NULL.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'A blank cell in a typed column became NULL.',
  },
  missing_cells: {
    cause: 'A row ended early. Its missing cells became NULL.',
    remedy: 'Check the delimiter and the rows in the file.',
    example: 'The row has fewer cells than the table. Missing cells are NULL.',
  },
  text_formula: {
    cause: 'A value was written as `="001"`, so that Excel shows it as text. The text without the formula was kept.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'Formulas such as ="001" became their text.',
  },
  boolean_form: {
    cause: 'Two words such as `yes` and `no` were written as true and false.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: '"yes" and "no" were rewritten as true and false.',
  },
  uuid_form: {
    cause: 'UUIDs were written in lower case.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'UUIDs were rewritten in lower case.',
  },
  epoch_form: {
    cause: 'Numbers of seconds or milliseconds since 1970 were written as timestamps.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'Seconds since 1970 were rewritten as timestamps in UTC.',
  },
  leading_zeros: {
    cause: 'Leading zeros of numbers were removed.',
    remedy: 'Set `inference.keep_leading_zeros` to true, or `as_text` for the column.',
    example: 'Leading zeros were removed.',
  },
  number_form: {
    cause: 'Numbers were rewritten, such as a decimal comma or a thousands separator.',
    remedy:
      'Set `as_text` for the column to keep the values as they are written. Set `inference.locale` if the numbers were misread.',
    example: 'Numbers: the decimal separator "," became a point.',
  },
  date_form: {
    cause: 'Dates or timestamps were rewritten as ISO 8601.',
    remedy: 'Set `inference.date_order` if day and month were misread.',
    example: 'Dates were rewritten as ISO 8601.',
  },
  time_form: {
    cause: 'Times were written as HH:MM:SS.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'Times were rewritten as HH:MM:SS.',
  },
  ambiguous_dates: {
    cause: 'Every date in the sample fits several orders of day, month and year.',
    remedy: 'Set `inference.date_order` or `inference.locale`.',
    example:
      'The order of day and month is ambiguous, so dates were read month first. Set inference.date_order if that is wrong.',
  },
  time_zone: {
    cause: 'The dialect has no type that stores an offset. The timestamps were converted to UTC.',
    remedy: 'No action is needed if the new value is what you want.',
    example: 'Timestamps with an offset were converted to UTC, because DATETIME stores no offset.',
  },
  empty_is_null: {
    cause: 'Oracle reads an empty string as NULL.',
    remedy: 'Oracle has no empty string. If the table already exists, its column must be nullable.',
    example: "Oracle reads '' as NULL.",
  },
  nul_removed: {
    cause:
      'A text value had the character U+0000, which the database cannot store, or many of them filled the space between lines. They were removed.',
    remedy: 'Check the program that wrote the file.',
    example: 'NUL characters were removed, because PostgreSQL text cannot store them.',
  },
  not_finite: {
    cause: 'A number was NaN or infinite, and the dialect has no such value. It became NULL.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'NaN and infinity became NULL, because the database cannot store them.',
  },
  invalid_bytes: {
    cause: 'Bytes are not valid in the encoding of the file. Each became U+FFFD.',
    remedy: 'Set `input.encoding` to the encoding of the file.',
    example: 'Bytes that are invalid in utf-8 became U+FFFD. If the file has another encoding, set input.encoding.',
  },
  byte_order_marks: {
    cause: 'Byte order marks inside the file were removed.',
    remedy: 'No action is needed. They are not part of the text.',
    example: 'Byte order marks at the start of lines were removed. They appear when files are concatenated.',
  },
  line_quotes: {
    cause: 'Whole lines were in quotation marks. The outer quotation marks were removed.',
    remedy: 'No action is needed if the new value is what you want.',
    example: 'The whole line was quoted. The outer quotes were removed, and doubled quotes became single.',
  },
  lone_surrogate: {
    cause: 'A JSON string had half of a surrogate pair, which is not a character. It became U+FFFD.',
    remedy: 'Check the program that wrote the file.',
    example: 'An unpaired surrogate became U+FFFD.',
  },
  duplicate_key: {
    cause: 'A JSON object had the same key twice. The last value was used.',
    remedy: 'Check the program that wrote the file.',
    example: 'The key occurs twice in one object. The last value was used.',
  },
  repeated_header: {
    cause: 'The file repeats its header. The repeated header was not converted as a row.',
    remedy: 'No action is needed.',
    example: 'The header is repeated here.',
  },
  quotes_repaired: {
    cause:
      'A quoted value had quotation marks that were not doubled, or its closing one was missing. Only one reading had the right number of cells.',
    remedy: 'No action is needed if the new value is what you want.',
    example:
      'The line has quotes that are not doubled or closed. Quotes around a value were removed, and others are part of it.',
  },
  empty_rows: {
    cause: 'The file ended with rows that have only delimiters, as spreadsheets write them. They were left out.',
    remedy: 'No action is needed. They have no values.',
    example: 'Empty rows at the end of the file were left out.',
  },
  column_named: {
    cause: 'A column had no name in the file, so it got one.',
    remedy: 'Set `name` for the column.',
    example: 'The column has no name in the file.',
  },
  column_renamed: {
    cause: 'A column name was changed, because another column has it or the dialect does not allow it.',
    remedy: 'Set `name` for the column, or `output.column_names` to `as_written`.',
    example: '"Id" is also the name of another column.',
  },
  table_renamed: {
    cause: 'The table name was changed, because the dialect does not allow it.',
    remedy: 'Set `output.table`.',
    example:
      '"2024 orders" is already used, or is not a valid name in this database, so "t_2024_orders" was written instead.',
  },
  schema_renamed: {
    cause: 'The schema name was changed, because the dialect does not allow it.',
    remedy: 'Set `output.schema`.',
    example:
      '"my schema" is already used, or is not a valid name in this database, so "my_schema" was written instead.',
  },
  ...dumpFixes,
  ...workbookFixes,
} as const satisfies Record<string, CodeEntry>
