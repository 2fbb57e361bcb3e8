import type { CodeEntry } from './code-entry.ts'

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
  error_to_null: {
    cause: 'A cell of a workbook held an error such as `#DIV/0!`. It became NULL.',
    remedy: 'Correct the formula in the workbook.',
    example: 'A spreadsheet error became NULL.',
  },
  uncached_formula: {
    cause:
      'A formula had no stored result, because the program that wrote the workbook did not compute it. It became NULL.',
    remedy: 'Open the workbook in a spreadsheet program and save it.',
    example: 'A formula without a stored result became NULL.',
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
  missing_shared_text: {
    cause: 'A cell of the workbook referred to a text that is not in it. It became NULL.',
    remedy: 'Open the workbook in a spreadsheet program and save it.',
    example: 'Cells whose text is missing in the workbook are NULL.',
  },
  cells_outside_table: {
    cause: 'Cells beside the table were left out.',
    remedy: 'Set `input.range`, or remove the empty column between them and the table.',
    example: 'Cells right of an empty column beside the table were left out.',
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
    example: 'The line has quotes that are not doubled or closed. They were kept as part of the value.',
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
  default_dropped: {
    cause: 'A default value has no equal in PostgreSQL. It was left out.',
    remedy: 'Add the default after loading.',
    example: 'The default is an expression that PostgreSQL does not have.',
  },
  generated_column_frozen: {
    cause: 'The expression of a generated column could not be translated. Its values are stored as they were.',
    remedy: 'Add the expression after loading.',
    example: 'The column is not generated: its values are stored.',
  },
  not_null_dropped: {
    cause: 'A NOT NULL column takes NULL, because some of its values have no equal in PostgreSQL.',
    remedy: 'Correct the values, then add NOT NULL.',
    example: 'The column became nullable, because PostgreSQL cannot store some of its values.',
  },
  not_boolean: {
    cause: 'A `tinyint(1)` column holds other values than 0 and 1. It is smallint.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'The column is smallint, because its tinyint(1) values include others than 0 and 1.',
  },
  json_as_text: {
    cause: 'Not every value of a JSON column is valid JSON. The column is text.',
    remedy: 'Correct the values, then change the type.',
    example: 'The column is text, because some values are not valid JSON.',
  },
  unknown_type: {
    cause: 'The type of a column is unknown. Its values were kept as text.',
    remedy: 'Change the type after loading.',
    example: 'The type GEOGRAPHY is unknown, so the column is text.',
  },
  auto_increment_dropped: {
    cause: 'An AUTO_INCREMENT column has a type that PostgreSQL cannot count in.',
    remedy: 'Change the type of the column to an integer.',
    example: 'New rows get no number, because PostgreSQL sequences have 64-bit integers only.',
  },
  history_left_out: {
    cause: 'A system-versioned table holds past versions of its rows. Only the current ones were converted.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Past versions of rows were left out.',
  },
  rows_left_out: {
    cause: 'Rows belong to a table that the dump does not define, or drops.',
    remedy: 'Dump the structure of the table too.',
    example: 'Rows of a table that the dump does not define (or drops) were left out.',
  },
  duplicates_unresolved: {
    cause: 'An `ON DUPLICATE KEY UPDATE` could not be translated.',
    remedy: 'Check the rows with the same key.',
    example: 'Rows of ON DUPLICATE KEY UPDATE were written as they are.',
  },
  on_update_trigger: {
    cause: '`ON UPDATE CURRENT_TIMESTAMP` became a trigger.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'ON UPDATE CURRENT_TIMESTAMP became a trigger.',
  },
  check_dropped: {
    cause: 'A CHECK constraint could not be translated. It was left out.',
    remedy: 'Add the constraint after loading.',
    example: 'CHECK constraints that PostgreSQL cannot express were left out.',
  },
  foreign_key_dropped: {
    cause: 'A foreign key could not be kept. It was left out.',
    remedy: 'Add the foreign key after loading.',
    example: 'Foreign keys to tables that are not in the script were left out.',
  },
  foreign_key_not_valid: {
    cause: 'A foreign key refers to a table with rejected rows. It is NOT VALID and holds for new rows only.',
    remedy: 'Correct the rejected rows, then validate the constraint.',
    example: 'Foreign keys to tables with rejected rows apply to new rows only (NOT VALID).',
  },
  case_sensitive_key: {
    cause: 'A unique key compares letters by case in PostgreSQL, and did not in MySQL.',
    remedy: 'Use a case-insensitive collation or an index over lower().',
    example: 'Unique keys tell upper and lower case apart.',
  },
  primary_key_changed: {
    cause: 'A primary key became a unique index, because PostgreSQL cannot have it as a primary key.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'The primary key is a unique index.',
  },
  index_dropped: {
    cause: 'An index could not be kept. It was left out.',
    remedy: 'Add an index after loading.',
    example: 'Indexes on json columns were left out, because PostgreSQL cannot index json.',
  },
  spatial_index_dropped: {
    cause: 'SPATIAL indexes need PostGIS. They were left out.',
    remedy: 'Install PostGIS and add the index after loading.',
    example: 'SPATIAL indexes were left out, because they need PostGIS.',
  },
  prefix_index: {
    cause: 'An index over the first characters of a column became an index over `left(column, n)`.',
    remedy: 'Name that expression in queries.',
    example: 'Indexes over the first characters of a column became indexes over left(column, n).',
  },
  index_shortened: {
    cause: 'An index over longer values than PostgreSQL can index became an index over their beginning.',
    remedy: 'Name the expression of the index in queries.',
    example:
      'Indexes on long strings became indexes on left(column, n), because PostgreSQL cannot index longer values.',
  },
  unique_key_hashed: {
    cause: 'A unique key over longer values than PostgreSQL can index became a unique index over md5 of them.',
    remedy: 'Nothing: equal values are still refused.',
    example: 'Unique keys over longer values than PostgreSQL can index are over md5 of them.',
  },
  duplicates_resolved: {
    cause:
      'Rows had the key of another row. The server would have ignored, replaced or updated one of them, and so did the conversion.',
    remedy: 'Nothing: the table has the rows that the server would have.',
    example: 'Rows with a duplicate key were ignored, or they replaced or updated the existing row, as on the server.',
  },
  fulltext_index: {
    cause: 'A FULLTEXT index became a GIN index.',
    remedy: 'Name its expression in queries.',
    example: "FULLTEXT indexes became GIN indexes on to_tsvector('simple', …). Queries must use that expression.",
  },
  partitions_dropped: {
    cause: 'A partitioned table became one table.',
    remedy: 'Partition the table after loading.',
    example: 'The table is not partitioned in PostgreSQL.',
  },
  statement_left_out: {
    cause: 'A statement of the dump has no equal in the script. It was left out.',
    remedy: 'Read the example and add what you need.',
    example: 'Statements that are not tables or rows were left out.',
  },
  table_left_out: {
    cause: 'A table of the dump was not converted.',
    remedy: 'Name it in the spec.',
    example: 'Tables that are not asked for were left out.',
  },
  view_left_out: {
    cause: 'A view could not be translated. It was left out.',
    remedy: 'Create the view after loading.',
    example: 'Views were left out.',
  },
  zero_date: {
    cause: 'A zero date such as `0000-00-00` does not exist in PostgreSQL. It became NULL.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Zero dates are NULL.',
  },
  empty_label: {
    cause: 'An empty ENUM value became NULL.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Empty ENUM values are NULL.',
  },
  date_rewritten: {
    cause: 'A date was completed or corrected in the way that MySQL reads it.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Dates are written as MySQL reads them.',
  },
  time_dropped: {
    cause: 'A value of a DATE column had a time. It was removed, as MySQL does.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'The time of a value in a DATE column is dropped, as MySQL does.',
  },
  number_rounded: {
    cause: 'A fraction in a column of integers was rounded, as MySQL does.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Fractions were rounded in an integer column, as in MySQL.',
  },
  number_clipped: {
    cause:
      'A number beyond the range of its column became the nearest number that the column holds, as MySQL does where sql_mode is not strict.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Numbers beyond the range of their column became the nearest that it holds.',
  },
  number_cut: {
    cause:
      'A text value that is not a number became the number that it begins with, or zero, as MySQL does where sql_mode is not strict.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Texts that are no numbers became the number that they begin with, or zero.',
  },
  text_cut: {
    cause: 'A value that is too long for its column was cut, as MySQL does where sql_mode is not strict.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Values that are too long for their column were cut.',
  },
  zero_counted: {
    cause: 'A zero in an AUTO_INCREMENT column means the next number to MySQL. The number was written.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Zero in a counting column is the next number.',
  },
  default_implied: {
    cause: 'A row gives no value for a NOT NULL column without a default. The implied value of MySQL was written.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'A column without a value holds the implied default of MySQL.',
  },
  moment_of_loading: {
    cause: 'A value such as `CURRENT_TIMESTAMP` is computed when the script is loaded.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'The value is the time of loading.',
  },
  sequence_left_out: {
    cause: 'A sequence is used by no column of the script. It was left out.',
    remedy: 'Create the sequence after loading.',
    example: 'The sequence s was left out: no column of the script counts by it.',
  },
  trigger_left_out: {
    cause: 'The body of a trigger is MySQL’s own language. The trigger was left out.',
    remedy: 'Write the trigger for PostgreSQL after loading.',
    example: 'The trigger t of orders was left out: its body is MySQL’s own language.',
  },
  procedure_left_out: {
    cause: 'The body of a procedure is MySQL’s own language. The procedure was left out.',
    remedy: 'Write the procedure for PostgreSQL after loading.',
    example: 'The procedure p was left out: its body is MySQL’s own language.',
  },
  function_left_out: {
    cause: 'The body of a function is MySQL’s own language. The function was left out.',
    remedy: 'Write the function for PostgreSQL after loading.',
    example: 'The function f was left out: its body is MySQL’s own language.',
  },
  package_left_out: {
    cause: 'A package is written in the language of Oracle mode. The package was left out.',
    remedy: 'Write its functions for PostgreSQL after loading.',
    example: 'The package p was left out: its body is MySQL’s own language.',
  },
  event_left_out: {
    cause: 'The body of an event is MySQL’s own language. The event was left out.',
    remedy: 'Schedule the work outside of the database.',
    example: 'The event e was left out: its body is MySQL’s own language.',
  },
  empty_number: {
    cause: 'An empty string in a number column became 0, as MySQL reads it.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'Empty text in a number column is 0.',
  },
} as const satisfies Record<string, CodeEntry>
