import type { Message } from '../../../src/contract/catalog/message.ts'
import { andMore } from './lists.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages about JSON, XML and web pages. */
export const documentMessages = {
  corrupt_file: {
    htmlToken: say`A single tag or text is longer than 4 MiB.`,
    htmlCell: say`A cell has more than 16 million characters.`,
    json: (byte: number, error: Message): Message => say`The JSON is not valid at byte ${byte}: ${error}.`,
    xml: (error: Message): Message => say`The XML is broken: ${error}`,
    manyNames: (most: number): Message =>
      say`The XML has more than ${most} different names, which is too many for a table.`,
  },
  notes: {
    mergedCells: (count: number): Message =>
      count === 1
        ? say`The table has 1 merged cell. Its value is in the first of its cells.`
        : say`The table has ${count} merged cells. Each value is in the first of its cells.`,
    webPage: say`The file is a web page (HTML). Its table was converted.`,
    rowsAreMembers: (path: string): Message => say`The rows are the members of "${path}".`,
    severalArrays: (paths: string): Message =>
      say`Several arrays have rows (${paths}), so they stay values. To convert one of them, set input.path to it.`,
    rowsAreArray: (path: string, columns: string | null): Message =>
      say`The rows are the array at "${path}"${columns === null ? '' : `, with column names from "${columns}"`}.`,
    besideRows: (rows: Message, keys: string): Message => say`${rows} Left out beside it: ${keys}.`,
    afterRows: (keys: string): Message => say`Members after the rows were left out: ${keys}.`,
    opened: (keys: string, more: number): Message =>
      say`The members of ${keys}${andMore(more)} became columns of their own. Set input.flatten to change how many levels do.`,
    wholeColumns: say`The JSON lists whole columns. Their values were combined into rows.`,
    codeSkipped: (code: string): Message => say`Code around the JSON was skipped: ${code}`,
    outsideRows: (elements: string, more: number): Message =>
      say`Elements outside the rows were left out: ${elements}${andMore(more)}.`,
    mixedText: (path: string): Message => say`${path} has text between its elements. The pieces of text were joined.`,
    references: say`References that XML does not define, such as &nbsp; or a bare &, were kept unchanged.`,
    rowElement: (path: string): Message =>
      say`Each element ${path} is a row. Set input.path to choose another element.`,
    declaredEncoding: (label: string, encoding: string): Message =>
      say`The XML declares the encoding ${label}, but its bytes are ${encoding}, so it was read as ${encoding}.`,
  },
  jsonError: {
    ends: say`the file ends too early`,
    depth: (levels: number): Message => say`values are nested deeper than ${levels} levels`,
    comment: say`JSON does not allow comments`,
    notFinite: say`JSON does not allow NaN and Infinity`,
    control: say`a string contains a control character`,
    noValue: say`a value is missing after a comma`,
    malformed: say`a value is malformed`,
    moreText: say`there is more text after the end`,
    noComma: say`a comma is missing`,
    noColon: say`the colon after a key is missing`,
    largeValue: say`one value is larger than 256 MiB`,
    keyNotString: say`a key is not a string`,
  },
  pathProblem: {
    missing: (name: string): Message => say`"${name}" does not exist`,
    notArray: say`the value is not an array`,
  },
  duplicate_key: say`The key occurs twice in one object. The last value was used.`,
  lone_surrogate: say`An unpaired surrogate became U+FFFD.`,
  late_key: say`The key first appears after the sample, so it has no column. The rest of the row was converted. Increase inference.sample_rows to keep it.`,
  too_many_keys: (columns: number): Message =>
    say`The table already has ${columns} columns, so the value was left out. The rest of the row was converted.`,
  too_deep: (levels: number): Message => say`The value is nested deeper than ${levels} levels.`,
  invalid_json: {
    at: (byte: number, error: Message): Message => say`At byte ${byte}: ${error}.`,
    line: say`The line is not valid JSON.`,
  },
  xmlError: {
    depth: (levels: number): Message => say`Elements are nested deeper than ${levels} levels.`,
    tag: (name: string): Message => say`The tag of an element "${name}" is malformed.`,
    textOutside: say`There is text outside the root element.`,
    endTagOf: (name: string): Message => say`The end tag does not match the open element "${name}".`,
    longToken: say`A single text or tag is longer than 16 MiB.`,
    openElements: say`The file ends before its elements are closed.`,
    noElement: say`The file has no element.`,
    endsWithinTag: say`The file ends within a tag.`,
    documentType: say`The file declares a document type (DTD), which is not allowed. Remove the DOCTYPE declaration.`,
    noName: say`A tag has no name.`,
    tagWithinTag: say`A tag begins within a tag.`,
    endTag: say`An end tag does not match the open element.`,
  },
  broken_xml: (error: Message, byte: number): Message =>
    say`${error} The file could be read up to byte ${byte}, counted without compression.`,
} as const
