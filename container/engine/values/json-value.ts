import { valueMessages } from '../catalog/values.ts'
import { Reading, type ValueParser } from './value-parser.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Accepts any JSON value and keeps it as written. */
export class JsonParser implements ValueParser {
  readonly rewriting = { code: 'json_as_text', message: valueMessages.json_as_text } as const

  read(bytes: Uint8Array, start: number, end: number): Reading {
    try {
      JSON.parse(decoder.decode(bytes.subarray(start, end)))
      return Reading.asWritten
    } catch {
      return Reading.no
    }
  }
}
