import type { CodeEntry } from './code-entry.ts'

/** Codes of `problems` in a report or a failure: why a row was rejected, or what else is wrong. */
export const problems = {
  type_mismatch: {
    cause: 'A value does not have the type of its column. The row was rejected.',
    remedy: 'Set a larger `inference.sample_rows`, or `as_text` for the column, and convert again.',
    example: 'Not a date. A larger inference.sample_rows, or as_text for the column with index 3, keeps it.',
  },
  too_many_cells: {
    cause: 'A row has more cells than the table has columns. The row was rejected.',
    remedy: 'Check the delimiter and the quotation marks in the row.',
    example: 'The row has 5 cells, the table 4 columns.',
  },
  missing_key: {
    cause: 'A row has no value in a column of `output.primary_key`. The row was rejected.',
    remedy: 'Give the row a value, or choose another primary key.',
    example: 'The row has no value in a column of the primary key.',
  },
  duplicate_key: {
    cause: 'An earlier row has the same values in the columns of `output.primary_key`. The row was rejected.',
    remedy: 'Remove one of the rows, or add a column to the primary key.',
    example: 'An earlier row has the same primary key.',
  },
  key_too_long: {
    cause: 'A text in a column of `output.primary_key` is longer than the database can index. The row was rejected.',
    remedy: 'Choose another primary key.',
    example: 'A text in the primary key has 255 characters at most.',
  },
  crosses_columns: {
    cause: 'A value of fixed-width text stands across two columns. The row was rejected.',
    remedy: 'Set `input.widths` to the number of characters that each column has.',
    example: 'A value stands across two columns of the fixed-width text.',
  },
  stray_quote: {
    cause: 'A quotation mark stands inside a field without being doubled. The row was rejected.',
    remedy: 'Double the quotation marks in the field.',
    example: 'A quotation mark stands where none may be.',
  },
  unclosed_quote: {
    cause: 'A quoted field does not end. The row was rejected.',
    remedy: 'Close the quotation marks in the field.',
    example: 'A quoted field does not end.',
  },
  row_too_long: {
    cause: 'A row is longer than a row may be. It was rejected.',
    remedy: 'Check the quotation marks, and whether the file is text.',
    example: 'The row is too long.',
  },
  cell_too_long: {
    cause: 'A cell of a workbook is longer than 32,767 characters, the limit of Excel. The row was rejected.',
    remedy: 'Shorten the cell, or send the table as CSV.',
    example: 'Cell 2 of the row is longer than 32,767 characters, which no cell of Excel can be.',
  },
  late_key: {
    cause: 'A JSON object has a key that none of the sampled objects has. The row was rejected.',
    remedy: 'Set a larger `inference.sample_rows`.',
    example: 'The key is not one of those in the sample.',
  },
  too_many_keys: {
    cause: 'A JSON object has more keys than a table can have columns. The row was rejected.',
    remedy: 'Split the objects.',
    example: 'The table has too many columns.',
  },
  left_of_table: {
    cause: 'A row has values left of the table. The row was rejected.',
    remedy: 'Set `input.range`.',
    example: 'The row has values left of the table.',
  },
  row_rejected: {
    cause: 'A row of a dump could not be translated. It was rejected.',
    remedy: 'Read the message, correct the row, and load it by hand.',
    example: 'The value has no equal in PostgreSQL.',
  },
  too_deep: {
    cause: 'A JSON value is nested too deeply. The row was rejected.',
    remedy: 'Flatten the value.',
    example: 'Nested deeper than 200 levels.',
  },
  invalid_json: {
    cause: 'The file is not valid JSON at one place.',
    remedy: 'Correct the place that the message names.',
    example: 'At byte 210: a comma is missing.',
  },
  broken_xml: {
    cause: 'The XML inside the file is broken.',
    remedy: 'Open the file in the program that wrote it and save it again.',
    example: 'It could be read up to byte 1024 of its unpacked text.',
  },
  path_not_found: {
    cause: '`input.path` names nothing in the JSON or XML document.',
    remedy: 'Use one of the paths that the message names, or leave the field out.',
    example: 'input.path: the XML has no element "/catalog/book". It has: /catalog/item.',
  },
  read_until: {
    cause: 'The sheet is damaged after some rows.',
    remedy: 'Open the file in the program that wrote it and save it again.',
    example: 'The sheet could be read up to row 120.',
  },
  sheet: {
    cause: 'Names one sheet of the workbook, beside `sheet_not_found`.',
    remedy: 'Use its name as `input.sheet`.',
    example: 'One of the sheets of the workbook.',
  },
  stream: {
    cause: 'Names one stream of an old Office file, beside `unsupported_format`.',
    remedy: 'Send a workbook.',
    example: 'One of the streams of the file.',
  },
  zip_entry: {
    cause: 'Names one file of a zip, beside `unsupported_format`.',
    remedy: 'Send one of the files.',
    example: 'One of the files of the zip.',
  },
  unknown_encoding: {
    cause: '`input.encoding` is not an encoding label.',
    remedy: 'Use a label of the WHATWG Encoding Standard, such as utf-8 or windows-1252.',
    example: 'utf9 is not an encoding.',
  },
  unknown_locale: {
    cause: '`inference.locale` is not a known locale.',
    remedy: 'Use a BCP 47 tag such as de-DE.',
    example: 'xx-XX is not a known locale.',
  },
  output_too_large: {
    cause: 'The output grew out of all proportion to the file: past 1 GiB and past 1,000 times the size of the file.',
    remedy: 'Save the file again with the program that made it. Split it if it really is that repetitive.',
    example: 'The output would be larger than 1,073,741,824 bytes, more than 1,000 times the size of the file.',
  },
  range_not_found: {
    cause: '`input.range` is not a reference to cells, and no cells of the workbook have that name.',
    remedy: 'Use a reference such as `B3:F200`, or one of the names that the message lists.',
    example: 'The workbook has no cells named "Sales". It has: Orders, Prices.',
  },
  header_row_out_of_range: {
    cause: '`input.header_row` is after the last row of the file.',
    remedy: 'Use a row number of the file, from 1.',
    example: 'input.header_row: the file has 4 rows.',
  },
  column_out_of_range: {
    cause: 'A column of the spec is not one of the file.',
    remedy: 'Use an index from 0 to the number of columns less one.',
    example: 'spec.columns: index 9 is not one of the file’s 4 columns (0 to 3).',
  },
  primary_key: {
    cause: '`output.primary_key` names a column that the table does not have, or one whose type cannot be a key.',
    remedy: 'Use names of columns, as they are in the file or in the output.',
    example: 'output.primary_key: the table has no column "nr". It has: id, name.',
  },
  column_not_found: {
    cause: 'A column of the spec is not one of the table in the dump.',
    remedy: 'Use an index from 0 to the number of columns less one.',
    example: 'columns: the table has 4 columns, none has the index 9.',
  },
  columns_of_which_table: {
    cause: '`columns` is set, and the dump has several tables.',
    remedy: 'Name one of them in `output.table`.',
    example: 'columns: the dump has several tables. Name one of them in output.table.',
  },
  table_not_found: {
    cause: '`output.table` is not a table of the dump.',
    remedy: 'Use the name of a table of the dump.',
    example: 'output.table: the dump has no table "order".',
  },
  too_many_columns: {
    cause: 'The file has more columns than a table of the dialect can have.',
    remedy: 'Exclude columns, or choose another dialect.',
    example: 'The file has 5,000 columns; MySQL takes 4,096.',
  },
  dump_dialect: {
    cause: 'The file is a MySQL dump, which converts to PostgreSQL as SQL only.',
    remedy: 'Set `output.dialect` to `postgresql` and `output.format` to `sql`.',
    example: 'A dump converts to dialect postgresql, format sql only.',
  },
} as const satisfies Record<string, CodeEntry>
