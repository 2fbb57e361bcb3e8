import type { CodeEntry } from './code-entry.ts'

/** Codes of `report.fixes` of MySQL dumps. */
export const dumpFixes = {
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
  null_implied: {
    cause:
      'A row gives NULL for a NOT NULL column, where sql_mode is not strict. The implied value of MySQL was written.',
    remedy: 'Nothing, if the new value is what you want.',
    example: 'NULL in a column that must not be NULL became zero or an empty text.',
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
