import type { CodeEntry } from './code-entry.ts'

/** Codes of `problems` in a report or a failure: the reasons why a row was rejected, and other errors. */
export const problems = {
  type_mismatch: {
    cause: 'A value does not have the type of its column. The row was rejected.',
    remedy:
      'Set `as_text` for the column, or a larger `inference.sample_rows` if its type was inferred, and convert again.',
    example:
      'The value is not a date in the format of the column. To keep it, set as_text for the column with index 3, counted from 0. If the type was inferred, a larger inference.sample_rows helps too.',
  },
  too_many_cells: {
    cause: 'A row has more cells than the table has columns. The row was rejected.',
    remedy: 'Check the delimiter and the quotation marks in the row.',
    example: 'The row has 5 cells, but the table has 4 columns.',
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
    cause: 'Text in a column of `output.primary_key` is longer than the database can index. The row was rejected.',
    remedy: 'Choose another primary key.',
    example: 'Text in the primary key can have at most 255 characters.',
  },
  crosses_columns: {
    cause:
      'A value of fixed-width text, or of a table without bars, spans the border between two columns. The row was rejected.',
    remedy:
      'For fixed-width text, set `input.widths` to the number of characters that each column has. Print a table with wider columns, or with a delimiter.',
    example: 'A value spans the border between two columns. Set input.widths to say where each column ends.',
  },
  stray_quote: {
    cause: 'A quoted field continues after its closing quotation mark. The row was rejected.',
    remedy: 'Double the quotation marks that are part of the value.',
    example: 'A quoted field continues after its closing quote, so the row was rejected.',
  },
  unclosed_quote: {
    cause: 'A quoted field has no closing quotation mark. The row was rejected.',
    remedy: 'Close the quotation marks of the field.',
    example: 'A quoted field has no closing quote, so the row was rejected.',
  },
  row_too_long: {
    cause: 'A row is longer than the limit. It was rejected.',
    remedy: 'Check the quotation marks, and whether the file is text.',
    example: 'The row is longer than 16 MiB, so it was rejected.',
  },
  cell_too_long: {
    cause: 'A cell of a workbook is longer than 32,767 characters, the limit of Excel. The row was rejected.',
    remedy: 'Shorten the cell, or send the table as CSV.',
    example: 'Cell 2 of the row is longer than 32,767 characters, which is the limit of Excel.',
  },
  late_key: {
    cause:
      'A JSON object has a key that no object in the sample has. The value was left out, and the rest of the row was converted.',
    remedy: 'Increase `inference.sample_rows`, and convert again.',
    example:
      'The key first appears after the sample, so it has no column. The rest of the row was converted. Increase inference.sample_rows to keep it.',
  },
  too_many_keys: {
    cause:
      'A JSON object has more keys than a table can have columns. The value was left out, and the rest of the row was converted.',
    remedy: 'Split the objects, and convert again.',
    example: 'The table already has 4096 columns, so the value was left out. The rest of the row was converted.',
  },
  left_of_table: {
    cause: 'A row has a value to the left of the table. The row was rejected.',
    remedy: 'Set `input.range` to the cells of the table.',
    example: 'The row has a value to the left of the table, where the previous rows are empty.',
  },
  row_rejected: {
    cause: 'PostgreSQL cannot store a row of a dump. The row was rejected.',
    remedy: 'Read the message, correct the row, and load it by hand.',
    example: 'The value is longer than 20 characters.',
  },
  too_deep: {
    cause: 'A JSON value is nested too deeply. The row was rejected.',
    remedy: 'Flatten the value.',
    example: 'The value is nested deeper than 200 levels.',
  },
  invalid_json: {
    cause: 'The JSON is not valid.',
    remedy: 'Correct the JSON at the byte that the message names.',
    example: 'At byte 210: a comma is missing.',
  },
  broken_xml: {
    cause: 'The XML is not valid.',
    remedy: 'Open the file in the program that wrote it and save it again.',
    example: 'The file ends within a tag. The file could be read up to byte 1024, counted without compression.',
  },
  path_not_found: {
    cause: '`input.path` does not lead to rows in the JSON or XML document.',
    remedy: 'Use one of the paths that the message names, or leave the field out.',
    example: 'input.path: the XML has no element "/catalog/book". It has: /catalog/item.',
  },
  read_until: {
    cause: 'The sheet is damaged after some rows.',
    remedy: 'Open the file in the program that wrote it and save it again.',
    example: 'The sheet could be read up to row 120.',
  },
  sheet: {
    cause: 'The entry names one sheet of the workbook. A `sheet_not_found` error lists the sheets.',
    remedy: 'Use its name as `input.sheet`.',
    example: 'The workbook has this sheet.',
  },
  stream: {
    cause: 'The entry names one stream of an old Office file. An `unsupported_format` error lists the streams.',
    remedy: 'Send a workbook.',
    example: 'The file has this stream.',
  },
  zip_entry: {
    cause: 'The entry names one file of a zip or tar. An `unsupported_format` error lists the files.',
    remedy: 'Send one of the files.',
    example: 'The archive contains this file.',
  },
  unknown_encoding: {
    cause: '`input.encoding` is not an encoding label.',
    remedy: 'Use a label of the WHATWG Encoding Standard, such as utf-8 or windows-1252.',
    example:
      '"utf9" is not a known encoding. Use a label from the WHATWG Encoding Standard, such as utf-8, windows-1252 or shift_jis.',
  },
  unknown_locale: {
    cause: '`inference.locale` is not a known locale.',
    remedy: 'Use a BCP 47 language tag, such as de-DE.',
    example: '"xx-XX" is not a known locale. Use a BCP 47 language tag, such as de-DE.',
  },
  output_too_large: {
    cause: 'The output would be larger than 1 GiB and larger than 1,000 times the size of the file.',
    remedy: 'Save the file again with the program that made it. If the file really is that repetitive, split it.',
    example:
      'The output would be larger than 1,073,741,824 bytes, which is more than 1,000 times the size of the file. Such a file is damaged or malicious.',
  },
  range_not_found: {
    cause: '`input.range` is not a cell reference, and the workbook has no cells of that name.',
    remedy: 'Use a reference such as `B3:F200`, or one of the names in the message.',
    example: 'The workbook has no cells named "Sales". It has: Orders, Prices.',
  },
  header_row_out_of_range: {
    cause: '`input.header_row` is after the last row of the file, or after the rows that are read to infer types.',
    remedy: 'Use a row number of the file, counted from 1.',
    example: 'input.header_row is 9, but the last row is row 4.',
  },
  column_out_of_range: {
    cause: 'The spec has a column that the file does not have.',
    remedy: 'Use an index from 0 to the number of columns minus one.',
    example: 'columns: index 9 is out of range. The file has 4 columns, counted from 0 to 3.',
  },
  primary_key: {
    cause: '`output.primary_key` names a column that the table does not have, or one whose type cannot be a key.',
    remedy: 'Use column names of the file or of the output.',
    example: 'output.primary_key: the table has no column "nr". It has: id, name.',
  },
  column_not_found: {
    cause: 'The spec has a column that the table in the dump does not have.',
    remedy: 'Use an index from 0 to the number of columns minus one.',
    example: 'columns: index 9 is out of range. The table has 4 columns, counted from 0.',
  },
  columns_of_which_table: {
    cause: '`columns` is set, and the dump has several tables.',
    remedy: 'Name one of them in `output.table`.',
    example: 'columns: the dump has several tables. Name one of them in output.table.',
  },
  table_not_found: {
    cause: 'The dump has no table that `output.table` or `dump.tables` names.',
    remedy: 'Use one of the table names in the message.',
    example: 'output.table: the dump has no table with this name. It has orders, customers.',
  },
  too_many_columns: {
    cause: 'The file has more columns than a table of the dialect can have.',
    remedy: 'Leave columns out with `columns[].exclude`, or choose another dialect.',
    example:
      'The file has 5000 columns, and mysql allows 4096 in a table. Leave some out with columns[].exclude, or set output.format to csv or json.',
  },
  dump_dialect: {
    cause:
      'The spec does not fit the kind of file: a MySQL dump converts only to PostgreSQL as SQL, and `dump.write` applies only to dumps.',
    remedy:
      'For a dump, set `output.dialect` to `postgresql` and `output.format` to `sql`. For other files, leave `dump.write` out.',
    example:
      'The file is a MySQL or MariaDB dump. Dumps convert to PostgreSQL only: set output.dialect to postgresql, and set output.format to sql.',
  },
} as const satisfies Record<string, CodeEntry>
