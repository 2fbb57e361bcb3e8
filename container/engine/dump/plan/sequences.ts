import { quoted } from '../expressions/quoted.ts'
import type { DumpSchema, OtherObject, SequenceValue } from '../schema/schema.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { DumpPlan, PlannedSequence } from './plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'

/** The options of one statement. Undefined if the statement does not set them. */
interface Options {
  start?: bigint | undefined
  /** `start` is a RESTART without a number. */
  restart?: bigint | 'start'
  minimum?: bigint | undefined
  maximum?: bigint | undefined
  increment?: bigint
  isCycle?: boolean
}

/** The state of a sequence after some of its statements. */
interface State {
  readonly start: bigint
  readonly next: bigint
  readonly minimum: bigint
  readonly maximum: bigint
  readonly increment: bigint
  readonly isCycle: boolean
}

/** The largest number of MariaDB's signed sequences. The last 64-bit number has a special meaning. */
const largest = 2n ** 63n - 2n

/** Returns the options of a sequence, or null if PostgreSQL rejects its numbers. */
function optionsOf({ tokens, changes }: OtherObject): string | null {
  const { next, minimum, maximum, increment, isCycle } = changes.reduce(
    (state, change) => ('options' in change ? altered(state, readOptions(change.options)) : movedTo(state, change)),
    created(readOptions(tokens)),
  )
  if (increment === 0n || next < minimum || next > maximum) return null
  const limits = `INCREMENT BY ${increment} MINVALUE ${minimum} MAXVALUE ${maximum} START WITH ${next}`
  return isCycle ? `${limits} CYCLE` : limits
}

function created(options: Options): State {
  const { increment = 1n, isCycle = false } = options
  const isRising = increment > 0n
  const minimum = options.minimum ?? (isRising ? 1n : -largest)
  const maximum = options.maximum ?? (isRising ? largest : -1n)
  const start = options.start ?? (isRising ? minimum : maximum)
  return { start, next: start, minimum, maximum, increment, isCycle }
}

/** Only RESTART changes the next number. START is the number for a later RESTART. */
function altered(state: State, { start = state.start, restart, ...options }: Options): State {
  const next = restart === undefined ? state.next : restart === 'start' ? start : restart
  const { minimum = state.minimum, maximum = state.maximum, increment = state.increment } = options
  return { start, next, minimum, maximum, increment, isCycle: options.isCycle ?? state.isCycle }
}

/** SETVAL never goes back. */
function movedTo(state: State, { value, isUsed }: SequenceValue): State {
  const { increment, next } = state
  const isAhead = increment > 0n ? value >= next : value <= next
  return isAhead ? { ...state, next: isUsed ? value + increment : value } : state
}

/**
 * Reads the options of CREATE SEQUENCE or ALTER SEQUENCE. CACHE is ignored, because PostgreSQL would reserve numbers
 * for each session.
 */
function readOptions(tokens: readonly Token[]): Options {
  const options: Options = {}
  const reader = new TokenReader(tokens)
  while (!reader.isDone) {
    if (reader.takeWords('START')) options.start = takeNumber(reader, 'WITH')
    else if (reader.takeWords('RESTART')) options.restart = takeNumber(reader, 'WITH') ?? 'start'
    else if (reader.takeWords('MINVALUE')) options.minimum = takeNumber(reader)
    else if (reader.takeWords('MAXVALUE')) options.maximum = takeNumber(reader)
    else if (reader.takeWords('INCREMENT')) options.increment = takeNumber(reader, 'BY') ?? 1n
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

/**
 * Translates the defaults `nextval(db.s)` and `NEXT VALUE FOR s`. Returns null for anything else, or if the script has
 * no such sequence.
 */
export function sequenceDefault(
  tokens: readonly Token[],
  find: (database: string | null, name: string) => PlannedSequence | null,
): string | null {
  const isBracketed = isSymbol(tokens[0], '(') && isSymbol(tokens.at(-1), ')')
  const reader = new TokenReader(isBracketed ? tokens.slice(1, -1) : tokens)
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
      const options = optionsOf(source)
      if (options === null) continue
      const into = schemaOf(source.database)
      const planned = { source, name: qualified(into, nameIn(into)(source.name, 'sequence_1')), options }
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
