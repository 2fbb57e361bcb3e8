import { nearestByWords, numberForPeople, onlyOne, question, shown, suggestion, wordsIn } from '../messages.ts'
import { objectsOfFields, placeOfField, placeOfNearName, placeOfOwnName } from '../field-places.ts'
import type { Message } from './message.ts'
import { say } from './say.ts'

const characters = (least: number, most: number): Message =>
  least === 0
    ? say`be a string of at most ${numberForPeople(most)} characters`
    : say`be a string of ${least} to ${numberForPeople(most)} characters`

/** Rules for a field, as the words after "must". */
export const rules = {
  object: say`be an object`,
  spec: say`be an object, such as {"output":{"dialect":"postgresql"}}`,
  output: say`be an object, such as {"dialect":"postgresql"}`,
  input: say`be an object, such as {"format":"csv"}`,
  column: say`be an object, such as {"index":0,"type":"text"}`,
  inference: say`be an object, such as {"date_order":"day_first"}`,
  dump: say`be an object, such as {"mode":"schema_only"}`,
  tables: say`be an object, such as {"include":["wp_*"]}`,
  types: say`be an object, such as {"json":"jsonb"}`,
  flag: say`be true or false`,
  list: say`be a list`,
  columns: say`be a list of objects, such as [{"index":0,"type":"text"}]`,
  columnIndex: (most: number): Message =>
    say`be an integer between 0 and ${numberForPeople(most)} (the first column is 0)`,
  headerRow: (most: number): Message =>
    say`be an integer between 1 and ${numberForPeople(most)} (for a file without column names, set input.header_rows to 0)`,
  itemsAtMost: (most: number): Message => say`have at most ${numberForPeople(most)} items`,
  integer: say`be an integer`,
  integerBetween: (least: number, most: number): Message =>
    say`be an integer between ${numberForPeople(least)} and ${numberForPeople(most)}`,
  secondsBetween: (least: number, most: number): Message => say`be an integer between ${least} and ${most} (seconds)`,
  notNegative: say`be 0 or more`,
  text: say`be a string`,
  content: say`be the text of the file, such as "id,name\\n1,Ann\\n"`,
  characters,
  unicode: say`be valid Unicode, without unpaired surrogates`,
  noControls: say`not contain control characters`,
  notEmpty: say`not be empty`,
  email: say`be an e-mail address`,
  emailCharacters: say`have at most 254 characters`,
  time: say`be a time in UTC, like 2026-03-01T09:30:00Z`,
  timeZone: say`be an offset such as "+02:00" or a time zone such as "Europe/Berlin"`,
  day: say`name a day and a time that exist`,
  consent: say`be true`,
  sheetName: (most: number): Message =>
    say`be the name of a sheet, 1 to ${numberForPeople(most)} characters (for a number, use input.sheets)`,
  url: (most: number): Message => say`be a URL of 1 to ${numberForPeople(most)} characters`,
  encoding: say`be a label of the WHATWG Encoding Standard, such as utf-8 or windows-1252`,
  columnName: (most: number): Message => say`be the name of a column, 1 to ${numberForPeople(most)} characters`,
  sheets: say`be first, all, or a list of sheet names and numbers from 1`,
  delimiter: say`not contain a line end or a quotation mark`,
  delimiterItself: say`be the delimiter itself, or null to detect it`,
  oneWidth: say`name at least one width`,
  oneColumn: say`name at least one column`,
  locale: say`be a BCP 47 language tag, such as de-DE`,
  version: say`be 1, the only version of the spec`,
} as const

/** A place in a text, from line 1 and column 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

/** The place where a text stops being JSON. */
export interface JsonBreak extends JsonPlace {
  /** The text from here on. It is empty if the text ends too early. */
  readonly rest: string
  readonly expected: JsonExpected
  /** Whether a string begins here that has no closing quotation mark. */
  readonly isUnended?: boolean
  readonly isAfterComma: boolean
  readonly isAfterDigit: boolean
}

/** The tokens that JSON allows at a place, by their names in messages. */
export type JsonExpected = keyof typeof jsonExpected | 'text'
const jsonExpected = {
  value: 'a value',
  'first value': 'a value or "]"',
  name: 'a name in quotes',
  'first name': 'a name in quotes or "}"',
  colon: 'a colon',
  ']': 'a comma or "]"',
  '}': 'a comma or "}"',
  end: 'the end of the body',
} as const

