import type { Message } from '../../src/contract/catalog/message.ts'
import { tableMessages } from './catalog/tables.ts'
import type { EngineFailureCode } from '../../src/contract/codes.ts'
import type { Problem } from '../../src/contract/report.ts'

/**
 * The file cannot be converted. Readers throw this error deep inside a stream, and only `convert` catches it and turns
 * it into an outcome. Callers of the engine get failures as values, so any other exception is a bug.
 */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  declare readonly message: Message
  readonly code: EngineFailureCode
  readonly problems: readonly Problem[]

  constructor(code: EngineFailureCode, message: Message, problems: readonly Problem[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }
}

interface ReadRows {
  readonly rejectedByReader: number
  readonly problems: EngineFailure['problems']
}

/** A file without rows is empty. A file with only broken rows is not. */
export function nothingRead({ rejectedByReader, problems }: ReadRows, format: 'file' | 'json' = 'file'): EngineFailure {
  return rejectedByReader === 0
    ? new EngineFailure('empty_file', tableMessages.empty_file[format])
    : new EngineFailure('corrupt_file', tableMessages.corrupt_file.noRowReadable(rejectedByReader), problems)
}
