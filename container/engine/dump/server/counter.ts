import type { NumberSteps } from '../text/step-settings.ts'
import { alignedNumber, followingNumber, reservedEnd } from './number-steps.ts'

/** Consecutive numbers of consecutive rows after the counter has jumped, because a row had a larger number. */
interface NumberSpan {
  readonly number: bigint
  /** The number of rows written since the statement's first number. */
  readonly rows: number
  length: number
}

/** A statement whose rows come from a query. */
export interface RowsOfQuery {
  /** The number of rows that the server expects. */
  readonly expected: number
  /** Whether the query is part of CREATE TABLE. */
  readonly isOfDefinition: boolean
}

/**
 * The numbers that InnoDB reserves for the rows of a query. It does not know the number of rows in advance, so it
 * reserves numbers for the expected rows, and then 2, 4, 8… numbers.
 */
class QueryBlocks {
  /** The first number that is not reserved. */
  end = 0n
  /** The next number of the table after the reserved ones. */
  reserved = 0n
  private size: bigint
  private nextSize = 2n
  /** Whether the table continues after the number of a row that was ignored. */
  readonly usesIgnored: boolean
  /** The rows left until InnoDB looks at the counter of the table again. */
  private rowsLeft = 0n

  constructor({ expected, isOfDefinition }: RowsOfQuery) {
    this.size = BigInt(expected)
    this.usesIgnored = !isOfDefinition
  }

  /** Returns the number for a row, which is at least `following`, and `next` if InnoDB looks at the table's counter. */
  take(following: bigint, next: bigint, steps: NumberSteps): bigint {
    if (following < this.end) return following
    let first = following
    if (this.rowsLeft === 0n) {
      this.rowsLeft = this.size
      const aligned = alignedNumber(next, steps)
      if (aligned > first) first = aligned
    }
    this.end = first + this.rowsLeft * steps.increment
    this.reserved = reservedEnd(first, this.rowsLeft, steps)
    this.size = this.nextSize < largestBlock ? this.nextSize : largestBlock
    this.nextSize = this.size * 2n
    return first
  }

  /** Counts a row that the query wrote, or tried to write. */
  countRow(): void {
    if (this.rowsLeft > 0n) this.rowsLeft--
  }
}

const largestBlock = 65_535n

/** The engine's last steps, which a handler of InnoDB keeps until it generates a number with other ones. */
const stepsOfNewHandler: NumberSteps = { increment: 1n, offset: 0n }

/**
 * The AUTO_INCREMENT of one table, as on the server. InnoDB reserves as many numbers as the statement has rows and
 * never returns unused ones. Other engines continue with the largest stored number.
 */
export class Counter {
  /** The first number that the current statement received, or null if it has none yet. */
  firstGenerated: bigint | null = null
  /** Whether the numbers are those of the server. */
  isCertain = true
  /** Whether the script has set an unknown distance between the numbers, so that no row gets a known one. */
  isUnknown = false
  private next: bigint
  /** The next number when the current statement began. */
  private nextBefore = 0n
  private largest = 0n
  private reserves: boolean
  private definitions: number
  /** The next number of the current statement, or 0 if the statement has not used any. */
  private following = 0n
  private first = 0n
  private rows = 0
  private rowsBeforeFirst = 0
  /** Whether the current statement needs to reserve nothing. */
  private isEndless = false
  /** The numbers reserved for the current statement if its rows come from a query. */
  private blocks: QueryBlocks | null = null
  private hasJumped = false
  private jumps: NumberSpan[] = []
  private before = 0n
  /** The steps of the session when the current statement began. */
  private steps: NumberSteps
  /** The steps with which InnoDB continues after a number that a row contains. */
  private stepsOfHandler = stepsOfNewHandler
  private readonly session: () => NumberSteps

  constructor(start: bigint, reserves: boolean, definitions: number, session: () => NumberSteps) {
    this.session = session
    this.steps = session()
    this.next = start > 0n ? start : 1n
    this.reserves = reserves
    this.definitions = definitions
  }

