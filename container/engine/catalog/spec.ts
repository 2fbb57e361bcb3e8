import { shown } from '../../../src/contract/messages.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'
import { countOf } from './lists.ts'

const notApplying = (options: readonly string[]): string =>
  `${options.join(', ').replace(/, (?=[^,]*$)/, ' and ')} ${options.length === 1 ? 'does' : 'do'} not apply`

/** Messages about a spec that does not fit the file. */
export const specMessages = {
  dump_dialect: {
    notADump: say`dump.write applies to MySQL and MariaDB dumps, and the file is not one. Leave it out.`,
    otherDialect: say`The file is a MySQL or MariaDB dump. Dumps convert to PostgreSQL only: set output.dialect to postgresql, and set output.format to sql.`,
    refusedField: (path: string, advice: string): Message =>
      say`The file is a MySQL or MariaDB dump: ${path} ${advice}.`,
  },
  unknown_encoding: (label: string): Message =>
    say`"${label}" is not a known encoding. Use a label from the WHATWG Encoding Standard, such as utf-8, windows-1252 or shift_jis.`,
  unknown_locale: (tag: string): Message =>
    say`"${tag}" is not a known locale. Use a BCP 47 language tag, such as de-DE.`,
  header_row_out_of_range: {
    pastTheEnd: (given: number, last: number): Message =>
      say`input.header_row is ${given}, but the last row is row ${last}.`,
    pastTheSample: (given: number): Message =>
      say`input.header_row is ${given}, which is after the rows that are read to infer types.`,
  },
  column_out_of_range: (index: number, width: number, last: number): Message =>
    say`columns: index ${index} is out of range. The file has ${countOf(width, 'column')}, counted from 0 to ${last}.`,
  too_many_columns: {
    file: (count: number, dialect: string, most: number): Message =>
      say`The file has ${count} columns, and ${dialect} allows ${most} in a table. Leave some out with columns[].exclude, or set output.format to csv or json.`,
  },
  primary_key: {
    type: (column: string, type: string): Message =>
      say`Column "${column}" is ${type}, which cannot be in a primary key.`,
    unknown: (wanted: string, hint: string, names: string): Message =>
      say`output.primary_key: the table has no column "${wanted}"${hint} It has: ${names}.`,
  },
  path_not_found: {
    json: (path: string, problem: Message): Message => say`input.path: the JSON has no rows at "${path}": ${problem}.`,
    notADocument: (kind: Message): Message =>
      say`input.path is for JSON and XML documents, and the file is ${kind}. Leave input.path out.`,
    xml: (path: string, known: readonly string[]): Message =>
      say`input.path: the XML has no element "${path}".${known.length === 0 ? '' : ` It has: ${known.join(', ')}.`}`,
  },
  notes: {
    otherFormat: (named: string, found: string): Message =>
      say`input.format is ${named}, but the file is ${found}. It was read as ${found}.`,
    unusedOptions: (options: readonly string[], kind: Message): Message =>
      say`${notApplying(options)}, because the file is ${kind}.`,
    optionsOfSql: (options: readonly string[], format: string): Message =>
      say`${notApplying(options)}, because the output is ${format}.`,
    dotInTable: (table: string): Message =>
      say`output.table is ${shown(table)}, and the dot is a part of the name. To write into a schema, set output.schema.`,
    looksLike: (detected: string, named: string): Message =>
      say`The file looks like ${detected}. It was read as ${named}, because input.format says so.`,
  },
  range_not_found: {
    otherSheet: (range: string, found: string, sheet: string): Message =>
      say`input.range is ${range}, which is on the sheet "${found}", but input.sheet is "${sheet}".`,
    unknown: (wanted: string, known: readonly string[]): Message =>
      known.length === 0
        ? say`The workbook has no cells named "${wanted}". It has no named ranges and no table objects.`
        : say`The workbook has no cells named "${wanted}". It has: ${known.join(', ')}.`,
  },
} as const
