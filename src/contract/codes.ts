import { apiErrors } from './codes/api-errors.ts'
import type { CodeEntry, CodeOf } from './codes/code-entry.ts'
import { failures } from './codes/failures.ts'
import { fixes } from './codes/fixes.ts'
import { leftOutReasons } from './codes/left-out-reasons.ts'
import { problems } from './codes/problems.ts'

// Each table in `codes/` is the one definition of its codes: their types, their documentation and the lists in the
// description of the API are made from it. A code that is not in its table does not compile.

/** Every code that an API error can carry. */
export type ApiErrorCode = CodeOf<typeof apiErrors>
/** `http_error` has the status of the error. */
export type RefusalCode = Exclude<ApiErrorCode, 'http_error'>

export const statusOfCode = (code: RefusalCode): number => apiErrors[code].status

/** A failed conversion's code. */
export type FailureCode = CodeOf<typeof failures>
type CodesBy<Whose extends string> = {
  [Code in FailureCode]: (typeof failures)[Code]['by'] extends Whose ? Code : never
}[FailureCode]
/** Failures that the engine finds in a file. */
export type EngineFailureCode = CodesBy<'engine'>
/** Failures that end a conversion outside of the engine. */
export type ServiceFailureCode = CodesBy<'service'>

export const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]]

export type FixCode = CodeOf<typeof fixes>
export type ProblemCode = CodeOf<typeof problems>
export type LeftOutCode = CodeOf<typeof leftOutReasons>

/** All tables of codes, in the order in which the reference shows them. */
export const codeTables = {
  error: apiErrors,
  failure: failures,
  problem: problems,
  fix: fixes,
  left_out: leftOutReasons,
} as const satisfies Record<string, Readonly<Record<string, CodeEntry>>>
export type CodeTable = keyof typeof codeTables

/** Returns the anchor of a code in the reference. A code may be in several tables, and the first has the plain name. */
export function anchorOf(table: CodeTable, code: string): string {
  const names = Object.keys(codeTables) as CodeTable[]
  const earlier = names.slice(0, names.indexOf(table))
  return earlier.some((name) => Object.hasOwn(codeTables[name], code)) ? `${table}-${code}` : code
}

/** Returns the path of a code's entry in the reference. */
export const docsPathOf = (code: string, table: CodeTable = 'error'): string => `/docs/codes#${anchorOf(table, code)}`
