import type { GrowingBytes } from './bytes/growing-bytes.ts'
import type { AcceleratedCast, CastAccelerator } from './cast/accelerated-cast.ts'
import type { ConvertRequest } from './convert-types.ts'
import type { DumpAccelerator } from './dump/rows/dump-accelerator.ts'
import type { SurveyAccelerator } from './inference/sample-survey.ts'
import type { ReadingAccelerator } from './readers/reading-accelerator.ts'
import type { SpanFormat, SpanWritten, TextSpan } from './readers/row-reader.ts'
import type { RowBatch } from './table/row-batch.ts'
import type { RowsAccelerator } from './writers/accelerated-rows.ts'
import type { TableWriter } from './writers/table-writer.ts'

/**
 * The seam between the engine and the code that makes it fast. Each module of the engine asks for its own part of this
 * interface and works without it: the plain code defines every result. `convert` hands the accelerator in.
 */
export interface Accelerator extends ReadingAccelerator, SurveyAccelerator, CastAccelerator, RowsAccelerator {
  /** The output of a table's writer. */
  readonly output: Uint8Array
  /** A copy of the batch in the accelerator's memory, valid until `unstage`; the batch itself where it is there already. */
  stage(batch: RowBatch): RowBatch
  unstage(): void
  /** Null if the table or its output needs batches. */
  fastPath(table: FastTable): FastPath | null
  /** Null if the platform has no room for it. */
  openDump(): Promise<DumpAccelerator | null>
  /** A new accelerator over the same memory, for use after this one. */
  reopened(): Accelerator
}

/** A table whose plain rows are written from the text to the output at once. */
export interface FastTable {
  readonly format: SpanFormat
  /** Cells of the table's rows. */
  readonly width: number
  readonly cast: AcceleratedCast | null
  readonly writer: TableWriter
  readonly out: GrowingBytes
  /** The first names of the header's rows: a row that begins like one is left. */
  readonly firstNames: readonly Uint8Array[]
}

/** Checks and writes the plain rows of a text without a batch. */
export interface FastPath {
  /** Writes the rows from the start of the span up to the first one that is not plain. */
  write(span: TextSpan): FastWritten
}

export interface FastWritten extends SpanWritten {
  /** The bytes of the last row, which are valid until the reader moves on. */
  readonly lastRow: Uint8Array
}

export interface EngineRequest extends ConvertRequest {
  /** Null leaves everything to the plain code. Without it, the engine opens an accelerator where the platform has one. */
  readonly accelerator?: Accelerator | null
}

/** A request whose accelerator is decided. */
export interface AcceleratedRequest extends ConvertRequest {
  readonly accelerator: Accelerator | null
}
