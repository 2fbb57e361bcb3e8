import { EngineFailure } from '../failure.ts'
import type { Reporter } from './reporter.ts'

/** A file without rows is empty; one whose every row is broken is not. */
export function nothingRead({ rejectedByReader, problems }: Reporter, what = 'file'): EngineFailure {
  return rejectedByReader === 0
    ? new EngineFailure('empty_file', `The ${what} contains no rows.`)
    : new EngineFailure('corrupt_file', `None of the ${rejectedByReader} rows can be read.`, problems)
}
