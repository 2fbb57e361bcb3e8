/** The work on a column's values in plain rows of a dump. */
export type FastTask =
  | 'skip'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'interval'
  | 'text'
  | 'bytes'
  | 'label'
  | 'uuid'
  // Tasks of the first pass, which writes nothing: a value that would be a fact is left to the plain code.
  | 'isBoolean'
  | 'isDate'
  | 'isTime'
  | 'isBelow19Digits'
  | 'isNotEmpty'
  | 'isCounted'
  | 'isJson'
  /** The plain code takes every value except NULL. */
  | 'plainCode'

export interface FastColumn {
  readonly task: FastTask
  /** Bits of an integer, digits of a number before its point, characters of text; 0: any. */
  readonly size: number
  /** Characters of a number, bytes of text or of bytes; 0: any. */
  readonly longest: number
  readonly nullable: boolean
  /** Pairs of a label in the dump and its bytes in the output. */
  readonly labels: readonly (readonly [string, string])[]
}

/** A column whose values nobody asks for. */
export const skippedColumn: FastColumn = { task: 'skip', size: 0, longest: 0, nullable: true, labels: [] }

export interface RowsRequest {
  readonly at: number
  readonly end: number
  readonly validUntil: number
  readonly doubleQuotes: boolean
  readonly isWritten: boolean
  readonly rowsMax: number
  /** The opening of a statement that continues the previous one; empty if there is no such statement. */
  readonly head: Uint8Array
}

/** Reads plain rows of a dump, as servers write them, and writes them as COPY's text. The plain code defines the result. */
export interface DumpAccelerator {
  /** Memory for the window on the dump. */
  readonly home: Uint8Array
  /** The output for the last rows read. */
  readonly output: Uint8Array
  /** How many they are. */
  readonly rows: number
  /** Describes the columns of the following rows; false when the memory has no space for the description. */
  describe(columns: readonly FastColumn[]): boolean
  /** Takes rows from the bracket at `at` on; returns where it stopped. */
  take(request: RowsRequest): number
}
