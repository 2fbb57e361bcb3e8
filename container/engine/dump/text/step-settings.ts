import { isSymbol, isWord, type Token } from './tokens.ts'

/** A session variable with the steps of AUTO_INCREMENT. */
type Step = 'increment' | 'offset'

const stepOf: ReadonlyMap<string, Step> = new Map([
  ['auto_increment_increment', 'increment'],
  ['auto_increment_offset', 'offset'],
])

/** The session variables `auto_increment_increment` and `auto_increment_offset`. */
export type NumberSteps = Readonly<Record<Step, bigint>>

/** A value that is null is unknown. */
type Steps = Record<Step, bigint | null>

const isUserVariable = ({ text }: Token): boolean => /^@[^@]/.test(text)

/** A variable of the server, with its scope if it is written. */
interface ServerVariable {
  readonly step: Step
  readonly scope: string | undefined
}

const serverVariable = /^@@(?:(\w+)\.)?(\w+)$/

function variableOf(tokens: readonly Token[]): ServerVariable | null {
  const [, scope, name = ''] =
    serverVariable.exec(
      tokens
        .map(({ text }) => text)
        .join('')
        .toLowerCase(),
    ) ?? []
  const step = stepOf.get(name)
  return step === undefined ? null : { step, scope }
}

const isOfServer = ({ scope }: ServerVariable): boolean =>
  scope?.startsWith('global') === true || scope?.startsWith('persist') === true

/** The values of `auto_increment_increment` and `auto_increment_offset`, and the variables that keep them. */
export class StepSettings {
  private readonly session: Steps = { increment: 1n, offset: 1n }
  /** The values of later sessions. DEFAULT means them. */
  private readonly global: Steps = { increment: 1n, offset: 1n }
  /** The user variables that keep a value. */
  private readonly saved = new Map<string, bigint | null>()

  /** Returns the steps of the session, or null if they are unknown. */
  get now(): NumberSteps | null {
    const { increment, offset } = this.session
    return increment === null || offset === null ? null : { increment, offset }
  }

  /** Applies one assignment of a SET statement, which may begin with the scope. */
  assign(part: readonly Token[], isOfSession: boolean): void {
    const equals = part.findIndex((token) => isSymbol(token, '='))
    const end = isSymbol(part[equals - 1], ':') ? equals - 1 : equals
    const target = part[end - 1]
    const value = part.slice(equals + 1)
    if (equals < 1 || target === undefined || value.length === 0) return
    if (isUserVariable(target)) return this.keep(target.text.toLowerCase(), value)
    const named = variableOf(part.slice(0, end))
    const step = named?.step ?? stepOf.get(target.text.toLowerCase())
    if (step === undefined) return
    const steps = (named === null ? isOfSession : !isOfServer(named)) ? this.session : this.global
    const given = this.read(value, step)
    if (given !== undefined) steps[step] = given === null ? null : clipped(given)
  }

  private keep(name: string, value: readonly Token[]): void {
    const named = variableOf(value)
    const [first] = value
    if (named !== null) this.saved.set(name, this.valueOf(named))
    else if (value.length === 1 && first?.kind === 'number' && isWhole(first)) this.saved.set(name, BigInt(first.text))
    else this.saved.delete(name)
  }

  private valueOf(named: ServerVariable): bigint | null {
    return (isOfServer(named) ? this.global : this.session)[named.step]
  }

  /** Returns the value, null if it is unknown, and undefined if the server refuses it and keeps the previous one. */
  private read(value: readonly Token[], step: Step): bigint | null | undefined {
    const named = variableOf(value)
    if (named !== null) return this.valueOf(named)
    const [first] = value
    if (first === undefined || value.length > 1) return null
    if (first.kind === 'number') return isWhole(first) ? BigInt(first.text) : undefined
    if (first.kind === 'string' || isWord(first, 'NULL')) return undefined
    return isWord(first, 'DEFAULT') ? this.global[step] : (this.saved.get(first.text.toLowerCase()) ?? null)
  }
}

const isWhole = ({ text }: Token): boolean => /^\d+$/.test(text)

/** A server stores the nearest value of 16 bits. */
const clipped = (value: bigint): bigint => (value < 1n ? 1n : value > 65_535n ? 65_535n : value)
