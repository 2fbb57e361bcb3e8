import type { CodeEntry } from './code-entry.ts'

/** Codes of `report.fixes` of MySQL dumps. */
export const dumpFixes = {
  default_dropped: {
    cause: 'A default value has no equivalent in PostgreSQL. It was left out.',
    remedy: 'Add the default after loading.',
    example: 'The default was left out, because PostgreSQL has no equivalent.',
  },
  generated_column_frozen: {
    cause: 'The expression of a generated column could not be translated. The column became an ordinary one.',
    remedy: 'Add the expression after loading.',
    example:
      'PostgreSQL cannot compute the column from this expression. It became an ordinary column with the values of the dump.',
  },
  not_null_dropped: {
    cause: 'A NOT NULL column became nullable, because PostgreSQL cannot store some of its values.',
    remedy: 'Correct the values, then add NOT NULL.',
    example: 'The column became nullable, because PostgreSQL cannot store some of its values.',
  },
  not_boolean: {
    cause: 'A `tinyint(1)` column has values other than 0 and 1. It became smallint.',
    remedy: 'No action is needed. To reject the other values, set `tinyint(1)` to `boolean` in `dump.types`.',
    example: 'The column is smallint, because some tinyint(1) values are, or may be, neither 0 nor 1.',
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
    cause: 'PostgreSQL sequences do not support the type of an AUTO_INCREMENT column.',
    remedy: 'Change the type of the column to an integer.',
    example: 'New rows get no automatic number, because PostgreSQL sequences are limited to 64-bit integers.',
  },
  history_left_out: {
    cause: 'A system-versioned table has earlier versions of its rows. Only the current ones were converted.',
    remedy: 'No action is needed unless you want the history. In that case, dump it as a separate table.',
    example: 'Earlier row versions of a system-versioned table were left out.',
  },
  rows_left_out: {
    cause: 'Rows belong to a table that the dump drops or does not define.',
    remedy: 'Dump the structure of the table too.',
    example: 'Rows of a table that the dump drops or does not define were left out.',
  },
  duplicates_unresolved: {
    cause: 'Rows replace or update others with the same key in a way that only a database server can compute.',
    remedy: 'Remove the rows with the same key, or load the dump into MySQL and dump it again.',
    example:
      'Only a database server can resolve the duplicate keys of these statements. If two rows have the same key, psql stops.',
  },
  on_update_trigger: {
    cause: '`ON UPDATE CURRENT_TIMESTAMP` became a trigger.',
    remedy: 'No action is needed. The trigger has the same effect.',
    example: 'ON UPDATE CURRENT_TIMESTAMP became a trigger.',
  },
  check_dropped: {
    cause: 'A CHECK constraint could not be translated. It was left out.',
    remedy: 'Add the constraint after loading.',
    example: 'CHECK constraints with a different meaning in PostgreSQL were left out.',
  },
  foreign_key_dropped: {
    cause: 'A foreign key could not be kept. It was left out.',
    remedy: 'Add the foreign key after loading.',
    example: 'Foreign keys to tables that are not in the script were left out.',
  },
  foreign_key_not_valid: {
    cause:
      'Rows break a foreign key, or its parent table has rejected rows. It is NOT VALID and applies to new rows only.',
    remedy: 'Correct the rows, then validate the constraint.',
    example: 'Foreign keys to tables with rejected rows apply to new rows only (NOT VALID).',
  },
  case_sensitive_key: {
    cause: 'A unique key is case-sensitive in PostgreSQL, but was not in MySQL.',
    remedy: 'Use a case-insensitive collation or an index over lower().',
    example: 'Unique keys on text are case-sensitive in PostgreSQL, unlike in most MySQL collations.',
  },
  primary_key_changed: {
    cause: 'A primary key became a unique index, because PostgreSQL cannot have it as a primary key.',
    remedy: 'Add a primary key after loading if you need one.',
    example: 'The primary key became a unique index, because a column is nullable or indexed by a prefix.',
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
    remedy: 'Use that expression in queries.',
    example: 'Indexes over the first characters of a column became indexes over left(column, n).',
  },
  index_shortened: {
    cause: 'PostgreSQL cannot index values as long as these. The index is on their first characters.',
    remedy: 'Use the expression of the index in queries.',
    example:
      'Indexes on long strings became indexes on left(column, n), because PostgreSQL cannot index longer values.',
  },
  unique_key_hashed: {
    cause: 'PostgreSQL cannot index values as long as these. The unique index is on their md5.',
    remedy: 'No action is needed. Equal values are still refused.',
    example:
      'Unique keys on long values use md5(value), because PostgreSQL cannot index longer values. Equal values are still refused.',
  },
  duplicates_resolved: {
    cause:
      'Rows had the key of another row. The conversion ignored, replaced or updated one of them, as the server would have.',
    remedy: 'No action is needed. The table has the rows that the server would have.',
    example: 'Rows with a duplicate key were ignored, or they replaced or updated the existing row, as on the server.',
  },
  fulltext_index: {
    cause: 'A FULLTEXT index became a GIN index.',
    remedy: 'Use its expression in queries.',
    example: "FULLTEXT indexes became GIN indexes on to_tsvector('simple', …). Queries must use that expression.",
  },
  partitions_dropped: {
    cause: 'A partitioned table became one table.',
    remedy: 'Set `dump.partitions` to `keep`, or partition the table after loading.',
    example: 'The table is not partitioned in PostgreSQL.',
  },
  statement_left_out: {
    cause: 'Only a database server can run a statement of the dump. It was left out.',
    remedy: 'Read the example and add what you need.',
    example: 'UPDATE statements were not converted, because only a database server can run them.',
  },
  table_left_out: {
    cause: 'A table is made by a query, or has no columns. It was left out.',
    remedy: 'Create the table after loading.',
    example: 'A table made by a query, or without columns, was left out.',
  },
  view_left_out: {
    cause: 'A view could not be translated. It was left out.',
    remedy: 'Create the view after loading.',
    example:
      'The view v was left out, because its query uses MySQL features that cannot be translated. Its text: SELECT …',
  },
  zero_date: {
    cause:
      'A date such as `0000-00-00` or `2024-02-30` does not exist in PostgreSQL. It became NULL, like a TIMESTAMP outside its range.',
    remedy: 'No action is needed if the new value is what you want.',
    example:
      'Dates that a server stores as zeros became NULL: zeros, days beyond the month, timestamps out of range. PostgreSQL cannot store them.',
  },
  empty_label: {
    cause: 'A value that is not a label of its ENUM or SET became NULL, an empty label, or the labels among it.',
    remedy: 'No action is needed if the new value is what you want.',
    example:
      'Values that are not labels became NULL, or the empty label of an enum that has one. A set keeps its labels among them.',
  },
  date_rewritten: {
    cause: 'MySQL allows many notations of a date. The date was rewritten as ISO 8601.',
    remedy: 'No action is needed if the new value is what you want.',
    example: 'Dates were rewritten as ISO 8601.',
  },
  time_dropped: {
    cause: 'A value of a DATE column had a time. It was removed, as MySQL does.',
    remedy: 'No action is needed if the new value is what you want.',
    example: 'Times were removed from values in a date column, as in MySQL.',
  },
  foreign_characters: {
    cause:
      'Text has characters that the character set of its column, or of `SET NAMES`, lacks, such as emoji in `utf8`. They were kept. A server stores question marks or refuses the row.',
    remedy: 'No action is needed if the text is as it should be.',
    example:
      'Text has characters that the character set of its column, or of SET NAMES, lacks. They were kept. A server has question marks in their place, or refuses the row in strict mode.',
  },
  fraction_shortened: {
    cause: 'A time had more digits after its second than its column stores. MariaDB cuts them. MySQL rounds them.',
    remedy: 'If the server should round, add TIME_ROUND_FRACTIONAL to the `sql_mode` that the dump sets.',
    example:
      'Fractions of seconds beyond the digits of their column were cut, or rounded with TIME_ROUND_FRACTIONAL, as in MariaDB.',
  },
  number_rounded: {
    cause: 'A fraction that its column cannot store was rounded, as MySQL does.',
    remedy: 'No action is needed if the new value is what you want.',
    example: 'Fractions that a column cannot store were rounded, as in MySQL.',
  },
  number_clipped: {
    cause: "A number out of range became the nearest number that its column can store, as in MySQL's non-strict mode.",
    remedy: 'No action is needed if the new value is what you want.',
    example: "Numbers out of range became the nearest valid number, as in MySQL's non-strict mode.",
  },
  number_cut: {
    cause: "A string in a numeric column became the number at its start, or zero, as in MySQL's non-strict mode.",
    remedy: 'No action is needed if the new value is what you want.',
    example: "Strings in a numeric column became their leading number or zero, as in MySQL's non-strict mode.",
  },
  text_cut: {
    cause: "A value was too long for its column and was cut, as in MySQL's non-strict mode.",
    remedy: 'No action is needed if the new value is what you want.',
    example: "Values too long for their column were cut, as in MySQL's non-strict mode.",
  },
  zero_counted: {
    cause: 'In MySQL, zero in an AUTO_INCREMENT column means the next number. That number was written.',
    remedy: 'No action is needed if the new value is what you want.',
    example:
      'Zero in an AUTO_INCREMENT column became the next number, because the dump does not set NO_AUTO_VALUE_ON_ZERO.',
  },
  null_implied: {
    cause:
      "A NOT NULL column has NULL. MySQL's non-strict mode stores it as zero or an empty string. In a TIMESTAMP column, MariaDB and MySQL up to 5.7 store the current time. That value was written.",
    remedy: 'No action is needed if the new value is what you want.',
    example:
      "NULL in a NOT NULL column became zero or an empty string, as MySQL's non-strict mode does for statements of several rows. In a TIMESTAMP column, it became the current time, as in MariaDB and MySQL up to 5.7.",
  },
  default_implied: {
    cause:
      'A row has no value for a NOT NULL column without a default. MySQL stores zero or an empty string, so that value was written.',
    remedy: 'No action is needed if the new value is what you want.',
    example:
      'Rows without a value for a NOT NULL column got zero or an empty string, as MySQL gives them in non-strict mode or in columns that are added later.',
  },
  moment_of_loading: {
    cause: 'A value such as `CURRENT_TIMESTAMP` is computed when the script is loaded.',
    remedy: 'To write a fixed time instead, set `dump.now`.',
    example:
      'NOW() and similar functions use the time at which PostgreSQL loads the script, as MySQL does when it loads the dump.',
  },
  sequence_left_out: {
    cause: 'PostgreSQL refuses the numbers of a sequence, for example because it has reached its end. It was left out.',
    remedy: 'Create the sequence after loading.',
    example: 'The sequence s was left out, because PostgreSQL refuses its numbers. Its text: CREATE SEQUENCE s',
  },
  trigger_not_run: {
    cause: 'The dump changes rows of a table after it creates a trigger for them. A server would run the trigger.',
    remedy: "Load the dump into MySQL and dump it again, or make the trigger's changes after loading.",
    example:
      'A server runs the trigger t for statements of the dump that follow it. Its changes are not in the script. Its text: CREATE …',
  },
  trigger_left_out: {
    cause: 'A trigger has a statement that may mean something else in PL/pgSQL. It was left out.',
    remedy: 'Write the trigger for PostgreSQL after loading.',
    example:
      'The trigger t of orders was left out, because its body cannot be translated to PL/pgSQL. Its text: CREATE …',
  },
  procedure_left_out: {
    cause: 'A procedure has a statement that may mean something else in PL/pgSQL. It was left out.',
    remedy: 'Write the procedure for PostgreSQL after loading.',
    example: 'The procedure p was left out, because its body cannot be translated to PL/pgSQL. Its text: CREATE …',
  },
  function_left_out: {
    cause: 'A function has a statement that may mean something else in PL/pgSQL. It was left out.',
    remedy: 'Write the function for PostgreSQL after loading.',
    example: 'The function f was left out, because its body cannot be translated to PL/pgSQL. Its text: CREATE …',
  },
  package_left_out: {
    cause: 'A package is written in the language of Oracle mode. It was left out.',
    remedy: 'Write its functions for PostgreSQL after loading.',
    example: 'The package p was left out, because its body cannot be translated to PL/pgSQL. Its text: CREATE …',
  },
  event_left_out: {
    cause: 'PostgreSQL has no events. The event was left out.',
    remedy: 'Schedule the work outside the database.',
    example: 'The event e was left out, because PostgreSQL has no events. Its text: CREATE …',
  },
  empty_number: {
    cause: "An empty string in a numeric column became zero, as in MySQL's non-strict mode.",
    remedy: 'No action is needed if the new value is what you want.',
    example: "Empty strings in a numeric column became zero, as in MySQL's non-strict mode.",
  },
} as const satisfies Record<string, CodeEntry>
