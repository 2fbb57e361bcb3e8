import { splitAtCommas, type QualifiedName, TokenReader } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'
import type { Constant, ConstantScope, NumberSequence } from './constant.ts'
import { number } from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'

/** Matches the text of every expression that may read or move a sequence. It is cheaper than its tokens. */
export const mayUseSequence = /nextval|lastval|setval|\bvalue\s+for\b/i

/** Tests whether an expression reads or moves a sequence. */
export const usesSequence = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, at) =>
      isWord(token, 'NEXTVAL', 'LASTVAL', 'SETVAL') ||
      (isWord(token, 'NEXT', 'PREVIOUS') && isWord(tokens[at + 1], 'VALUE')),
  )

const sequenceNamed = (named: QualifiedName | null, { sequence }: ConstantScope): NumberSequence =>
  (named === null ? null : sequence?.(named)) ?? refuse('an unknown sequence')

export const nextValue = (named: QualifiedName | null, scope: ConstantScope): Constant =>
  number(sequenceNamed(named, scope).take() ?? refuse('a sequence that has run out'))

export function lastValue(named: QualifiedName | null, scope: ConstantScope): Constant {
  const { last } = sequenceNamed(named, scope)
  return last === null ? { kind: 'null' } : number(last)
}

const nameIn = (tokens: readonly Token[]): QualifiedName | null => {
  const reader = new TokenReader(tokens)
  const named = reader.takeQualified()
  return reader.isDone ? named : null
}

type SequenceCall = (
  inParentheses: readonly Token[],
  context: { readonly scope: ConstantScope; readonly inside: (tokens: readonly Token[]) => Constant },
) => Constant

export const sequenceCalls: Readonly<Record<'NEXTVAL' | 'LASTVAL' | 'SETVAL', SequenceCall>> = {
  NEXTVAL: (inParentheses, { scope }) => nextValue(nameIn(inParentheses), scope),
  LASTVAL: (inParentheses, { scope }) => lastValue(nameIn(inParentheses), scope),
  SETVAL(inParentheses, { scope, inside }) {
    const [named = [], ...values] = splitAtCommas(inParentheses)
    const sequence = sequenceNamed(nameIn(named), scope)
    const [value = refuse('a missing number'), used = 1n, round = 0n] = values.map((part) => {
      const constant = inside(part)
      return constant.kind === 'number' && constant.scale === 0 ? constant.digits : refuse('not a whole number')
    })
    return sequence.moveTo({ value, isUsed: used !== 0n, round }) ? number(value) : { kind: 'null' }
  },
}
