import { textMessages } from '../catalog/text.ts'
import type { ReportInput } from '../../../src/contract/report.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import type { ByteSource, Inflate } from '../bytes/byte-source.ts'
import { textWithoutEndOfFile, withoutEndOfFile } from '../bytes/end-of-file.ts'
import { takeHead } from '../bytes/head.ts'
import { textWithoutByteOrderMarks, withoutByteOrderMarks } from '../bytes/byte-order-marks.ts'
import { textWithoutNulPadding, withoutNulPadding } from '../bytes/nul-padding.ts'
import { unwrap, type Unwrapped, type Wrapping } from '../bytes/unwrap.ts'
import { decoderOf } from '../bytes/decoder.ts'
import { hasBom, type IsUtf8, isWide, toUtf8, toUtf8Late, type Utf8Stream } from '../bytes/utf8.ts'
import {
  detectEncoding,
  encodingOfLabel,
  encodingOfRest,
  encodingOfStretch,
  type FoundEncoding,
  givenEncoding,
  isAscii,
} from '../detect/encoding/encoding.ts'
import { wrappedKind } from '../detect/file-kind.ts'
import { EngineFailure } from '../failure.ts'
import { type Reporter, shorten } from '../report/reporter.ts'

/** A file to open, with everything needed to read it as text. */
export interface TextRequest {
  readonly name: string
  readonly source: ByteSource
  readonly spec: Spec
  readonly inflate: Inflate
  readonly isUtf8?: IsUtf8
  readonly reporter: Reporter
}

export const headBytes = 256 * 1024

/** A text file whose head was examined, with a stream of the whole text. */
export interface HeadedText extends Unwrapped {
  readonly head: string
  /** Whether the head is the complete text. */
  readonly isWhole: boolean
  readonly encoding: string
  readonly found: FoundEncoding
  /** Whether everything examined so far is plain ASCII, so a later byte may still decide the encoding. */
  readonly isOpen: boolean
  /**
   * Whether the text begins with a byte order mark, or its encoding usually has one. More of them may follow inside the
   * text.
   */
  readonly mayHaveByteOrderMarks: boolean
}

export async function readHead(request: TextRequest): Promise<HeadedText> {
  const { source, isUtf8 } = request
  const unwrapped = await unwrap(request)
  const { head, isWhole, all } = await takeHead(unwrapped.chunks, headBytes)
  if (head.length === 0) throw new EngineFailure('empty_file', textMessages.empty_file.empty)
  for (const note of unwrapped.notes) request.reporter.note(note)
  if (unwrapped.wrapping !== null) refuseWrapped(unwrapped.wrapping, head)
  const label = request.spec.input.encoding
  const mayChange = !isWhole && isAscii(head)
  const foundEncoding = async (): Promise<FoundEncoding> => {
    const ofHead = detectEncoding(head, isWhole, isUtf8)
    const looksOn = unwrapped.wrapping === null && (mayChange || (ofHead.guess !== undefined && !isWhole))
    return (looksOn ? await encodingOfRest(source, head, isUtf8) : null) ?? ofHead
  }
  const found = label === null ? await foundEncoding() : followed(label, head, request.reporter)
  const { encoding } = found
  const text = headText(head, isWhole, encoding)
  if (isWhole && text.trim() === '') throw new EngineFailure('empty_file', textMessages.empty_file.whiteSpace)
  const isOpen = label === null && mayChange && found.source === 'utf-8 valid'
  const mayHaveByteOrderMarks = hasBom(head) || isWide(encoding)
  return {
    ...unwrapped,
    chunks: all,
    head: text,
    isWhole,
    encoding,
    found,
    isOpen,
    mayHaveByteOrderMarks,
  }
}

/** Returns the encoding named in the spec, unless the text itself proves a different one. */
function followed(label: string, head: Uint8Array, reporter: Reporter): FoundEncoding {
  const found = givenEncoding(label, head)
  const { encoding } = found
  if (encodingOfLabel(label) !== encoding && !encoding.startsWith(label.toLowerCase()))
    reporter.note(textMessages.notes.byteOrderMark(encoding, label))
  return found
}

