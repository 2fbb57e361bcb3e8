import { TokenReader } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'
import type { OtherObject, SequenceChange, SequenceValue } from './schema.ts'

/** The options of one statement. An option that it does not name is undefined. */
interface Options {
  start?: bigint | undefined
  /** The value `start` is RESTART without a number. */
  restart?: bigint | 'start'
  minimum?: bigint | undefined
  maximum?: bigint | undefined
  increment?: bigint
  cache?: bigint
  isCycle?: boolean
}

/** The largest number of a MariaDB sequence. It is one less than the 64-bit maximum, which has a special meaning. */
const largest = 2n ** 63n - 2n

/** The start, the limits and the step of a sequence. */
interface Limits {
  readonly start: bigint
  readonly minimum: bigint
  readonly maximum: bigint
  readonly increment: bigint
  /** The number of values that the server reserves for the session. */
  readonly cache: bigint
  readonly isCycle: boolean
}

function limitsOf({ increment = 1n, cache = 1000n, isCycle = false, ...options }: Options): Limits {
  const isRising = increment >= 0n
  const minimum = options.minimum ?? (isRising ? 1n : -largest - 1n)
  const maximum = options.maximum ?? (isRising ? largest : -1n)
  return { start: options.start ?? (isRising ? minimum : maximum), minimum, maximum, increment, cache, isCycle }
}

/** A sequence of MariaDB, which counts like the server. */
export class SequenceCounter {
  /** The last number that the session received. */
  last: bigint | null = null
  /** The next number. It is beyond the limits after the last number. */
  next: bigint
  private limits: Limits
  /** The last number that the server reserved for the session. ALTER SEQUENCE loses the unused ones. */
  private reserved: bigint
  private round = 0n

  constructor({ tokens, changes }: OtherObject) {
    this.limits = limitsOf(readOptions(tokens))
    this.next = this.limits.start
    this.reserved = this.next
    for (const change of changes) this.change(change)
  }

  get minimum(): bigint {
    return this.limits.minimum
  }

  get maximum(): bigint {
    return this.limits.maximum
  }

  get isCycle(): boolean {
    return this.limits.isCycle
  }

  /** Returns the step. Zero means the step of AUTO_INCREMENT. */
  get increment(): bigint {
    return this.limits.increment === 0n ? 1n : this.limits.increment
  }

  /** Applies a statement about the sequence. */
  change(change: SequenceChange): void {
    if ('options' in change) this.alter(readOptions(change.options))
    else this.moveTo(change)
  }

  /** Applies ALTER SEQUENCE. Only RESTART changes the next number, because START is where a later RESTART begins. */
  private alter({ restart, ...options }: Options): void {
    this.limits = limitsOf({ ...this.limits, ...options })
    this.next = restart === undefined ? this.reserved : restart === 'start' ? this.limits.start : restart
    this.reserved = this.next
  }

  get isValid(): boolean {
    return this.minimum < this.maximum && this.minimum <= this.limits.start && this.limits.start <= this.maximum
  }

  /** Returns whether the last number has been used. */
  get isUsedUp(): boolean {
    return this.isBefore(this.end, this.next) || this.next === this.end
  }

  /** Returns the next number, or the last one if the numbers are used up. */
  get nearestNext(): bigint {
    const { next, minimum, maximum } = this
    return next < minimum ? minimum : next > maximum ? maximum : next
  }

  /** Runs NEXTVAL. Returns null if the numbers are used up. */
  take(): bigint | null {
    const number = this.next
    this.next = this.following(number)
    if (!this.isBefore(number, this.reserved) && !this.reserve(number)) return this.isCycle ? this.takeFirst() : null
    this.last = number
    return number
  }

  /** Runs SETVAL. Returns false if the value would lead back, because a sequence never goes back. */
  moveTo({ value, isUsed, round }: SequenceValue): boolean {
    const to = isUsed ? this.following(value) : value
    const isLater = round > this.round
    if (isLater ? !this.isCycle : round < this.round || this.isBefore(to, this.next)) return false
    this.next = to
    if (isLater || this.isBefore(this.reserved, to)) this.reserved = to
    this.round = round
    return true
  }

  /** Starts another round with its first number. */
  private takeFirst(): bigint | null {
    this.round++
    const first = this.increment > 0n ? this.minimum : this.maximum
    this.next = this.following(first)
    this.reserved = first
    this.reserve(first)
    this.last = first
    return first
  }

  /** Returns the first number beyond the limits. */
  private get end(): bigint {
    return this.increment > 0n ? this.maximum + 1n : this.minimum - 1n
  }

  private isBefore(one: bigint, other: bigint): boolean {
    return this.increment > 0n ? one < other : one > other
  }

  private following(number: bigint): bigint {
    const next = number + this.increment
    return this.isBefore(next, this.end) ? next : this.end
  }

  /** Reserves more numbers for the session. Returns false if the number is beyond the limits. */
  private reserve(number: bigint): boolean {
    const more = this.reserved + this.increment * (this.limits.cache === 0n ? 1n : this.limits.cache)
    this.reserved = this.isBefore(more, this.end) ? more : this.end
    return this.isBefore(number, this.end)
  }
}

/** Reads the options of CREATE SEQUENCE or ALTER SEQUENCE. */
function readOptions(tokens: readonly Token[]): Options {
  const options: Options = {}
  const reader = new TokenReader(tokens)
  while (!reader.isDone) {
    if (reader.takeWords('START')) options.start = takeNumber(reader, 'WITH')
    else if (reader.takeWords('RESTART')) options.restart = takeNumber(reader, 'WITH') ?? 'start'
    else if (reader.takeWords('MINVALUE')) options.minimum = takeNumber(reader)
    else if (reader.takeWords('MAXVALUE')) options.maximum = takeNumber(reader)
    else if (reader.takeWords('INCREMENT')) options.increment = takeNumber(reader, 'BY') ?? 1n
    else if (reader.takeWords('NOCACHE')) options.cache = 0n
    else if (reader.takeWords('CACHE')) options.cache = takeNumber(reader) ?? 0n
    else if (reader.takeWords('NOCYCLE')) options.isCycle = false
    else if (reader.takeWords('CYCLE')) options.isCycle = true
    else reader.at++
  }
  return options
}

function takeNumber(reader: TokenReader, word = ''): bigint | undefined {
  reader.takeWords(word)
  reader.takeSymbol('=')
  const isNegative = reader.takeSymbol('-')
  const { current } = reader
  if (current?.kind !== 'number' || !/^\d+$/.test(current.text)) return undefined
  reader.at++
  return isNegative ? -BigInt(current.text) : BigInt(current.text)
}
