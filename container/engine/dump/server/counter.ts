/** A jump of the counter, because a row had a larger number than the counter. */
interface Jump {
  readonly number: bigint
  /** The number of rows written since the statement's first number. */
  readonly rows: number
}

/**
 * The AUTO_INCREMENT of one table, as on the server. InnoDB reserves as many numbers as the statement has rows and
 * never returns unused ones. Other engines continue with the largest stored number.
 */
export class Counter {
  /** The first number that the current statement received, or null if it has none yet. */
  firstGenerated: bigint | null = null
  private next: bigint
  private largest = 0n
  private reserves: boolean
  private definitions: number
  /** The next number of the current statement, or 0 if the statement has not used any. */
  private following = 0n
  private first = 0n
  private rows = 0
  private rowsBeforeFirst = 0
  /** Whether the first number of the statement was given. */
  private isGiven = false
  private hasJumped = false
  private hasStored = false
  private jumps: Jump[] = []
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
    if (largest >= this.next) this.next = largest + 1n
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

  /** Begins a statement. */
  begin(): void {
    this.settle(BigInt(this.rows))
    this.following = 0n
    this.first = 0n
    this.rows = 0
    this.hasJumped = false
    this.hasStored = false
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
    const number = this.following === 0n ? (given ?? this.next) : this.following
    if (this.first === 0n) {
      this.first = number
      this.isGiven = given !== null
      this.rowsBeforeFirst = this.rows
    } else if (this.hasJumped) this.jumps.push({ number, rows: this.rows - this.rowsBeforeFirst })
    this.hasJumped = false
    this.following = number + 1n
    return number
  }

  /** Counts a stored row. Its number was generated (`isGenerated`) or is part of the row. */
  stored(number: bigint, isGenerated: boolean): void {
    this.rows++
    if (number > this.largest) this.largest = number
    if (isGenerated) {
      this.firstGenerated ??= number
      this.hasStored = true
      if (!this.reserves && number >= this.next) this.next = number + 1n
      return
    }
    if (number >= this.next) this.next = number + 1n
    if (!this.hasStored || this.following === 0n || number < this.following) return
    this.following = number + 1n
    this.hasJumped = true
  }

  /** Ends a row that was ignored, or that updated another one. The statement uses the number again. */
  notStored(number: bigint, isGenerated: boolean): void {
    this.rows++
    if (isGenerated) this.following = this.before > 0n ? this.before : number
  }

  /** Deletes all rows. The numbers continue. */
  forgetRows(): void {
    this.begin()
    this.largest = 0n
  }

  /** Ends the rows of a query. The server does not know their number in advance, so it reserves 1, 2, 4… numbers. */
  endOfQuery(): void {
    let reserved = 0n
    const used = BigInt(this.rows - this.rowsBeforeFirst)
    // After SET insert_id, it reserves nothing.
    if (this.isGiven) reserved = used
    for (let step = 1n; reserved < used; step *= 2n) reserved += step
    this.settle(reserved)
    this.first = 0n
    this.begin()
  }

  /** Returns the next number of the table. */
  get nextNumber(): bigint {
    this.begin()
    return this.next
  }

  private settle(reserved: bigint): void {
    if (this.first === 0n || !this.reserves) return
    let end = this.first + reserved
    for (const { number, rows } of this.jumps) {
      if (number < end) continue
      const left = reserved - BigInt(rows)
      end = number + (left > 0n ? left : 2n)
    }
    if (end > this.next) this.next = end
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
