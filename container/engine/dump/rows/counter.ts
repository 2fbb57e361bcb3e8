/** A jump of the counter, because a row had a larger number than the counter. */
interface Jump {
  readonly number: bigint
  /** Rows written since the statement's first number. */
  readonly rows: number
}

/**
 * The AUTO_INCREMENT of one table, as the server keeps it. InnoDB reserves as many numbers as the statement has rows and
 * never gives back what it did not use; other engines count on from the largest number that they stored.
 */
export class Counter {
  /** The first number that the current statement was given; null before. */
  firstGenerated: bigint | null = null
  private next: bigint
  private largest = 0n
  private reserves: boolean
  private definitions: number
  /** The next number of the current statement; 0 before the statement used any. */
  private following = 0n
  private first = 0n
  private rows = 0
  private rowsBeforeFirst = 0
  private hasJumped = false
  private hasStored = false
  private jumps: Jump[] = []
  private before = 0n

  constructor(start: bigint, reserves: boolean, definitions: number) {
    this.next = start > 0n ? start : 1n
    this.reserves = reserves
    this.definitions = definitions
  }

  /** Takes in what ALTER TABLE says: the number counts from there on, if no row has a larger one. */
  define(start: bigint, definitions: number): void {
    if (definitions === this.definitions) return
    this.definitions = definitions
    this.begin()
    this.next = start > this.largest ? start : this.largest + 1n
  }

  /** ALTER TABLE may give the table to another engine, which counts in its own way from the next statement on. */
  useEngine(reserves: boolean): void {
    if (reserves === this.reserves) return
    this.begin()
    this.reserves = reserves
  }

  /** A new statement begins. */
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

  /** The number of a row that brings none. */
  take(): bigint {
    this.before = this.following
    const number = this.following === 0n ? this.next : this.following
    if (this.first === 0n) {
      this.first = number
      this.rowsBeforeFirst = this.rows
    } else if (this.hasJumped) this.jumps.push({ number, rows: this.rows - this.rowsBeforeFirst })
    this.hasJumped = false
    this.following = number + 1n
    return number
  }

  /** A row is there that has this number, which it was given (`isGenerated`) or brought. */
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

  /** A row was ignored, or updated another: the statement gives the number again. */
  notStored(number: bigint, isGenerated: boolean): void {
    this.rows++
    if (isGenerated) this.following = this.before > 0n ? this.before : number
  }

  /** All rows are gone, and the numbers go on. */
  forgetRows(): void {
    this.begin()
    this.largest = 0n
  }

  /** The rows of a query, whose number the server does not know beforehand: it reserves 1, 2, 4… numbers. */
  endOfQuery(): void {
    let reserved = 0n
    for (let step = 1n; reserved < BigInt(this.rows - this.rowsBeforeFirst); step *= 2n) reserved += step
    this.settle(reserved)
    this.first = 0n
    this.begin()
  }

  /** The next number of the table. */
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

/** Numbers that MyISAM and Aria count separately for each combination of the preceding key columns. */
export class PrefixCounter {
  private readonly largest = new Map<string, bigint>()

  take(prefix: string): bigint {
    return (this.largest.get(prefix) ?? 0n) + 1n
  }

  stored(prefix: string, number: bigint): void {
    if (number > (this.largest.get(prefix) ?? 0n)) this.largest.set(prefix, number)
  }
}
