import type { CodeEntry } from './code-entry.ts'
import { dumpFixes } from './dump-fixes.ts'
import { workbookFixes } from './workbook-fixes.ts'

/** Codes of `report.fixes`: every kind of change made to what was in the file. */
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
    cause: 'Numbers were rewritten, such as a decimal comma or group separators.',
    remedy:
      'Set `as_text` for the column to keep the values as they are written. Set `inference.locale` if the numbers were misread.',
    example: 'A decimal comma written as a point.',
  },
  date_form: {
    cause: 'Dates or timestamps were rewritten in ISO 8601 form.',
    remedy: 'Set `inference.date_order` if day and month were misread.',
    example: 'Dates (day.month.year) written in ISO 8601 form.',
  },
  time_form: {
    cause: 'Times were written as HH:MM:SS.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'Times were rewritten as HH:MM:SS.',
  },
  ambiguous_dates: {
    cause: 'Day and month could not be told apart in the whole sample.',
    remedy: 'Set `inference.date_order` or `inference.locale`.',
    example: 'Day and month cannot be told apart in the sample: read month first. inference.date_order says otherwise.',
  },
  time_zone: {
    cause: 'The dialect has no type that keeps an offset. The timestamps were written in UTC.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Timestamps with an offset were converted to UTC, because DATETIME stores no offset.',
  },
  empty_is_null: {
    cause: 'Oracle reads an empty string as NULL.',
    remedy: 'Make the column nullable where it is used. Oracle has no empty string.',
    example: "Oracle reads '' as NULL.",
  },
  nul_removed: {
    cause: 'A text value held the character U+0000, which the database cannot store. It was removed.',
    remedy: 'Check the program that wrote the file.',
    example: 'PostgreSQL text cannot hold U+0000: it was removed.',
  },
  not_finite: {
    cause: 'A number was NaN or infinite, and the dialect has no such value. It became NULL.',
    remedy: 'Set `as_text` for the column to keep the values as they are written.',
    example: 'NaN and infinity became NULL, because the database cannot store them.',
  },
  invalid_bytes: {
    cause: 'Bytes are not characters in the encoding of the file. Each became U+FFFD.',
    remedy: 'Set `input.encoding` to the encoding of the file.',
    example: 'Byte sequences that are no utf-8 characters became U+FFFD. Another input.encoding may read them.',
  },
  byte_order_marks: {
    cause: 'Byte order marks stood inside the file. They were removed.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Byte order marks inside of the file removed.',
  },
  line_quotes: {
    cause: 'Whole lines were in quotation marks. They were read without them.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Lines in quotation marks read without them.',
  },
  lone_surrogate: {
    cause: 'A JSON string held half of a surrogate pair, which is not a character. It became U+FFFD.',
    remedy: 'Check the program that wrote the file.',
    example: 'An unpaired surrogate became U+FFFD.',
  },
  duplicate_key: {
    cause: 'A key stood twice in one JSON object. The last value was used.',
    remedy: 'Check the program that wrote the file.',
    example: 'The key occurs twice in one object. The last value was used.',
  },
  repeated_header: {
    cause: 'The header stood in the file once more. It was not converted as a row.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'The header is repeated here.',
  },
  quotes_repaired: {
    cause:
      'A value in quotes had quotes in it that were not doubled, or its last quote was missing. One reading alone had the right number of cells.',
    remedy: 'Nothing, if the new value is what you want.',
    example:
      'The line has quotes that are not doubled or closed. Quotes around a value were removed, and others are part of it.',
  },
  empty_rows: {
    cause: 'The file ended with rows of delimiters alone, as spreadsheets write them. They were left out.',
    remedy: 'Nothing. They hold no value.',
    example: 'Empty rows at the end of the file were left out.',
  },
  column_named: {
    cause: 'A column had no name in the file. It was given one.',
    remedy: 'Set `name` for the column.',
    example: 'The column has no name in the file.',
  },
  column_renamed: {
    cause: 'The name of a column was changed, because another column has it or the dialect does not take it.',
    remedy: 'Set `name` for the column, or `output.column_names` to `as_written`.',
    example: '"Id" is also the name of another column, or is not a valid name in this database.',
  },
  table_renamed: {
    cause: 'The name of the table was changed, because the dialect does not take it.',
    remedy: 'Set `output.table`.',
    example: '"2024 orders" is written as "t_2024_orders".',
  },
  schema_renamed: {
    cause: 'The name of the schema was changed, because the dialect does not take it.',
    remedy: 'Set `output.schema`.',
    example: '"my schema" is written as "my_schema".',
  },
  ...dumpFixes,
  ...workbookFixes,
} as const satisfies Record<string, CodeEntry>
