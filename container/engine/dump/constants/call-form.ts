import type { Token } from '../text/tokens.ts'
import type { Constant, ConstantScope } from './constant.ts'

/** Computes an argument. */
export type Inside = (tokens: readonly Token[]) => Constant

/** The context of a call that has words between its values. */
export interface CallContext {
  readonly name: string
  readonly scope: ConstantScope
  readonly inside: Inside
  /** Adds `INTERVAL 1 DAY` to a date. The tokens follow the word. */
  readonly interval: (from: Constant, tokens: readonly Token[], sign: 1n | -1n) => Constant
}

/** Computes a call. Returns null if it has plain values only. */
export type CallForm = (inParentheses: readonly Token[], context: CallContext) => Constant | null
