import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'
import { countOf } from './lists.ts'

interface Reading {
  readonly chosen: string
  readonly alternative: string
}

const readings = (words: readonly Reading[]): string =>
  words.map(({ chosen, alternative }) => `"${chosen}" would be "${alternative}"`).join(', ')

/** Messages about text: its encoding, and CSV, fixed-width text and ASCII tables. */
export const textMessages = {
  unsupported_format: {
    notText: say`This does not look like a text file. If it is, set input.format.`,
    otherSql: (kind: Message): Message => say`The file is ${kind}. Only MySQL and MariaDB dumps can be converted.`,
    wrapped: (wrapping: string, kind: Message): Message =>
      say`The ${wrapping} file contains ${kind}. Only text is read from a compressed file. Send a workbook without compression.`,
    foreign: (kind: Message): Message => say`The file is ${kind}, which is not supported.`,
  },
  quotes_repaired: say`The line has quotes that are not doubled or closed. Quotes around a value were removed, and others are part of it.`,
  stray_quote: say`A quoted field continues after its closing quote, so the row was rejected.`,
  row_too_long: (mebibytes: number): Message => say`The row is longer than ${mebibytes} MiB, so it was rejected.`,
  unclosed_quote: say`A quoted field has no closing quote, so the row was rejected.`,
  too_many_cells: (most: number): Message => say`The row has more than ${most} cells, so it was rejected.`,
  notes: {
    delimiterAtEnd: say`Every line ends with a delimiter. The empty column after it was left out.`,
    otherDelimiter: (given: string, found: string): Message =>
      say`input.delimiter is ${given}, but ${found} separates the columns of the first rows.`,
    unsplit: (separator: string): Message =>
      say`Each line became one value. If ${separator} separates its cells, set input.delimiter.`,
    unsplitQuoted: (separator: string): Message =>
      say`Each line is quoted as a whole, so it became one value. If ${separator} separates its cells, remove the outer quotes.`,
    padded: say`Spaces around delimiters were removed.`,
    namesInComment: say`The column names come from the comments above the table.`,
    tabRuns: say`The columns are aligned with one or more tabs between cells.`,
    recordSeparators: say`Rows end with record separators (U+001E) and cells with unit separators (U+001F), as ASCII defines them.`,
    asciiTable: say`The file is an ASCII table. Its borders and padding were removed.`,
    comments: (lines: number): Message =>
      lines === 1
        ? say`1 comment line above the table was left out.`
        : say`${lines} comment lines above the table were left out.`,
    endOfFileMark: say`The end-of-file character (Ctrl-Z, 0x1A) was removed.`,
    belowNames: (lines: string): Message => say`Lines below the column names were left out: ${lines}.`,
    dots: (count: number): Message =>
      say`The file shortens the table: ${countOf(count, 'row')} of dots ${count === 1 ? 'stands' : 'stand'} for missing rows.`,
    remarks: (lines: string): Message => say`Messages of the program that wrote the file were left out: ${lines}.`,
    fixedWidth: (widths: string): Message =>
      say`The file is fixed-width text. Its columns are ${widths} characters wide, and the last one ends with the line. Set input.widths to change that.`,
    wideFixedWidth: (widths: string): Message =>
      say`The file is fixed-width text. Its columns are ${widths} characters wide if East Asian characters count as two, and the last one ends with the line.`,
    byteOrderMark: (encoding: string, label: string): Message =>
      say`The text has a byte order mark for ${encoding}, so input.encoding ("${label}") was ignored.`,
    guessedEncoding: (encoding: string, confidence: number): Message =>
      say`The encoding ${encoding} is a guess (confidence ${confidence}). If it is wrong, set input.encoding.`,
    /** The message about a guessed encoding. It shows some words in the second-best encoding. */
    guessedEncodings: (encoding: string, confidence: number, other: string, words: readonly Reading[]): Message =>
      say`The encoding ${encoding} is a guess (confidence ${confidence}). In ${other}, ${readings(words)}. If it is wrong, set input.encoding.`,
  },
  line_quotes: say`The whole line was quoted. The outer quotes were removed, and doubled quotes became single.`,
  crosses_columns: {
    fixedWidth: say`A value spans the border between two columns. Set input.widths to say where each column ends.`,
    table: say`The values are not below the dashes of their columns. Print the table with wider columns or with a delimiter.`,
  },
  empty_file: {
    empty: say`The file is empty.`,
    whiteSpace: say`The file contains only white space.`,
  },
  byte_order_marks: say`Byte order marks at the start of lines were removed. They appear when files are concatenated.`,
  invalid_bytes: (encoding: string): Message =>
    say`Bytes that are invalid in ${encoding} became U+FFFD. If the file has another encoding, set input.encoding.`,
  nul_padding: say`NUL characters that filled the space between lines were removed. They appear after a crash.`,
  empty_rows: say`Empty rows at the end of the file were left out.`,
} as const
