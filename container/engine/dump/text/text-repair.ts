import { isWellFormed } from '../../bytes/utf8.ts'

/** A text on its way: `value.ts` has the whole of it. */
interface MendedText {
  readonly form: number
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  readonly changes: string[]
  setText(form: number, text: string): unknown
}

/** Makes valid UTF-8 of texts that are in another encoding, or in none. */
export class TextRepair {
  /** Read in this encoding what is no UTF-8, where the dump does not say what it is in. */
  private readonly otherwise: string | null
  private readonly decoders = new Map<string, InstanceType<typeof TextDecoder>>()

  constructor(otherwise: string | null) {
    this.otherwise = otherwise
  }

  mend(encoding: string, value: MendedText): void {
    if (encoding === 'utf-8') {
      if (isWellFormed(value.bytes.subarray(value.start, value.end))) return
      value.changes.push('invalid_bytes')
      this.decode(this.otherwise ?? 'utf-8', value)
    } else this.decode(encoding, value)
  }

  private decode(charset: string, value: MendedText): void {
    let decoder = this.decoders.get(charset)
    if (decoder === undefined) this.decoders.set(charset, (decoder = new TextDecoder(charset, { ignoreBOM: true })))
    value.setText(value.form, decoder.decode(value.bytes.subarray(value.start, value.end)))
  }
}
