import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Message } from '../../../../src/contract/catalog/message.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { TextRepair } from '../text/text-repair.ts'

/**
 * The notation of a resolved value. `plain` needs quotes but no escapes, `binary` becomes hexadecimal, and `expression`
 * is SQL that this code created.
 */
export const literalKinds = { null: 0, number: 1, boolean: 2, plain: 3, text: 4, binary: 5, expression: 6 } as const

/** The maximum number of UTF-8 bytes of a UTF-16 code unit. */
const bytesOfUnitMax = 3

/** A change to a value, for the report. */
export type ValueChange =
  | 'zero_date'
  | 'empty_label'
  | 'empty_number'
  | 'nul_removed'
  | 'invalid_bytes'
  | 'date_rewritten'
  | 'time_dropped'
  | 'fraction_shortened'
  | 'zero_counted'
  | 'default_implied'
  | 'null_implied'
  | 'moment_of_loading'
  | 'number_rounded'
  | 'number_clipped'
  | 'number_cut'
  | 'text_cut'
  | 'foreign_characters'

/** The current cell on its way from the dump to the script. Resolvers store all cells in this one object. */
export class Value {
  literalKind: number = literalKinds.null
  bytes: Uint8Array = new Uint8Array(0)
  start = 0
  end = 0
  /** Whether the dump's mode rejects values that do not fit instead of changing them. */
  isStrict = true
  /** The reason for a rejected row if a resolver returns false. */
  problem: Message = dumpRowMessages.row_rejected.expression
  /** Whether a server refuses the rejected value, too. */
  isRefused = false
  readonly scratch = new GrowingBytes()
  private readonly encoded = new Uint8Array(4096)
  readonly changes: ValueChange[] = []
  readonly repair: TextRepair

  constructor(repair: TextRepair) {
    this.repair = repair
  }

  set(as: number, bytes: Uint8Array, start: number, end: number): true {
    this.literalKind = as
    this.bytes = bytes
    this.start = start
    this.end = end
    return true
  }

  setText(as: number, text: string): true {
    // A separate array for each value would create millions of objects for the garbage collector.
    if (text.length * bytesOfUnitMax <= this.encoded.length)
      return this.set(as, this.encoded, 0, encoder.encodeInto(text, this.encoded).written)
    const bytes = encoder.encode(text)
    return this.set(as, bytes, 0, bytes.length)
  }

  setBoolean(is: boolean): true {
    return this.set(literalKinds.boolean, trueAndFalse, is ? 0 : 1, is ? 1 : 2)
  }

  setNull(): true {
    this.literalKind = literalKinds.null
    return true
  }

  /** Sets a date with zeros, which PostgreSQL cannot store. */
  setZeroDate(): true {
    this.changes.push('zero_date')
    return this.setNull()
  }

  /** Rejects the value. `isRefused` means that a server certainly refuses it, too. */
  reject(problem: Message, isRefused = false): false {
    this.problem = problem
    this.isRefused = isRefused
    return false
  }
}

const encoder = new TextEncoder()
const trueAndFalse = encoder.encode('tf')
