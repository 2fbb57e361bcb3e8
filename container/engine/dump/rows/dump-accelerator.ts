import type { Repertoire } from '../text/repertoires.ts'

/** The task for a column's values in the plain rows of a dump. */
export type FastTask =
  | 'skip'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'timestamp'
  // A timestamp in a year that every server stores.
  | 'safeTimestamp'
  | 'time'
  | 'interval'
  | 'text'
  | 'bytes'
  | 'label'
  | 'uuid'
  // Tasks of the first pass, which writes nothing. A value that proves a fact is left to the plain code.
  | 'isBoolean'
  | 'isDate'
  | 'isSafeTimestamp'
  | 'isTime'
  | 'isBelow19Digits'
  | 'isNotEmpty'
  | 'isCounted'
  | 'isJson'
  /** The plain code reads every value except NULL. */
  | 'plainCode'

export interface FastColumn {
  readonly task: FastTask
  /** The limit: bits of an integer, digits of a number before its point, characters of text. 0 means no limit. */
  readonly size: number
  /** The maximum length: characters of a number, bytes of text or of bytes. 0 means no limit. */
  readonly longest: number
  readonly nullable: boolean
  /** The characters of text, if its character set does not have all of them. */
  readonly characters?: Repertoire | null
  /** Pairs of a label in the dump and its bytes in the output. */
  readonly labels: readonly (readonly [string, string])[]
}

/** A column whose values are not needed. */
export const skippedColumn: FastColumn = { task: 'skip', size: 0, longest: 0, nullable: true, labels: [] }

export interface RowsRequest {
  readonly at: number
  readonly end: number
  readonly validUntil: number
  readonly doubleQuotes: boolean
  readonly isWritten: boolean
  readonly rowsMax: number
  /** The head of a statement that continues the previous one. It is empty if there is no such statement. */
  readonly head: Uint8Array
}

/**
 * Reads plain rows of a dump in the notation of servers, and writes them as COPY text. The plain code defines the
 * result.
 */
export interface DumpAccelerator {
  /** Memory for the window on the dump. */
  readonly home: Uint8Array
  /** The output for the last rows read. */
  readonly output: Uint8Array
  /** The number of these rows. */
  readonly rows: number
  /** Describes the columns of the following rows. Returns false if the memory has no space for the description. */
  describe(columns: readonly FastColumn[]): boolean
  /** Reads rows, starting at the parenthesis at `at`. Returns where it stopped. */
  take(request: RowsRequest): number
}
