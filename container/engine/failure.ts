import type { EngineFailureCode } from '../../src/contract/codes.ts'
import type { Problem } from '../../src/contract/report.ts'

/**
 * The file cannot be converted. Readers deep in a stream throw it, and `convert` alone catches it and turns it into an
 * outcome: past the engine's door a failure is a value. Anything else thrown is a bug.
 */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly code: EngineFailureCode
  readonly problems: readonly Problem[]

  constructor(code: EngineFailureCode, message: string, problems: readonly Problem[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }
}

interface ReadRows {
  readonly rejectedByReader: number
  readonly problems: EngineFailure['problems']
}

/** A file without rows is empty; one whose every row is broken is not. */
export function nothingRead({ rejectedByReader, problems }: ReadRows, what = 'file'): EngineFailure {
  return rejectedByReader === 0
    ? new EngineFailure('empty_file', `The ${what} contains no rows.`)
    : new EngineFailure('corrupt_file', `None of the ${rejectedByReader} rows can be read.`, problems)
}