function refuseWrapped(wrapping: NonNullable<Wrapping>, head: Uint8Array): void {
  const wrapped = wrappedKind(head)
  if (wrapped === null) return
  const message = textMessages.unsupported_format.wrapped(wrapping, wrapped)
  throw new EngineFailure('unsupported_format', message)
}

/**
 * Decodes the head. It drops a character cut off at the end of the head, and the end-of-file character of a complete
 * text.
 */
export function headText(head: Uint8Array, isWhole: boolean, encoding: string): string {
  const text = textWithoutByteOrderMarks(decoderOf(encoding)(head, true).replace(/^\uFEFF/, ''))
  return textWithoutNulPadding(isWhole ? textWithoutEndOfFile(text) : text)
}

/** The text as UTF-8. `found` returns its original encoding, as far as it is known so far. */
export type Utf8Text = Utf8Stream & { found(): FoundEncoding; readonly byteOrderMarks: () => number }

export function inUtf8(
  { isUtf8 }: TextRequest,
  { chunks, found, isOpen, mayHaveByteOrderMarks }: HeadedText,
): Utf8Text {
  let known = found
  const decide = (stretch: Uint8Array, isWhole: boolean): string => {
    known = encodingOfStretch(stretch, isWhole, isUtf8)
    return known.encoding
  }
  const utf8 = isOpen ? toUtf8Late(chunks, { decide, isAscii }, isUtf8) : toUtf8(chunks, found.encoding, isUtf8)
  const text = { ...utf8, found: () => known }
  if (!mayHaveByteOrderMarks) return { ...text, byteOrderMarks: () => 0 }
  const unmarked = withoutByteOrderMarks(text.chunks)
  return { ...text, chunks: unmarked.chunks, byteOrderMarks: unmarked.removed }
}

/** Returns what the report says about a text file. The encoding is final only after the whole text was read. */
export function reportInputOf(
  known: Omit<ReportInput, 'encoding'>,
  { wrapping }: HeadedText,
  utf8: Utf8Text,
): ReportInput {
  const input = { ...known, ...(wrapping === null ? {} : { wrapping }) }
  return Object.defineProperties(input, {
    encoding: { enumerable: true, get: () => utf8.found().encoding },
    encoding_source: { enumerable: true, get: () => utf8.found().source },
    encoding_confidence: { enumerable: true, get: () => utf8.found().guess?.confidence },
    encoding_runner_up: { enumerable: true, get: () => utf8.found().guess?.runnerUp },
  })
}

/** Passes the text on to the row reader. At the end, it reports bytes that were dropped or replaced. */
export async function* reportingText(text: Utf8Text, reporter: Reporter): AsyncIterable<Uint8Array> {
  const { chunks, wasFound } = withoutEndOfFile(text.chunks)
  const padded = withoutNulPadding(chunks)
  yield* padded.chunks
  const fills = padded.removed()
  if (fills > 0) reporter.fix({ code: 'nul_removed', count: fills, message: textMessages.nul_padding })
  if (wasFound()) reporter.note(textMessages.notes.endOfFileMark)
  const removedCount = text.byteOrderMarks()
  const message = textMessages.byte_order_marks
  if (removedCount > 0) reporter.fix({ code: 'byte_order_marks', count: removedCount, message })
  const count = text.replaced()
  if (count > 0) {
    reporter.fix({
      code: 'invalid_bytes',
      count,
      message: textMessages.invalid_bytes(text.found().encoding),
    })
  }
  noteGuess(text.found(), reporter)
}

/** A less confident guess gets a note in the report. */
const sureFrom = 0.99

/** Adds a note about a guessed encoding. It shows some words in both encodings. */
function noteGuess({ encoding, guess }: FoundEncoding, reporter: Reporter): void {
  if (guess === undefined || guess.confidence >= sureFrom) return
  const { confidence, runnerUp } = guess
  const words = guess.examples.map(({ chosen, alternative }) => ({
    chosen: shorten(chosen, 60),
    alternative: shorten(alternative, 60),
  }))
  const { guessedEncoding, guessedEncodings } = textMessages.notes
  reporter.note(
    words.length === 0
      ? guessedEncoding(encoding, confidence)
      : guessedEncodings(encoding, confidence, runnerUp, words),
  )
}
