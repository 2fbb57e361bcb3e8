import type { GrowingBytes } from './bytes/growing-bytes.ts'
import type { AcceleratedCast, CastAccelerator } from './cast/accelerated-cast.ts'
import type { ConvertRequest } from './convert-types.ts'
import type { DumpAccelerator } from './dump/rows/dump-accelerator.ts'
import type { SurveyAccelerator } from './inference/sample/sample-survey.ts'
import type { ReadingAccelerator } from './readers/reading-accelerator.ts'
import type { SpanFormat, SpanWritten, TextSpan } from './readers/row-reader.ts'
import type { RowBatch } from './table/row-batch.ts'
import type { RowsAccelerator } from './writers/accelerated-rows.ts'
import type { TableWriter } from './writers/table-writer.ts'

/**
 * The interface between the engine and the code that makes it fast. Each module of the engine uses its own part of it
 * and also works without it: the plain code defines every result. `convert` passes the accelerator in.
 */
export interface Accelerator extends ReadingAccelerator, SurveyAccelerator, CastAccelerator, RowsAccelerator {
  /** The buffer for the output of a table's writer. */
  readonly output: Uint8Array
  /**
   * Returns a copy of the batch in the accelerator's memory, valid until `unstage`. A batch that is already there is
   * returned itself.
   */
  stage(batch: RowBatch): RowBatch
  unstage(): void
  /** Returns null if the table or its output needs batches. */
  fastPath(table: FastTable): FastPath | null
  /** Returns null if the platform does not have enough memory. */
  openDump(): Promise<DumpAccelerator | null>
  /** Returns a new accelerator over the same memory, to be used instead of this one. */
  reopened(): Accelerator
}

/** A table whose plain rows are written directly from the text to the output. */
export interface FastTable {
  readonly format: SpanFormat
  readonly width: number
  readonly cast: AcceleratedCast | null
  readonly writer: TableWriter
  readonly out: GrowingBytes
  /** The first names of the header rows. A row that begins with one of them is left to the plain code. */
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
  /**
   * Null means that plain code does everything. If absent, the engine lends one to the conversion on platforms that
   * support it.
   */
  readonly accelerator?: Accelerator | null
}

/** A request after the engine has chosen the accelerator. */
export interface AcceleratedRequest extends ConvertRequest {
  readonly accelerator: Accelerator | null
}