  /** Notes the largest number in the table after rows were deleted or changed. The counter also follows a changed row. */
  noteLargest(largest: bigint): void {
    this.largest = largest
    this.continueAfter(largest)
  }

  /** Applies a number from ALTER TABLE: the counter continues there, unless a row has a larger one. */
  define(start: bigint, definitions: number): void {
    if (definitions === this.definitions) return
    this.definitions = definitions
    this.begin()
    if (start > this.largest) this.next = start
    else this.next = this.reserves ? reservedEnd(this.largest, 1n, this.stepsOfHandler) : this.largest + 1n
  }

  /**
   * Returns the first number of ALTER TABLE, which adds the numbers. InnoDB aligns a number in another way if it does not
   * copy the rows.
   */
  firstAdded(start: bigint, isCopied: boolean): bigint {
    const { increment, offset } = this.session()
    const first = start > 0n ? start : 1n
    if (isCopied || !this.reserves) return alignedNumber(first, this.session())
    return increment > 1n || offset > 1n ? reservedEnd(start, 1n, this.session()) : first
  }

  /** Notes the numbers that ALTER TABLE has added. */
  noteAdded(first: bigint, count: number): void {
    const end = first + BigInt(count) * this.session().increment
    if (count > 0) this.largest = end - this.session().increment
    this.raise(this.reserves ? end : this.largest + 1n)
  }

  /** Notes that a row of the current statement changed the number of another row. */
  noteChanged(number: bigint): void {
    this.continueAfter(number)
    this.jumpTo(number)
  }

  /**
   * Sets the engine, which ALTER TABLE may change. Each engine counts in its own way, beginning with the next
   * statement.
   */
  useEngine(reserves: boolean): void {
    if (reserves === this.reserves) return
    this.begin()
    this.reserves = reserves
  }

  /** Continues after the largest stored number. */
  restart(): void {
    this.begin()
    this.next = this.largest + 1n
  }

  /** Applies a definition, after which the server opens the table again. */
  reopen(): void {
    this.begin()
    this.stepsOfHandler = stepsOfNewHandler
  }

  /** Begins a statement. Its rows may come from a query. */
  begin(query: RowsOfQuery | null = null): void {
    this.settle(BigInt(this.rows))
    this.steps = this.session()
    this.nextBefore = this.next
    this.blocks = query === null ? null : new QueryBlocks(query)
    this.following = 0n
    this.first = 0n
    this.rows = 0
    this.hasJumped = false
    this.jumps = []
    this.firstGenerated = null
  }

  /** Whether a row that is not stored uses up its number. */
  get keepsNumbers(): boolean {
    return !this.isEndless
  }

  /** Whether the current statement has used a number. */
  get isStarted(): boolean {
    return this.following !== 0n
  }

  /** Returns the number for a row that contains none. The first one of a statement may be given. */
  take(given: bigint | null = null): bigint {
    this.before = this.following
    const isFirst = this.first === 0n
    if (isFirst) this.isEndless = !this.reserves || given !== null
    const number = this.numberAfter(this.following, given)
    if (isFirst) {
      this.first = number
      this.rowsBeforeFirst = this.rows
    } else if (this.hasJumped) this.noteAfterJump(number, this.rows - this.rowsBeforeFirst)
    this.following = followingNumber(number, this.steps)
    return number
  }

  private noteAfterJump(number: bigint, rows: number): void {
    const last = this.jumps.at(-1)
    const length = BigInt(last?.length ?? 0) * this.steps.increment
    if (last?.number === number - length && last.rows + last.length === rows) last.length++
    else this.jumps.push({ number, rows, length: 1 })
  }

  private numberAfter(following: bigint, given: bigint | null): bigint {
    if (!this.isEndless) this.stepsOfHandler = this.steps
    if (this.isEndless || this.blocks === null)
      return following === 0n ? (given ?? alignedNumber(this.next, this.steps)) : following
    const number = this.blocks.take(following, this.next, this.steps)
    this.raise(this.blocks.reserved)
    return number
  }

