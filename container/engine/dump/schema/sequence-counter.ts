import { TokenReader } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'
import type { OtherObject, SequenceChange, SequenceValue } from './schema.ts'

/** The options of one statement; undefined if it does not name them. */
interface Options {
  start?: bigint | undefined
  /** `start`: RESTART without a number. */
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
  /** Numbers that the server keeps for the session. */
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
  /** The number that the session was given last. */
  last: bigint | null = null
  /** Beyond the limits after the last number. */
  next: bigint
  private limits: Limits
  /** The server keeps numbers for the session up to here. ALTER SEQUENCE loses those that are left. */
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

  /** Zero is the step of AUTO_INCREMENT. */
  get increment(): bigint {
    return this.limits.increment === 0n ? 1n : this.limits.increment
  }

  /** Runs a statement about the sequence. */
  change(change: SequenceChange): void {
    if ('options' in change) this.alter(readOptions(change.options))
    else this.moveTo(change)
  }

  /** Only RESTART changes the next number: START is where a later RESTART begins. */
  private alter({ restart, ...options }: Options): void {
    this.limits = limitsOf({ ...this.limits, ...options })
    this.next = restart === undefined ? this.reserved : restart === 'start' ? this.limits.start : restart
    this.reserved = this.next
  }

  get isValid(): boolean {
    return this.minimum < this.maximum && this.minimum <= this.limits.start && this.limits.start <= this.maximum
  }

  /** The last number was given. */
  get isUsedUp(): boolean {
    return this.isBefore(this.end, this.next) || this.next === this.end
  }

  /** The next number, or the last one where the numbers are used up. */
  get nearestNext(): bigint {
    const { next, minimum, maximum } = this
    return next < minimum ? minimum : next > maximum ? maximum : next
  }

  /** NEXTVAL: null if the numbers are used up. */
  take(): bigint | null {
    const number = this.next
    this.next = this.following(number)
    if (!this.isBefore(number, this.reserved) && !this.reserve(number)) return this.isCycle ? this.takeFirst() : null
    this.last = number
    return number
  }

  /** SETVAL: false if the value would lead back, because a sequence never goes back. */
  moveTo({ value, isUsed, round }: SequenceValue): boolean {
    const to = isUsed ? this.following(value) : value
    const isLater = round > this.round
    if (isLater ? !this.isCycle : round < this.round || this.isBefore(to, this.next)) return false
    this.next = to
    if (isLater || this.isBefore(this.reserved, to)) this.reserved = to
    this.round = round
    return true
  }

  /** The first number of another round. */
  private takeFirst(): bigint | null {
    this.round++
    const first = this.increment > 0n ? this.minimum : this.maximum
    this.next = this.following(first)
    this.reserved = first
    this.reserve(first)
    this.last = first
    return first
  }

  /** The first number that is beyond the limits. */
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

  /** Keeps more numbers for the session. False if the number is beyond the limits. */
  private reserve(number: bigint): boolean {
    const more = this.reserved + this.increment * (this.limits.cache === 0n ? 1n : this.limits.cache)
    this.reserved = this.isBefore(more, this.end) ? more : this.end
    return this.isBefore(number, this.end)
  }
}

/** The options of CREATE SEQUENCE or ALTER SEQUENCE. */
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
