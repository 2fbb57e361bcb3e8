import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import { isWithoutTransactions } from '../server/numbering.ts'
import { isWord, type Token } from '../text/tokens.ts'

/** Statements before which a server commits the open transaction. */
const committing = [
  'ALTER',
  'RENAME',
  'TRUNCATE',
  'GRANT',
  'REVOKE',
  'ANALYZE',
  'OPTIMIZE',
  'CHECK',
  'REPAIR',
  'FLUSH',
] as const
/** The same, unless they are about a temporary table. */
const mostlyCommitting = ['CREATE', 'DROP'] as const
const changing = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'LOAD'] as const

/** Follows transactions, because a server discards the changes of one that the dump does not commit. */
export class OpenTransaction {
  /** Whether the dump began a transaction itself. */
  private isBegun = false
  private commitsAtOnce = true
  private hasChanges = false
  private hasLocks = false

  /** Applies a statement other than SET. */
  statement(tokens: readonly Token[]): void {
    const [first, second] = tokens
    const isBegin = isWord(first, 'BEGIN') && !isWord(second, 'NOT')
    if (isBegin || (isWord(first, 'START') && isWord(second, 'TRANSACTION'))) {
      this.end(true)
      this.hasLocks = false
    } else if (isWord(first, 'LOCK', 'UNLOCK')) this.lock(isWord(first, 'LOCK'))
    else if (isWord(first, 'COMMIT')) this.end(chains(tokens))
    else if (isWord(first, 'ROLLBACK')) {
      if (!tokens.some((token) => isWord(token, 'TO'))) this.end(chains(tokens))
    } else if (isWord(first, ...committing) || (isWord(first, 'SET') && isWord(second, 'PASSWORD'))) this.end(false)
    else if (isWord(first, ...mostlyCommitting)) {
      if (!isWord(second, 'TEMPORARY')) this.end(false)
    } else if (isWord(first, ...changing)) this.change()
  }

  /** Applies LOCK and UNLOCK TABLES. A server commits when locks end, but not if there are none. */
  private lock(locks: boolean): void {
    if (locks || this.hasLocks) this.end(false)
    this.hasLocks = locks
  }

  /** Applies `autocommit`. A server commits when it is switched on. */
  setAutocommit(isOn: boolean): void {
    if (isOn && !this.commitsAtOnce) this.end(false)
    this.commitsAtOnce = isOn
  }

  /** Notes a change of rows. */
  change(): void {
    this.hasChanges ||= this.isBegun || !this.commitsAtOnce
  }

  /** Notes a transaction that the dump does not commit. Not every engine has transactions. */
  noteUnfinished({ tables }: DumpPlan, reporter: Reporter): void {
    if (!this.hasChanges || tables.every(({ source }) => isWithoutTransactions(source))) return
    reporter.note(dumpRowMessages.notCommitted(this.isBegun ? 'START TRANSACTION' : 'SET autocommit = 0'))
  }

  private end(isBegun: boolean): void {
    this.isBegun = isBegun
    this.hasChanges = false
  }
}

const chains = (tokens: readonly Token[]): boolean => isWord(tokens.at(-1), 'CHAIN') && !isWord(tokens.at(-2), 'NO')