const doubleQuotes = 'In JSON, names and strings are in double quotes (")'
const numbersOfJson = 'In JSON, numbers look like 10 and 0.5'

/** The likely mistake at the place where JSON breaks, by the text at that place. */
const jsonHints: readonly (readonly [RegExp, string])[] = [
  [/^(?:['`‘’“”„«]|[A-Za-z_]\w*\s*:)/, doubleQuotes],
  [
    /^(?:None|True|False|undefined|NaN|-?Infinity)\b/,
    'In JSON, the words are null, true and false, and numbers have digits',
  ],
  [/^(?:[+.-]+\d|\.[\s,}\]])/, numbersOfJson],
  [/^(?:_\d|\d{3}\b)/, 'In JSON, numbers have no separators, as in 5000'],
  [/^object [A-Z]\w*\]/, 'Write the value with JSON.stringify'],
  [/^(?:#|\/[/*])/, 'JSON has no comments'],
  [/^(?:--(?!-\s)|[\w.[\]-]+=)/, 'Send JSON instead of a form'],
  [/^(?:x[0-9a-f]|n\b)/i, 'In JSON, numbers have decimal digits, as in 10 and 0.5'],
  [/^\d/, 'In JSON, numbers have no leading zeros'],
  [/^\\"/, 'Remove the backslashes before the quotation marks'],
  [/^\$/, 'It looks like a variable. A shell does not replace variables inside single quotes'],
  [/^(?:\{\{?[\w.]|%\w+%|<[\w.]|\.\.\.|…)/, 'It looks like a placeholder. Put its value here'],
  [/^\+/, 'JSON cannot join strings'],
]

/** The likely mistake inside of a list or an object. */
const innerHints: typeof jsonHints = [
  [/^=>?\s*["\d[{]/, 'In JSON, a colon is between a name and its value'],
  [/^;\s*\S/, 'In JSON, a comma is between two values'],
]

/** The exponent of a number without its digits. */
const exponent = /^e(?:[+-]?[\s,}\]]|$)/i

/** The name of a field that is a number or a word without quotes. */
const bareName = /^[\w.-]+\s*:/

/** The likely mistake of a body that does not begin like JSON. */
const bodyHints: typeof jsonHints = [
  [/^(?:@|[A-Za-z]:\\|[.~]{0,2}\/\w)/, 'Send what the file contains instead of its name'],
  [/^(?:<|[^\n{}[\]:]*[,;\t][^\n{}[\]]*\r?\n)/, 'Send the text of a file as content of a JSON object'],
]

const hintsOf = (expected: JsonExpected, isBeginning: boolean): typeof jsonHints => [
  ...(isBeginning ? bodyHints : []),
  ...jsonHints,
  ...(expected === 'end' ? [] : innerHints),
]

function jsonHint({ rest, isAfterComma, isAfterDigit, expected, line, column }: JsonBreak): string {
  if (isAfterComma && /^[}\]]/.test(rest)) return '. Remove the comma before it'
  if (expected === 'text')
    return rest.startsWith('\\') ? '. Write a backslash as \\\\' : '. Write a line break as \\n, and a tab as \\t'
  if (/name/.test(expected) && bareName.test(rest)) return `. ${doubleQuotes}`
  if (isAfterDigit && exponent.test(rest)) return `. ${numbersOfJson}`
  const isBeginning = line === 1 && column === 1
  const found = hintsOf(expected, isBeginning).find(([pattern]) => pattern.test(rest))
  if (found !== undefined) return `. ${found[1]}`
  if (expected === 'end' && rest.startsWith('{')) return '. Send one JSON object'
  return isBeginning ? '. Send a JSON object' : ''
}

const placeShown = ({ line, column }: JsonPlace): string =>
  `line ${numberForPeople(line)}, column ${numberForPeople(column)}`

const base64Path = /^@|^[^,;\n]{1,250}\.\w{2,5}$/

/** Returns the likely mistake of a text that is not base64. Its patterns do not repeat over a text of megabytes. */
function base64Hint(text: string, character: string): string {
  if (/[-_]/.test(character) && !/[^\w=-]/.test(text))
    return '. It is base64 for URLs: write "+" instead of "-", and "/" instead of "_"'
  if (/\s/.test(character) && !/[^A-Za-z0-9+/=\s]/.test(text)) return '. Remove the line breaks and spaces'
  if (/%(?:2B|2F|3D)/i.test(text)) return '. Decode the percent signs: %2B is "+", %2F is "/", and %3D is "="'
  if (/^b['"]/.test(text)) return `. Python shows bytes as b'…', so call decode() before you send them`
  if (/^["']/.test(text)) return '. Remove the quotation marks around it'
  if (base64Path.test(text.slice(0, 300))) return '. It looks like the path of a file. Send what the file contains'
  if (/=[A-Za-z0-9+/]/.test(text)) return '. It consists of several base64 strings. Encode the whole file at once'
  return /[\s,;{<]/.test(character) ? '. To send text, leave content_encoding out' : ''
}

/** Tests for an object that was encoded as JSON twice, which is a common mistake. */
export const isObjectAsText = (value: unknown): boolean => typeof value === 'string' && /^\s*\{[^]*\}\s*$/.test(value)

/** Settings that people send as a field or a parameter although they belong elsewhere, by the letters of their names. */
const otherPlaces: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:web)?hooks?(?:ur[li])?s?$|^(?:callback|notify|notification)(?:ur[li]|endpoint)?$/,
    'The URL for webhooks is in the settings of your account',
  ],
  [
    /^x?api(?:key|token)$|^(?:access|auth|bearer)?token$|^auth(?:orization)?$|^bearer$/,
    'Send the API key as the header Authorization: Bearer rm_key_…',
  ],
  [/^x?idempoten(?:cy|t)(?:key|token|id)?$/, 'Send it as the header Idempotency-Key'],
  [
    /^wait(?:seconds)?$|^sync$/,
    'Send ?wait=30 at the end of the URL when you read a conversion, or open one with content or url',
  ],
  [
    /^(?:http|request)?headers?$|^cookies?$|^user(?:name)?$/,
    'A file by URL is downloaded without headers or a sign-in, so its URL must need neither',
  ],
]

/** The features that people expect of a list, by the letters of the parameters that they send for them. */
const otherLists: typeof otherPlaces = [
  [/^(?:sort|order|asc|desc|reverse)(?:by|dir|direction|ing)?$/, 'Conversions are listed newest first'],
  [
    /^(?:since|until|from|to|after|before|(?:from|to|start|end|min|max)?(?:date|time|day)(?:from|to)?|(?:created|updated|finished|started)(?:at|on)?(?:after|before|since|until|from|to|[gl]te?|min|max)?)$/,
    'Conversions are listed newest first, so read pages until their created_at',
  ],
  [
    /^(?:q|query|search|where|find|match|(?:file)?name|dialect|ids?|code|error|bytes)$/,
    'Only status filters the list, so read its pages and choose among them',
  ],
  [
    /^(?:fields?|include|expand|embed|select|with|view|projection|only)$/,
    'Each conversion is listed with all of its fields',
  ],
]

const elsewhere = (key: string, places = otherPlaces): string => {
  const name = key.toLowerCase().replaceAll(/[^a-z]/g, '')
  const place = places.find(([pattern]) => pattern.test(name))
  return place === undefined ? '' : `. ${place[1]}`
}

/** Words that are fields, and that also mean other things in longer names. */
const ambiguousWords = new Set(['name', 'names', 'format', 'path', 'mode', 'now', 'write', 'type', 'types'])

/** Returns the only field whose name is a word of a longer one, such as `targetDialect` or `csv_delimiter`. */
function fieldInName(key: string, known: readonly string[], hasSpec: boolean): string | null {
  const words = wordsIn(key).filter((word) => !ambiguousWords.has(word))
  return onlyOne(words.map((word) => (known.includes(word) ? word : hasSpec ? placeOfOwnName(word) : null)))
}

/** Errors of a field. The name of the field is put before each of them. */
export const fields = {
  required: say`is required`,
  /** The message names the allowed values, so that nobody needs a second attempt. */
  missing: (rule: Message): Message => say`is required, and must ${rule}`,
  must: (rule: Message): Message => say`must ${rule}`,
  /** `meant` is what was probably meant: the same value in its right type. */
  mustGot: (rule: Message, value: unknown, meant?: unknown): Message =>
    say`must ${rule}; got ${shown(value)}${question(meant)}`,
  oneOf: (values: readonly string[], value: unknown, otherNames?: Readonly<Record<string, string>>): Message =>
    value === undefined
      ? say`is required, and must be one of ${values.join(', ')}`
      : say`must be one of ${values.join(', ')}; got ${shown(value)}${suggestion(value, values, otherNames) || question(nearestByWords(value, values, otherNames))}`,
  /** The end of a message about a field that may be left out. */
  orDetected: (rule: Message, value: unknown): Message =>
    /^(?:auto(?:matic|detect)?|detect|default|any|guess|unknown)$/i.test(typeof value === 'string' ? value : '')
      ? say`${rule}. Leave it out to detect it`
      : rule,
  /** The end of a message about null in a field that has a default. */
  orDefault: (message: string, standard: unknown): Message =>
    typeof standard === 'object'
      ? say`${message}. Leave it out for the default`
      : say`${message}. Leave it out for the default, ${shown(standard)}`,
  /** `spec` is given in an object that contains a spec or belongs to one, with the value of the unknown field. */
  unknown(
    key: string,
    known: readonly string[],
    otherNames?: Readonly<Record<string, string>>,
    spec?: { readonly value: unknown },
  ): Message {
    const objects = objectsOfFields(spec?.value)
    const meant =
      suggestion(key, known, otherNames) ||
      question(spec === undefined ? null : placeOfField(key)) ||
      (objects.length === 0 ? elsewhere(key) : `. Put its fields into ${objects.join(' and ')}`) ||
      question(fieldInName(key, known, spec !== undefined)) ||
      question(spec === undefined ? null : placeOfNearName(key))
    const allowed = known.length === 0 ? '; this request has none' : `; known: ${known.join(', ')}`
    return say`is not a known field${meant === '' ? allowed : meant}`
  },

  // Errors of requests:
  unknownOfList(key: string, known: readonly string[], otherNames: Readonly<Record<string, string>>): Message {
    const hint = elsewhere(key, otherLists)
    return hint === '' ? fields.unknown(key, known, otherNames) : say`is not a known field${hint}`
  },
  once: say`must be given once`,
  everyStatus: (rule: Message): Message => say`${rule}. Leave it out to list every status`,
  oneStatus: (rule: Message): Message => say`${rule}. List one status at a time`,
  morePages: (rule: Message): Message => say`${rule}. Read the other pages with cursor`,
  json: (found: JsonBreak): Message =>
    found.isUnended === true
      ? say`must be valid JSON; the string at ${placeShown(found)} has no closing quotation mark`
      : found.rest === ''
        ? say`must be valid JSON; it ends too early, at ${placeShown(found)}`
        : say`must be valid JSON; ${placeShown(found)} has ${shown(found.rest)} ${found.expected === 'text' ? 'inside a string' : `instead of ${jsonExpected[found.expected]}`}${jsonHint(found)}`,
  jsonLevels: (levelsMax: number, place: JsonPlace): Message =>
    say`must nest lists and objects at most ${levelsMax} levels deep; ${placeShown(place)} begins another level`,
  nameAgain: (name: string, place: JsonPlace): Message =>
    say`must have each name once in an object; ${placeShown(place)} repeats ${shown(name)}. Remove one of them`,
  utf8: say`must be UTF-8`,
  utf16: say`must be UTF-8; got UTF-16`,
  utf32: say`must be UTF-8; got UTF-32`,
  compressed: say`must not be compressed`,
  /** The body is not JSON, but the file itself. */
  file: (type: string | null): Message =>
    say`must be JSON; got ${type ?? 'the bytes of a file'}. Send the text of a small file as content, or upload the file to upload.url`,
  jsonObject: (value: unknown): Message =>
    isObjectAsText(value)
      ? say`must be a JSON object; got it as a string. Send the object itself, without quotes`
      : say`must be a JSON object; got ${shown(value)}`,
  objectAsText: (rule: Message): Message =>
    say`must ${rule}; got it as a string. Send the object itself, without quotes`,
  inBody: (place: string): Message => say`is not a known parameter. Send it in the body, as ${place}`,
  whenOpened: (place: string): Message =>
    say`is not a known field. Send it as ${place} when you open a conversion, which cannot be changed later`,
  wrapped: say`contains the fields of the body. Put them at the top of the body`,
  /** Many clients send null for a field that they leave out. */
  apart: (other: string, sent: unknown): Message =>
    sent === null
      ? say`must be left out when ${other} is sent; got null`
      : say`must not be sent together with ${other}`,
  /** `position` counts characters from 1. */
  base64Character: (position: number, text: string): Message =>
    say`must be base64 (RFC 4648, padded); character ${numberForPeople(position)} is ${shown(text.charAt(position - 1))}${base64Hint(text, text.charAt(position - 1))}`,
  base64Length: (length: number): Message =>
    say`must be base64 (RFC 4648, padded); its length of ${numberForPeople(length)} is not a multiple of 4. ${length % 4 === 1 ? 'A part is missing' : `Add "${'='.repeat(4 - (length % 4))}" at its end`}`,
  contentAsLines: (rule: Message): Message => say`${rule}. Join the lines to one string`,
  /** A client sent the rows instead of the text of a file. */
  contentAsJson: (rule: Message): Message => say`${rule}. To convert JSON, send its text as a string`,
  contentIsUrl: say`is a URL. To convert the file that it names, send it as url instead`,
  contentIsPath: say`looks like the path of a file. Send what the file contains`,
  contentIsNothing: say`is what programs write for a variable without text. Send the text of the file`,
  contentIsEscaped: say`has \\n as two characters where its lines end. Send real line breaks, which JSON writes as \\n once`,
  looksLikeBase64: say`looks like base64. Set content_encoding to base64, or to text if it is the file itself`,
  dataUrl: (prefix: string): Message => say`must be base64 without the prefix ${shown(prefix)}`,
  validUnicode: say`must be valid Unicode`,
  cursor: (value: string): Message =>
    say`must be meta.next_cursor of the previous page; got ${shown(value)}${/^(?:null|undefined|none|nil|)$/i.test(value) ? '. It is null after the last page; leave it out on the first' : ''}`,
  exactBytes: (rule: Message): Message => say`${rule}. Send the exact number of bytes`,
  bytesOrOther: say`is required unless url or content is sent`,
  /** Every field that could name the file is null. */
  oneOfThree: (other: string): Message => say`is required unless ${other} or bytes is sent; got null`,
  encodingOfText: (label: string): Message =>
    say`must be null or utf-8 when content is text, because JSON is Unicode; got ${shown(label)}. To send bytes in this encoding, encode them in base64 and set content_encoding to base64`,
  /** The file arrives after the response, so the request cannot wait for the end of the conversion. */
  waitForUpload: (seconds: number): Message =>
    say`must not be sent together with bytes, because the conversion begins after the upload. Leave it out here. After the upload, start the conversion and read it with ?wait=${seconds}`,
  withoutContent: say`must not be sent without content. For the encoding of a text file, use spec.input.encoding`,
  emptyKeyHeader: say`must not be empty. Send a new key, such as a UUID, or leave the header out`,
  otherKeyHeader: say`is not a known header. Send the key as Idempotency-Key`,
  charactersAtMost: (most: number, sent: number): Message =>
    say`must have at most ${most} characters; got ${numberForPeople(sent)}`,

  // Errors of the spec:
  encoding: (value: unknown, labels: readonly string[], otherNames: Readonly<Record<string, string>>): Message =>
    say`must ${rules.encoding}; got ${shown(value)}${suggestion(value, labels, otherNames)}`,
  typeOfText: (type: unknown): Message => say`must be text or null when as_text is true; got ${shown(type)}`,
  locale: (value: unknown, meant: string | null): Message =>
    say`must ${rules.locale}; got ${shown(value)}${question(meant)}`,
  columnAgain: (index: number): Message => say`repeats the index ${index}: each column can be listed once`,
  dumpTarget: say`must have dialect postgresql and format sql, because dumps convert only to PostgreSQL`,
  sheetOrSheets: say`must be null when input.sheet names the one sheet to convert`,
  headerRowOrNone: say`must not be 0 when input.header_row names the row of the column names`,
  existingTable: say`must be fail or append when output.create_table is false`,
  zippedAlready: say`must be none when input.sheets chooses several sheets, because their CSV files come in a zip`,
  onePart: say`must name at least one part: before, data, after`,
  partsOfEverything: say`must be left out unless mode is everything`,
} as const
