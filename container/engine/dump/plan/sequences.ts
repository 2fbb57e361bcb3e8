import { quoted } from '../expressions/quoted.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { SequenceCounter } from '../schema/sequence-counter.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { DumpPlan, PlannedSequence } from './plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'

/**
 * Returns the options of a sequence in PostgreSQL, or null if it rejects them. CACHE is left out, because PostgreSQL would
 * reserve numbers for each session.
 */
function optionsOf(counter: SequenceCounter): string | null {
  if (!counter.isValid) return null
  const { minimum, maximum, increment, isCycle } = counter
  const limits = `INCREMENT BY ${increment} MINVALUE ${minimum} MAXVALUE ${maximum} START WITH ${counter.nearestNext}`
  return isCycle ? `${limits} CYCLE` : limits
}

/**
 * Translates the defaults `nextval(db.s)` and `NEXT VALUE FOR s`. Returns null for anything else, or if the script has
 * no such sequence.
 */
export function sequenceDefault(
  tokens: readonly Token[],
  find: (database: string | null, name: string) => PlannedSequence | null,
): string | null {
  const isInParentheses = isSymbol(tokens[0], '(') && isSymbol(tokens.at(-1), ')')
  const reader = new TokenReader(isInParentheses ? tokens.slice(1, -1) : tokens)
  const isCall = isWord(reader.current, 'NEXTVAL') && isSymbol(reader.tokens[1], '(')
  if (isCall) reader.at += 2
  else if (!reader.takeWords('NEXT', 'VALUE', 'FOR')) return null
  const named = reader.takeQualified()
  if (named === null || (isCall && !reader.takeSymbol(')')) || !reader.isDone) return null
  const found = find(named.database, named.name)
  return found === null ? null : `nextval(${quoted(found.name)})`
}

/** The sequences of the dump by the names in its statements. */
export class Sequences {
  readonly planned: readonly PlannedSequence[]
  private readonly byKey = new Map<string, PlannedSequence>()

  constructor(
    schema: DumpSchema,
    isChosen: (sequence: OtherObject) => boolean,
    schemaOf: DumpPlan['schemaOf'],
    nameIn: DumpPlan['nameIn'],
  ) {
    for (const source of schema.others.values()) {
      if (source.kind !== 'sequence' || !isChosen(source)) continue
      const created = new SequenceCounter(source)
      const options = optionsOf(created)
      if (options === null) continue
      const into = schemaOf(source.database)
      const name = qualified(into, nameIn(into)(source.name, 'sequence_1'))
      const planned = { source, name, options, created, numbers: { last: created } }
      this.byKey.set(keyOf(source.database, source.name), planned)
    }
    this.planned = [...this.byKey.values()]
  }

  /**
   * Returns the sequence that a statement in this database refers to. A dump without USE has one database without a
   * name.
   */
  find(current: string, database: string | null, name: string): PlannedSequence | null {
    return (
      this.byKey.get(keyOf(database ?? current, name)) ??
      (current === '' ? this.byKey.get(keyOf('', name)) : null) ??
      null
    )
  }
}

const keyOf = (database: string, name: string): string => `${database}\0${name}`.toLowerCase()
