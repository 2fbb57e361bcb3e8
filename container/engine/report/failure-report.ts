import type { Message } from '../../../src/contract/catalog/message.ts'
import type { EngineFailureCode } from '../../../src/contract/codes.ts'
import type { Problem } from '../../../src/contract/report.ts'
import { shorten } from './reporter.ts'

const problemsMax = 100
const sentenceCharactersMax = 1000

export interface FailureReport {
  readonly code: EngineFailureCode
  readonly message: Message
  readonly problems: readonly Problem[]
}

/**
 * Prepares a failure for the report. It may contain text of a hostile file or spec (endless names, thousands of
 * columns), so it is shortened to the limits of a response. A longer one would be rejected and look like a bug of the
 * service.
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
