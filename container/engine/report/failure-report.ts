import type { EngineFailureCode } from '../../../src/contract/codes.ts'
import type { Problem } from '../../../src/contract/report.ts'
import { shorten } from './reporter.ts'

const problemsMax = 100
const sentenceCharactersMax = 1000

interface FailureReport {
  readonly code: EngineFailureCode
  readonly message: string
  readonly problems: readonly Problem[]
}

/**
 * A failure as it is told. It may repeat what a stranger's file or spec is full of (names without end, columns by the thousand):
 * no more is told than an answer carries, or it would be refused and taken for a mistake of ours.
 */
export const failureReport = ({ code, message, problems }: FailureReport): FailureReport => ({
  code,
  message: shorten(message, sentenceCharactersMax),
  problems: problems.slice(0, problemsMax).map(inShort),
})

const inShort = (problem: Problem): Problem => ({
  ...problem,
  message: shorten(problem.message, sentenceCharactersMax),
  ...(problem.value === undefined ? {} : { value: shorten(problem.value) }),
})
