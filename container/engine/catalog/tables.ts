import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'
import { countOf } from './lists.ts'

/** The types of columns, which complete the sentence "The value is not". */
const typeNames = {
  boolean: 'a boolean',
  integer: 'an integer within the range of the column',
  decimal: 'a number in the format and range of the column',
  float: 'a float',
  date: 'a date in the format of the column',
  time: 'a time',
  timestamp: 'a timestamp in the format of the column',
  timestamptz: 'a timestamp with a time zone',
  uuid: 'a UUID',
  json: 'JSON',
  binary: 'binary data',
  text: 'text',
} as const

/** The numbers that a note about doubtful commas describes. */
export interface DoubtfulCommas {
  /** The number of values such as `1,101`, and the first one. */
  readonly groups: number
  readonly group: string
  /** The number of values such as `12,75`, and the first one with its row. */
  readonly fractions: number
  readonly fraction: string
  readonly row: number
}

/** The reading of doubtful commas. */
const commaResults = {
  text: say`So few values prove nothing, so the column is text.`,
  fractions: say`The comma was read as the decimal separator.`,
  thousands: say`So few values prove nothing, so commas separate thousands, and these rows were rejected.`,
} as const

/** Messages about a table: its position, header, names, types, rows and keys. */
export const tableMessages = {
  notes: {
    keysIncomplete: say`The file has more rows than can be checked for duplicate keys. Later rows were not checked.`,
    dateOrder: (column: string, order: string, row: number): Message =>
      say`Column "${column}": dates are read ${order}. Row ${row} proves it.`,
    sharedDateOrder: (column: string, order: string, other: string): Message =>
      say`Column "${column}": dates are read ${order}, because column "${other}" proves this order. Set inference.date_order if that is wrong.`,
    sortedDates: (column: string, order: string): Message =>
      say`Column "${column}": dates are read ${order}, because only then are they sorted. Set inference.date_order if that is wrong.`,
    variedDates: (column: string, order: string): Message =>
      say`Column "${column}": dates are read ${order}, because days vary more than years. Set inference.date_order if that is wrong.`,
    unprovenDecimal: (column: string, value: string, decimal: string): Message =>
      say`Column "${column}": no value shows whether "${value}" has a fraction or a group of thousands. The numbers were read with "${decimal}" as the decimal separator. Set inference.locale if that is wrong.`,
    mixedCommas: (column: string, found: DoubtfulCommas, result: keyof typeof commaResults): Message =>
      say`Column "${column}": the comma separates thousands or a fraction in ${countOf(found.groups, 'value')} such as "${found.group}". Only ${countOf(found.fractions, 'value')} such as "${found.fraction}" (row ${found.row}) cannot have thousands. ${commaResults[result]} Set inference.locale if that is wrong.`,
    spelledNulls: (columns: string, words: readonly string[]): Message =>
      say`NULL is text in ${columns}, and other columns have it, too. If it means no value, use input.null_values with ${words.map((word) => `"${word}"`).join(' and ')}.`,
    readAgain: (column: string, type: string, row: number, value: string): Message =>
      say`Column "${column}" is ${type}: row ${row} holds "${value}", so the file was read a second time.`,
    groupedCodes: (column: string, value: string): Message =>
      say`Column "${column}" is text, because values such as "${value}" look like telephone numbers. If they are amounts, set columns[].type to "decimal".`,
    currencies: (column: string, currencies: string): Message =>
      say`Column "${column}" holds amounts in several currencies: ${currencies}.`,
    firstColumnUnnamed: say`The header has one name fewer than the rows have cells, so the first column has no name.`,
    headerRows: (first: number, last: number): Message =>
      say`Rows ${first} to ${last} are the header. The names of each column were joined.`,
    ruleLeftOut: say`The row of dashes or formats below the names was left out.`,
    noHeader: say`No header row was found, so columns are named by position. Set input.header_row if there is one.`,
    delimitersOnly: (row: number): Message =>
      say`Row ${row} has only delimiters. Within the table, such rows became rows of NULL values.`,
    totalRow: (row: number): Message =>
      say`The last row (row ${row}) looks like a total. It was converted like the others.`,
    countRow: (row: number): Message =>
      say`The last row (row ${row}) looks like a count of the rows. It was converted like the others.`,
    emptyColumn: (column: number): Message =>
      say`Column ${column} has no name and no values, so the table ends before it.`,
    emptyColumns: (first: number, last: number): Message =>
      say`Columns ${first} to ${last} have no names and no values, so the table ends before them.`,
    otherTable: (first: number, last: number, columns: number, text: string): Message =>
      say`${first === last ? `Row ${first} is` : `Rows ${first} to ${last} are`} another table of ${columns} columns (${text}). Set input.header_row to ${first} to convert it.`,
    rowsAbove: (count: number): Message =>
      count === 1
        ? say`1 row above the table (title) was left out.`
        : say`${count} rows above the table (titles) were left out.`,
    manyFixes: (most: number): Message =>
      say`The file needed more than ${most} kinds of fixes. The rest are not listed.`,
  },
  type_mismatch: (type: keyof typeof typeNames, index: number): Message =>
    say`The value is not ${typeNames[type]}. To keep it, set as_text for the column with index ${index}, counted from 0. If the type was inferred, a larger inference.sample_rows helps too.`,
  missing_key: say`The row has no value in a column of the primary key.`,
  key_too_long: (most: number): Message => say`Text in the primary key can have at most ${most} characters.`,
  duplicate_key: say`An earlier row has the same primary key.`,
  too_many_cells: (cells: number, columns: number): Message =>
    say`The row has ${countOf(cells, 'cell')}, but the table has ${countOf(columns, 'column')}.`,
  corrupt_file: {
    noRowReadable: (rows: number): Message =>
      rows === 1 ? say`The only row cannot be read.` : say`None of the ${rows} rows can be read.`,
  },
  empty_file: {
    file: say`The file contains no rows.`,
    json: say`The JSON contains no rows.`,
  },
  ambiguous_dates: {
    days: (order: string): Message =>
      say`The order of day and month is ambiguous, so dates were read ${order}. Set inference.date_order if that is wrong.`,
    shortYears: (order: string): Message =>
      say`The order of day, month and year is ambiguous, so dates were read ${order}. Set inference.date_order if that is wrong.`,
  },
  no_columns: {
    none: say`The file has no columns.`,
    allExcluded: say`Every column is excluded.`,
  },
  column_named: say`The column has no name in the file.`,
  column_renamed: {
    noLetter: (name: string): Message =>
      say`"${name}" has no letter or digit. To keep it, set output.column_names to as_written.`,
    invisible: say`Invisible characters around the name were removed.`,
    nameInUse: (name: string): Message => say`"${name}" is also the name of another column.`,
    ofEveryTable: (name: string): Message => say`Every table of this database has a column "${name}" of its own.`,
    tooLong: (name: string, most: number, unit: string): Message =>
      say`"${name}" is longer than the ${most} ${unit} of a name in this database.`,
    notAllowed: (name: string): Message => say`"${name}" has characters that this database does not allow in names.`,
  },
  cells_outside_table: {
    besideTable: say`Cells to the right of the table, after an empty column, were left out.`,
    besideTableObject: say`Cells outside the sheet's table object were left out.`,
  },
  /** The message for a table, column or schema name from the spec that cannot be used. */
  nameNotUsed: (given: string, written: string | null): Message =>
    say`"${given}" is already used, or is not a valid name in this database, so ${written === null ? 'it was left out' : `"${written}" was written instead`}.`,
  repeated_header: say`The header is repeated here.`,
} as const
