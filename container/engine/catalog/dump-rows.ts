import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'
import { quotedText } from './dumps.ts'
import { countOf } from './lists.ts'

/** Messages about the rows and values of MySQL dumps. */
export const dumpRowMessages = {
  zero_date: say`Dates that a server stores as zeros became NULL: zeros, days beyond the month, timestamps out of range. PostgreSQL cannot store them.`,
  empty_label: say`Values that are not labels became NULL, or the empty label of an enum that has one. A set keeps its labels among them.`,
  empty_number: say`Empty strings in a numeric column became zero, as in MySQL's non-strict mode.`,
  nul_removed: say`NUL characters were removed, because PostgreSQL text cannot store them.`,
  invalid_bytes: say`Bytes that are not valid UTF-8 were read in the encoding that the report names, or as Windows-1252 if it names UTF-8. If the dump names a character set, they became U+FFFD.`,
  date_rewritten: say`Dates were rewritten as ISO 8601.`,
  default_implied: say`Rows without a value for a NOT NULL column got zero or an empty string, as MySQL gives them in non-strict mode or in columns that are added later.`,
  null_implied: say`NULL in a NOT NULL column became zero or an empty string, as MySQL's non-strict mode does for statements of several rows. In a TIMESTAMP column, it became the current time, as in MariaDB and MySQL up to 5.7.`,
  moment_of_loading: say`NOW() and similar functions use the time at which PostgreSQL loads the script, as MySQL does when it loads the dump.`,
  trigger_not_run: (name: string, text: string): Message =>
    say`A server runs the trigger ${name} for statements of the dump that follow it. Its changes are not in the script.${quotedText}${text}`,
  zero_counted: say`Zero in an AUTO_INCREMENT column became the next number, because the dump does not set NO_AUTO_VALUE_ON_ZERO.`,
  number_rounded: say`Fractions that a column cannot store were rounded, as in MySQL.`,
  number_clipped: say`Numbers out of range became the nearest valid number, as in MySQL's non-strict mode.`,
  number_cut: say`Strings in a numeric column became their leading number or zero, as in MySQL's non-strict mode.`,
  text_cut: say`Values too long for their column were cut, as in MySQL's non-strict mode.`,
  time_dropped: say`Times were removed from values in a date column, as in MySQL.`,
  foreign_characters: say`Text has characters that the character set of its column, or of SET NAMES, lacks. They were kept. A server has question marks in their place, or refuses the row in strict mode.`,
  fraction_shortened: say`Fractions of seconds beyond the digits of their column were cut, or rounded with TIME_ROUND_FRACTIONAL, as in MariaDB.`,
  row_rejected: {
    keyTaken: say`Another row has the same key, so a server refuses this row.`,
    keyTakenIn: (key: string): Message => say`Another row has the same key (${key}), so a server refuses this row.`,
    withKeyTaken: (row: number): Message =>
      say`A server refuses this row, because its statement also inserts row ${row}, which has the key of another row.`,
    numberUnknown: say`The row gets its number from AUTO_INCREMENT, and only a database server can compute it here.`,
    check: (text: string): Message => say`The row breaks the rule CHECK (${text}), so a server refuses it.`,
    noPartition: say`The table has no partition for this row, so a server refuses it.`,
    noParent: say`The row refers to a row that does not exist, so a server ignores it.`,
    replacesParent: say`The row replaces a row that others refer to, so a server refuses it or deletes the others, too.`,
    changesAnother: say`The row changes another row in a way that only a database server can compute.`,
    range: (type: string): Message => say`The number is out of range for ${type}.`,
    notInteger: say`The value is not an integer.`,
    notNumber: say`The value is not a number.`,
    notBoolean: say`The value is neither 0 nor 1.`,
    width: (values: number, columns: number): Message =>
      say`The row has ${countOf(values, 'value')}, but the statement names ${countOf(columns, 'column')}.`,
    noColumn: (name: string): Message => say`The statement names the column ${name}, which the table does not have.`,
    noValue: say`The column is NOT NULL without a default, and the row has no value for it.`,
    nullNotAllowed: say`NULL is not allowed in this column.`,
    expression: say`The value is an expression that only a database server can compute.`,
    manyBits: (most: number): Message => say`The value has more than ${most} bits.`,
    notDate: say`The value is not a date.`,
    timestampRange: say`The date is outside the range of a TIMESTAMP.`,
    notTime: say`The value is not a time.`,
    manyBytes: (most: number): Message => say`The value is longer than ${most} bytes.`,
    manyCharacters: (most: number): Message => say`The value is longer than ${most} characters.`,
    notLabel: say`The value is not one of the column's labels.`,
    noLabel: say`The value contains none of the column's labels.`,
    notUuid: say`The value is not a UUID.`,
    notJson: say`The value is not JSON.`,
    notJsonb: say`The document has \\u0000 or an unpaired surrogate, which jsonb cannot store.`,
    notAddress: say`The value is not an IP address.`,
    notGeometry: say`The value is not a geometry.`,
    retyped: say`ALTER TABLE changes the type of the column later, and only a database server can convert this value.`,
    notPoint: say`The value is not a point.`,
  },
  corrupt_file: {
    wideRow: (most: number): Message => say`A row of the dump has more than ${most} values.`,
    openRow: say`A row of the dump has no closing parenthesis.`,
  },
  assumedZone: say`UNIX_TIMESTAMP() and FROM_UNIXTIME() are computed in UTC, because the dump does not set time_zone. If the server had another time zone, set dump.time_zone.`,
  numberedAsWritten: (table: string): Message =>
    say`ALTER TABLE adds an AUTO_INCREMENT column to ${table}, which has too many rows to sort. They were numbered in the order of the dump. A server numbers them in the order of their key.`,
  generatedUnchecked: (table: string, column: string): Message =>
    say`The expression of ${table}.${column} is too complex to compute for each row. A value that does not fit its type is cut or limited, although a server in strict mode refuses such a row.`,
  notCommitted: (statement: string): Message =>
    say`The dump does not commit its last transaction, so a server discards the changes after ${statement}. The script keeps them.`,
  duplicates_resolved: say`Rows with a duplicate key were ignored, or they replaced or updated the existing row, as on the server.`,
  rows_left_out: say`Rows of a table that the dump drops or does not define were left out.`,
  history_left_out: say`Earlier row versions of a system-versioned table were left out.`,
} as const
