import * as z from 'zod'
import { fields as say, rules } from './catalog/fields.ts'
import type { Message } from './catalog/message.ts'
import { delimiterNamed, isNoDelimiter } from './delimiter-names.ts'
import { isUnknownEncoding, otherEncodingNames, usualEncodings } from './encoding-label.ts'
import { nearest } from './messages.ts'
import { otherInputFields } from './other-field-names.ts'
import { inputFormatNames } from './other-value-names.ts'
import {
  closedWithSpec,
  detectedOneOf,
  flag,
  integerMeant,
  listOf,
  must,
  mustSilently,
  textOf,
  wholeFrom,
} from './shapes.ts'
import { name, sheetChoice, sheetName } from './spec-names.ts'
import { inputFormats, specDefaults } from './spec-values.ts'

const { input: defaults } = specDefaults

const headerRowMax = 1_048_576
const pathCharactersMax = 1024
const columnCharactersMax = 1_000_000
const headerRowsMax = 10
const passwordCharactersMax = 255

const wrongEncoding = ({ input }: { readonly input?: unknown }): Message =>
  say.orDetected(say.encoding(input, usualEncodings, otherEncodingNames), input)

const headerRowMeant = (input: unknown): unknown => (input === true ? 1 : integerMeant(1, headerRowMax)(input))

/** The password is never repeated in a message. */
const passwordSchema = z
  .string({ error: mustSilently(rules.text) })
  .min(1, { error: mustSilently(rules.characters(1, passwordCharactersMax)) })
  .max(passwordCharactersMax, { error: mustSilently(rules.characters(1, passwordCharactersMax)) })

/** The options for reading the file. */
export const inputSchema = closedWithSpec(
  {
    format: detectedOneOf(inputFormats, inputFormatNames)
      .meta({ id: 'InputFormat', description: 'The format of a file.' })
      .nullable()
      .default(defaults.format)
      .meta({
        description: 'The format of the file. If null, it is detected from the content.',
        examples: ['csv'],
      }),
    encoding: textOf(1, 64, rules.encoding, (label) => nearest(label, usualEncodings, otherEncodingNames))
      .refine((label) => !isUnknownEncoding(label), { error: wrongEncoding })
      .nullable()
      .default(defaults.encoding)
      .meta({
        description:
          'The encoding of a text file, by a label of the WHATWG Encoding Standard. If null, it is detected. Text in `content` is always UTF-8.',
        examples: ['windows-1252'],
      }),
    delimiter: textOf(1, 8, undefined, delimiterNamed)
      .regex(/^[^\r\n"]*$/, { error: must(rules.delimiter, delimiterNamed) })
      .refine((text) => delimiterNamed(text) === undefined && !isNoDelimiter(text), {
        error: must(rules.delimiterItself, delimiterNamed),
      })
      .nullable()
      .default(defaults.delimiter)
      .meta({
        description: 'The separator of the fields in a CSV file. If null, it is detected.',
        examples: [';'],
      }),
    sheet: sheetName
      .nullable()
      .default(defaults.sheet)
      .meta({
        description: 'The name of the sheet to convert. If null, the first sheet with rows is converted.',
        examples: ['Orders'],
      }),
    sheets: sheetChoice
      .nullable()
      .default(defaults.sheets)
      .meta({
        description:
          'The sheets to convert, each to its own table: `first`, `all`, or a list of names and numbers from 1. CSV comes as a zip, JSON as an object of arrays.',
        examples: ['all'],
      }),
    header_row: wholeFrom(1, headerRowMax, rules.headerRow(headerRowMax), headerRowMeant)
      .nullable()
      .default(defaults.header_row)
      .meta({
        description: 'The number of the row with the column names, from 1. If null, it is detected.',
        examples: [3],
      }),
    header_rows: wholeFrom(0, headerRowsMax)
      .nullable()
      .default(defaults.header_rows)
      .meta({
        description:
          'How many rows hold the column names. The names of a column are joined from the top down. 0 means that the file has no names. If null, it is detected.',
        examples: [2],
      }),
    range: name
      .nullable()
      .default(defaults.range)
      .meta({
        description:
          'The part of a workbook to convert: cells (`B3:F200`), columns (`B:F`), rows (`3:200`), a named range, or the name of a table object.',
        examples: ['B3:F200'],
      }),
    fill_merged: flag
      .default(defaults.fill_merged)
      .meta({ description: 'Whether each cell of a merged range gets the value of its first cell.', examples: [true] }),
    skip_hidden: flag.default(defaults.skip_hidden).meta({
      description: 'Whether hidden rows, filtered rows and hidden columns of a sheet are left out.',
      examples: [true],
    }),
    hyperlinks: flag.default(defaults.hyperlinks).meta({
      description:
        'Whether the URLs of hyperlinks in a sheet become columns, such as `name_url` for the column `name`.',
      examples: [true],
    }),
    comments: flag.default(defaults.comments).meta({
      description: 'Whether the comments of cells become columns, such as `name_comment` for the column `name`.',
      examples: [true],
    }),
    null_values: listOf(textOf(0, 255), 100)
      .nullable()
      .default(defaults.null_values)
      .meta({
        description:
          'Values that mean NULL in every column, such as `-999`, besides markers such as `N/A` in columns that are not text.',
        examples: [['-999', 'unknown']],
      }),
    trim: flag
      .default(defaults.trim)
      .meta({ description: 'Whether spaces around text values are removed.', examples: [true] }),
    password: passwordSchema
      .nullable()
      .default(defaults.password)
      .meta({
        description:
          'The password of a protected workbook. It is used for this conversion alone and is never part of a response, a log or a record.',
        examples: ['correct horse'],
      }),
    path: textOf(1, pathCharactersMax)
      .nullable()
      .default(defaults.path)
      .meta({
        description:
          'The path to the rows of a JSON or XML document. It is a JSON Pointer (`/data/items`) or a dotted path (`data.items`) to the array, or the path of the element that is a row (`/catalog/book`). If null, it is detected.',
        examples: ['/data/items'],
      }),
    flatten: wholeFrom(0, 32)
      .nullable()
      .default(defaults.flatten)
      .meta({
        description:
          'How many levels of nested objects in JSON and XML become columns; 0 keeps all of them as JSON. If null, objects that every row has become columns, one level deep.',
        examples: [2],
      }),
    widths: listOf(wholeFrom(1, columnCharactersMax), 10_000)
      .min(1, { error: must(rules.oneWidth) })
      .nullable()
      .default(defaults.widths)
      .meta({
        description:
          'How many characters each column of fixed-width text has. If null, columns are found by the blanks between them.',
        examples: [[11, 9, 10]],
      }),
  },
  otherInputFields,
  rules.input,
)
