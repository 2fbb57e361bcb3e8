import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages about changed values. */
export const valueMessages = {
  missing_cells: say`The row has fewer cells than the table. Missing cells are NULL.`,
  empty_to_null: {
    blankText: say`Blank text became NULL.`,
    blankCell: say`A blank cell in a typed column became NULL.`,
  },
  null_marker: (token: string): Message => say`"${token}" means no value, so it became NULL.`,
  error_to_null: say`A spreadsheet error became NULL.`,
  uncached_formula: say`A formula without a stored result became NULL.`,
  trimmed: say`Spaces around the value were removed.`,
  text_formula: say`Formulas such as ="001" became their text.`,
  time_zone: say`Timestamps with an offset were converted to UTC, because DATETIME stores no offset.`,
  nul_removed: say`NUL characters were removed, because PostgreSQL text cannot store them.`,
  not_finite: {
    anyDialect: say`NaN and infinity became NULL, because the database cannot store them.`,
    sqlite: say`NaN became NULL, because SQLite cannot store it.`,
  },
  boolean_form: {
    any: say`Values were rewritten as true (1, t, y, yes, on) or false (0, f, n, no, off).`,
    words: (yes: string, no: string): Message => say`"${yes}" and "${no}" were rewritten as true and false.`,
  },
  date_form: {
    dates: say`Dates were rewritten as ISO 8601.`,
    changed: (message: Message, changes: readonly Message[]): Message =>
      say`${message.replace(/\.$/, '')}: ${changes.join(', ')}.`,
    timestamps: say`Timestamps were rewritten as ISO 8601.`,
  },
  epoch_form: {
    seconds: say`Seconds since 1970 were rewritten as timestamps in UTC.`,
    milliseconds: say`Milliseconds since 1970 were rewritten as timestamps in UTC.`,
  },
  json_as_text: say`JSON was kept unchanged.`,
  number_form: {
    signsAndZeros: say`Plus signs and leading zeros were removed.`,
    signs: say`Plus signs were removed.`,
    float: say`The number was rewritten in the standard float format.`,
    changed: (changes: readonly Message[]): Message => say`Numbers: ${changes.join(', ')}.`,
    unformatted: say`The number was rewritten without formatting.`,
    none: say`No value was rewritten.`,
  },
  /** Parts of a message about numbers. */
  numberChange: {
    group: (separator: string): Message => say`any thousands separator "${separator}" was removed`,
    decimal: (separator: string): Message => say`the decimal separator "${separator}" became a point`,
    prefix: (text: string): Message => say`"${text}" before the number was removed`,
    suffix: (text: string): Message => say`"${text}" after the number was removed`,
    minus: say`the minus sign "\u2212" became "-"`,
    plus: say`plus signs were removed`,
    accounting: say`accounting negatives got a minus sign`,
    signs: say`signs and accounting negatives became a minus sign or none`,
  },
  /** Parts of a message about timestamps. */
  timestampChange: {
    separator: say`T became a space`,
    seconds: say`seconds were added`,
    zulu: say`Z became +00:00`,
    offset: say`offsets became hours and minutes`,
  },
  empty_is_null: say`Oracle reads '' as NULL.`,
  leading_zeros: say`Leading zeros were removed.`,
  time_form: say`Times were rewritten as HH:MM:SS.`,
  uuid_form: say`UUIDs were rewritten in lower case.`,
  notes: {
    blankLines: say`The file has one column, so NULL is a blank line. PostgreSQL and DuckDB read it as NULL. Programs that skip blank lines lose the row.`,
  },
} as const
