import { quoted } from '../expressions/quoted.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { DumpPlan, PlannedSequence } from './plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'

interface Numbers {
  start: bigint | undefined
  minimum: bigint | undefined
  maximum: bigint | undefined
  increment: bigint
  isCycle: boolean
}

/** The largest number of MariaDB's sequences of one sign: the last of 64 bits is a mark of its own. */
const largest = 2n ** 63n - 2n

/** The options of a sequence; null if PostgreSQL refuses its numbers. */
function optionsOf(source: OtherObject): string | null {
  const numbers = numbersOf(source.tokens)
  const { increment, isCycle } = numbers
  const isRising = increment > 0n
  const minimum = numbers.minimum ?? (isRising ? 1n : -largest)
  const maximum = numbers.maximum ?? (isRising ? largest : -1n)
  let start = numbers.start ?? (isRising ? minimum : maximum)
  // SETVAL never leads back.
  for (const { value, isUsed } of source.values)
    if (isRising ? value >= start : value <= start) start = isUsed ? value + increment : value
  if (increment === 0n || start < minimum || start > maximum) return null
  const limits = `INCREMENT BY ${increment} MINVALUE ${minimum} MAXVALUE ${maximum} START WITH ${start}`
  return isCycle ? `${limits} CYCLE` : limits
}

/** The options of CREATE SEQUENCE, and of every ALTER SEQUENCE after it. CACHE is not among them: PostgreSQL would keep numbers for each session. */
function numbersOf(tokens: readonly Token[]): Numbers {
  const unset = { start: undefined, minimum: undefined, maximum: undefined }
  const numbers: Numbers = { ...unset, increment: 1n, isCycle: false }
  const reader = new TokenReader(tokens)
  while (!reader.isDone) {
    if (reader.takeWords('START') || reader.takeWords('RESTART'))
      numbers.start = takeNumber(reader, 'WITH') ?? numbers.start
    else if (reader.takeWords('MINVALUE')) numbers.minimum = takeNumber(reader)
    else if (reader.takeWords('MAXVALUE')) numbers.maximum = takeNumber(reader)
    else if (reader.takeWords('INCREMENT')) numbers.increment = takeNumber(reader, 'BY') ?? 1n
    else if (reader.takeWords('CYCLE')) numbers.isCycle = true
    else reader.at++
  }
  return numbers
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

/** `nextval(db.s)` and `NEXT VALUE FOR s` as a default; null if it is something else, or the script has no such sequence. */
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

/** The sequences of the dump by the names that its statements use. */
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

  /** The sequence that a statement in this database names. A dump that never says USE has one database without a name. */
  find(current: string, database: string | null, name: string): PlannedSequence | null {
    return (
      this.byKey.get(keyOf(database ?? current, name)) ??
      (current === '' ? this.byKey.get(keyOf('', name)) : null) ??
      null
    )
  }
}

const keyOf = (database: string, name: string): string => `${database}\0${name}`.toLowerCase()