  /** Counts a stored row. Its number was generated (`isGenerated`) or is part of the row. */
  stored(number: bigint, isGenerated: boolean): void {
    this.countRow()
    if (number > this.largest) this.largest = number
    if (isGenerated) {
      this.firstGenerated ??= number
      if (this.isEndless) this.continueAfter(number)
      return
    }
    this.continueAfter(number)
    this.jumpTo(number)
  }

  /** Continues after a number of the current statement, if it has generated one. */
  private jumpTo(number: bigint): void {
    if (this.following === 0n || number < this.following) return
    this.following = followingNumber(number, this.steps)
    this.hasJumped = true
  }

  /** Ends a statement with one row, which the server refuses before the row gets a number. */
  cancel(): void {
    this.next = this.nextBefore
    this.following = 0n
    this.first = 0n
    this.jumps = []
  }

  /** Ends a statement with one row, which the server refuses for its key. InnoDB loses the number, unless it was given. */
  keyTaken(): void {
    if (this.isEndless) this.cancel()
    else this.countRow()
  }

  /** Ends a statement before its last rows. InnoDB has reserved numbers for them. */
  skip(rows: number): void {
    if (!this.isEndless) this.rows += rows
  }

  /** Ends a row that was ignored, or that updated another one. The statement uses the number again. */
  notStored(number: bigint, isGenerated: boolean): void {
    this.countRow()
    // InnoDB also continues after the number of such a row if a query wrote it.
    if (this.blocks?.usesIgnored === true && this.reserves) this.continueAfter(number)
    if (isGenerated) this.following = this.before > 0n ? this.before : number
  }

  private countRow(): void {
    this.rows++
    this.blocks?.countRow()
  }

  /** Continues after a stored number. Other engines than InnoDB align only the numbers that they generate. */
  private continueAfter(number: bigint): void {
    if (number >= 0n) this.raise(this.reserves ? reservedEnd(number, 1n, this.stepsOfHandler) : number + 1n)
  }

  private raise(next: bigint): void {
    if (next > this.next) this.next = next
  }

  /** Deletes all rows. The numbers continue. */
  forgetRows(): void {
    this.begin()
    this.largest = 0n
  }

  /** Returns the next number of the table. */
  get nextNumber(): bigint {
    this.begin()
    return this.next
  }

  private settle(reserved: bigint): void {
    if (this.first === 0n || this.isEndless || this.blocks !== null) return
    const { steps } = this
    let end = this.first + reserved * steps.increment
    this.raise(reservedEnd(this.first, reserved, steps))
    for (const { number, rows, length } of this.jumps) {
      // The server reserves numbers again for the first row that gets none of the reserved ones.
      const at = end > number ? (end - number + steps.increment - 1n) / steps.increment : 0n
      if (at >= BigInt(length)) continue
      const remaining = reserved - BigInt(rows) - at
      const first = number + at * steps.increment
      const count = remaining > 0n ? remaining : 2n
      end = first + count * steps.increment
      this.raise(reservedEnd(first, count, steps))
    }
  }
}

/** The numbers of MyISAM and Aria, which count each combination of the preceding key columns separately. */
export class PrefixCounter {
  private readonly largest = new Map<string, bigint>()
  private readonly session: () => NumberSteps

  constructor(session: () => NumberSteps) {
    this.session = session
  }

  take(prefix: string): bigint {
    return this.following(this.largest.get(prefix) ?? 0n)
  }

  /** Returns the number that follows the largest one of a prefix. */
  following(largest: bigint): bigint {
    return followingNumber(largest, this.session())
  }

  stored(prefix: string, number: bigint): void {
    if (number > (this.largest.get(prefix) ?? 0n)) this.largest.set(prefix, number)
  }
}
