import { asciiOf } from '../../bytes/ascii.ts'
import { mayUseSequence, usesSequence } from '../constants/sequence-calls.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpColumn, DumpSchema, DumpTable, OtherObject } from '../schema/schema.ts'
import { SequenceCounter } from '../schema/sequence-counter.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import { type QualifiedName, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { type DumpText, isWord, type Token } from '../text/tokens.ts'
import type { ComputedValues } from './computed-values.ts'
import { selectedVariables } from './selected-variables.ts'
import { computed as valueOf } from './held-statements.ts'

/** A column that takes a number of a sequence by default. */
export interface SequenceDefault {
  readonly columnId: number
  /** The index of the row's value for the column, or -1 if rows have none. */
  readonly at: number
  readonly tokens: readonly Token[]
}

interface Counting {
  /** The statement that created the sequence. It identifies the sequence if a later one has the same name. */
  readonly tokens: OtherObject['tokens']
  /** This is null once a statement that only a server runs has used it. */
  counter: SequenceCounter | null
  /** The number of statements about the sequence that were run. */
  changes: number
}

/** The sequences at the current position in the dump, and the numbers that rows take from them. */
export class RowSequences {
  private readonly replay: Replay
  private readonly computed: ComputedValues
  private readonly counted = new Map<string, Counting>()

  /** Whether the dump has sequences. Otherwise its rows are not searched for them. */
  private readonly isUsed: boolean

  constructor({ hasSequences }: DumpSchema, replay: Replay, computed: ComputedValues) {
    this.replay = replay
    this.computed = computed
    this.isUsed = hasSequences
  }

  /** Returns the sequence that a name currently means, or null if its numbers are unknown. */
  readonly find = (named: QualifiedName): SequenceCounter | null => {
    const source = this.replay.sequence(named)
    return source === undefined ? null : this.countingOf(source).counter
  }

  private countingOf(source: OtherObject): Counting {
    const { tokens, changes } = source
    const key = `${source.database}\0${source.name}`
    let counting = this.counted.get(key)
    if (counting?.tokens !== tokens) {
      counting = { tokens, counter: new SequenceCounter(source), changes: changes.length }
      this.counted.set(key, counting)
    }
    for (const change of changes.slice(counting.changes)) counting.counter?.change(change)
    counting.changes = changes.length
    return counting
  }

  /** Computes the numbers that a row takes from sequences. Like the server, it begins with the row's values, and ends with defaults of other columns. */
  takeRow(text: DumpText, cells: RowCells, defaults: readonly SequenceDefault[]): void {
    const { computed } = this
    if (!this.isUsed) return
    computed.forgetRow()
    for (let at = 0; at < cells.count; at++) {
      const kind = cells.kinds[at]
      if (
        kind === cellKind.expression &&
        mayUseSequence.test(asciiOf(text.bytes, cells.starts[at] ?? 0, cells.ends[at] ?? 0))
      )
        computed.keepCell({ text, cells, at })
      else if (kind === cellKind.default) this.takeDefault(defaults.find((column) => column.at === at))
    }
    for (const column of defaults) if (column.at < 0) this.takeDefault(column)
  }

  private takeDefault(column: SequenceDefault | undefined): void {
    if (column !== undefined) this.computed.keepDefault(column.columnId, column.tokens)
  }

  defaultsOf(table: DumpTable | null, columns: readonly (DumpColumn | undefined)[]): readonly SequenceDefault[] {
    if (!this.isUsed || table === null) return []
    return table.columns.flatMap(({ id, defaultTokens }) =>
      defaultTokens !== null && usesSequence(defaultTokens)
        ? [{ columnId: id, at: columns.findIndex((column) => column?.id === id), tokens: defaultTokens }]
        : [],
    )
  }

  /**
   * Runs `DO SETVAL(s, 7)` and `SELECT NEXTVAL(s)`. Returns false if the statement is another one, or needs a server.
   */
  run(tokens: readonly Token[]): boolean {
    if (!this.isUsed || !usesSequence(tokens) || selectedVariables(tokens) !== null) return false
    const { scope } = this.computed
    const isRun = attempt(() => {
      if (isWord(tokens[0], 'SELECT')) (this.computed.rows ?? refuse('a query'))(tokens, scope, true)
      else if (isWord(tokens[0], 'DO')) for (const part of splitAtCommas(tokens.slice(1))) valueOf(part, scope)
      else refuse('another statement')
      return true
    })
    if (isRun === true) return true
    if (!isWord(tokens[0], 'CREATE', 'ALTER', 'DROP', 'SET')) this.forget(tokens)
    return false
  }

  /** Forgets the next numbers of the sequences in a statement that only a server can run. */
  forget(tokens: readonly Token[]): void {
    if (!usesSequence(tokens)) return
    tokens.forEach((_, at) => {
      const reader = new TokenReader(tokens)
      reader.at = at
      const named = reader.takeQualified()
      const source = named === null ? undefined : this.replay.sequence(named)
      if (source !== undefined) this.countingOf(source).counter = null
    })
  }

  /** Sets the number from which each sequence of the script continues. */
  finish({ sequences }: DumpPlan): void {
    for (const { source, numbers } of sequences) {
      const { database, name } = source
      numbers.last = this.find({ database, name }) ?? numbers.last
    }
  }
}
