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
