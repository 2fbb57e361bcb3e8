/** Consecutive numbers of consecutive rows after the counter has jumped, because a row had a larger number. */
interface NumberSpan {
  readonly number: bigint
  /** The number of rows written since the statement's first number. */
  readonly rows: number
  length: number
}

/**
 * The numbers that InnoDB reserves for the rows of a query. It does not know the number of rows in advance, so it
 * reserves 1, 2, 4… numbers.
 */
class QueryBlocks {
  /** The first number that is not reserved. */
  end = 0n
  private size = 1n
  /** The rows left until InnoDB looks at the counter of the table again. */
  private rowsLeft = 0n

  /** Returns the number for a row, which is at least `following`, and `next` if InnoDB looks at the table's counter. */
  take(following: bigint, next: bigint): bigint {
    if (following < this.end) return following
    let first = following
    if (this.rowsLeft === 0n) {
      this.rowsLeft = this.size
      if (next > first) first = next
    }
    this.end = first + this.rowsLeft
    if (this.size < largestBlock) this.size *= 2n
    return first
  }

  /** Counts a row that the query wrote, or tried to write. */
  countRow(): void {
    if (this.rowsLeft > 0n) this.rowsLeft--
  }
}

const largestBlock = 65_536n

/**
 * The AUTO_INCREMENT of one table, as on the server. InnoDB reserves as many numbers as the statement has rows and
 * never returns unused ones. Other engines continue with the largest stored number.
 */
export class Counter {
  /** The first number that the current statement received, or null if it has none yet. */
  firstGenerated: bigint | null = null
  /** Whether the numbers are those of the server. */
  isCertain = true
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

  constructor(start: bigint, reserves: boolean, definitions: number) {
    this.next = start > 0n ? start : 1n
    this.reserves = reserves
    this.definitions = definitions
  }

  /** Notes the largest number in the table after rows were deleted or changed. The counter also follows a changed row. */
  noteLargest(largest: bigint): void {
    this.begin()
    this.largest = largest
    this.continueAfter(largest)
  }

  /** Applies a number from ALTER TABLE: the counter continues there, unless a row has a larger one. */
  define(start: bigint, definitions: number): void {
    if (definitions === this.definitions) return
    this.definitions = definitions
    this.begin()
    this.next = start > this.largest ? start : this.largest + 1n
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

  /** Begins a statement. Its rows may come from a query. */
  begin(isQuery = false): void {
    this.settle(BigInt(this.rows))
    this.nextBefore = this.next
    this.blocks = isQuery ? new QueryBlocks() : null
    this.following = 0n
    this.first = 0n
    this.rows = 0
    this.hasJumped = false
    this.jumps = []
    this.firstGenerated = null
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
    this.following = number + 1n
    return number
  }

  private noteAfterJump(number: bigint, rows: number): void {
    const last = this.jumps.at(-1)
    if (last?.number === number - BigInt(last?.length ?? 0) && last.rows + last.length === rows) last.length++
    else this.jumps.push({ number, rows, length: 1 })
  }

  private numberAfter(following: bigint, given: bigint | null): bigint {
    if (this.isEndless || this.blocks === null) return following === 0n ? (given ?? this.next) : following
    const number = this.blocks.take(following, this.next)
    this.continueAfter(this.blocks.end - 1n)
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
    if (this.following === 0n || number < this.following) return
    this.following = number + 1n
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

  /** Ends a row that was ignored, or that updated another one. The statement uses the number again. */
  notStored(number: bigint, isGenerated: boolean): void {
    this.countRow()
    // InnoDB also continues after the number of such a row if a query wrote it.
    if (this.blocks !== null && this.reserves) this.continueAfter(number)
    if (isGenerated) this.following = this.before > 0n ? this.before : number
  }

  private countRow(): void {
    this.rows++
    this.blocks?.countRow()
  }

  private continueAfter(number: bigint): void {
    if (number >= this.next) this.next = number + 1n
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
    let end = this.first + reserved
    for (const { number, rows, length } of this.jumps) {
      // The server reserves numbers again for the first row that gets none of the reserved ones.
      const at = end > number ? end - number : 0n
      if (at >= BigInt(length)) continue
      const left = reserved - BigInt(rows) - at
      end = number + at + (left > 0n ? left : 2n)
    }
    this.continueAfter(end - 1n)
  }
}

/** The numbers of MyISAM and Aria, which count each combination of the preceding key columns separately. */
export class PrefixCounter {
  private readonly largest = new Map<string, bigint>()

  take(prefix: string): bigint {
    return (this.largest.get(prefix) ?? 0n) + 1n
  }

  stored(prefix: string, number: bigint): void {
    if (number > (this.largest.get(prefix) ?? 0n)) this.largest.set(prefix, number)
  }
}
