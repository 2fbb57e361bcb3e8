import { documentMessages } from '../../catalog/documents.ts'
import type { ReportInput } from '../../../../src/contract/report.ts'
import { nothingRead } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { RowBatch } from '../../table/row-batch.ts'
import { frameLines } from './json-frame.ts'
import { fillHead, findAtPath, findRows, finish, type FoundRows, rowsAt } from './json-place.ts'
import { JsonRows, type LaterKeys } from './json-rows.ts'
import { openedObjects, type OpenedObjects } from './opened-objects.ts'
import { scanValue } from './json-scan.ts'
import { JsonValues } from './json-values.ts'
import { JsonWindow } from './json-window.ts'
import type { ObjectAccelerator, ObjectReader, ObjectsEnd } from './object-reader.ts'
import { type RowReader, rowsBetweenSpansMin, type SpanWritten, type TextSpan, type TextSpans } from '../row-reader.ts'

export interface JsonRequest {
  readonly input: ReportInput
  /** The text in valid UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reporter: Reporter
  readonly sampleRows: number
  /** The path to the rows, from the spec. */
  readonly path?: string | null
  /** The number of levels of objects to open. Null opens one level, and only objects that every row has. */
  readonly flatten: number | null
  readonly bytesRead: () => number
  readonly accelerator: ObjectAccelerator | null
  readonly later: LaterKeys | null
  /** Returns the name of a column from the keys that lead to it. By default, the keys are joined. */
  readonly columnNameOf?: (path: string) => string
}

const openedShownMax = 20
const batchRows = 2048
const batchBytes = 1 << 20
const acceleratedRows = 4096
/** The first rows show which keys the accelerator has to look for. */
const rowsBeforeAccelerated = 64
/** If rows introduce new keys more often than this, the plain code reads the file. */
const openedMax = 16
/**
 * The sample stays in memory until the first batch is sent. These limits protect against huge rows and endless new
 * keys.
 */
const sampleBytesMax = 64 << 20
const sampleCellsMax = 4 << 20
const batchCells = 1 << 20

/** Reads the whole sample before the first batch, because the keys of all sampled rows become columns. */
export async function jsonReader(request: JsonRequest): Promise<RowReader> {
  const rows = new JsonRows(request.reporter, request.later, request.columnNameOf)
  const state: JsonState = {
    values: null,
    names: null,
    path: [],
    sampleRowsLeft: request.sampleRows,
    rowsBetween: null,
    accelerated: null,
  }
  const source = jsonBatches(request, rows, state)
  const held: RowBatch[] = []
  let bytes = 0
  let cells = 0
  let isOver = false
  while (state.sampleRowsLeft > 0 && bytes < sampleBytesMax && cells < sampleCellsMax) {
    const next = await source.next()
    if (next.done === true) {
      isOver = true
      break
    }
    held.push(next.value)
    state.sampleRowsLeft -= next.value.rowCount
    bytes += next.value.extent.to - next.value.extent.from
    cells += next.value.cellCount
  }
  rows.close()
  if (held.length === 0) throw nothingRead(request.reporter, 'json')
  return {
    input: withPath(request.input, state.path),
    sourceName: null,
    header: headerOf(rows, state.names),
    bytesRead: request.bytesRead,
    rowsRead: () => state.values?.row ?? 0,
    ...spansOf(state, rows, held),
    async *batches() {
      while (held.length > 0) yield held.shift() as RowBatch
      if (!isOver) yield* source
    },
  }
}

/** Returns the properties of the input, plus the JSON Pointer to the rows if they are inside the document. */
function withPath(input: ReportInput, path: FoundRows['path']): ReportInput {
  if (path.length === 0 || input.format === 'xml') return input
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return Object.defineProperty(input, 'path', { value: pointer, enumerable: true })
}

/** Columns of arrays use the names listed next to the table. Columns beyond that list have no name. */
function headerOf(rows: JsonRows, namesBeside: readonly string[] | null): RowReader['header'] {
  if (!rows.areArrays) return { kind: 'names', names: rows.names }
  if (namesBeside === null) return { kind: 'detect' }
  return { kind: 'names', names: [...namesBeside, ...rows.names.slice(namesBeside.length)] }
}

/** The state of the document so far. */
interface JsonState {
  /** The source of the row values. */
  values: JsonValues | null
  /** The column names that the note mentions. */
  names: readonly string[] | null
  /** The keys that lead to the rows. */
  path: FoundRows['path']
  /** The number of rows that the sample still needs. */
  sampleRowsLeft: number
  /** The number of rows of a batch between two spans. Null means that the caller does not accept spans. */
  rowsBetween: number | null
  /** Reads the next rows faster. Null means that the plain code reads them. */
  accelerated: AcceleratedReading | null
}

/** Tests whether the accelerator can find the rows. */
const areSuited = (values: JsonValues | null): boolean =>
  values !== null && values.areObjects && values.place !== 'members'

/** A span must not be written before batches that are still held, so none is offered while there are any. */
function spansOf(state: JsonState, rows: JsonRows, held: readonly RowBatch[]): { readonly spans?: TextSpans } {
  if (!areSuited(state.values)) return {}
  const keys = rows.names.map((name) => JSON.stringify(name))
  const spans: TextSpans = {
    format: { kind: 'objects', keys, isArray: state.values?.areAfterCommas === true },
    begin: () => {
      state.rowsBetween = rowsBetweenSpansMin
    },
    next: async () => (held.length > 0 ? null : ((await state.accelerated?.nextSpan()) ?? null)),
    pass: (written) => {
      state.rowsBetween = written.rowsBetween
      state.accelerated?.pass(written)
    },
  }
  return { spans }
}

async function* jsonBatches(request: JsonRequest, rows: JsonRows, state: JsonState): AsyncGenerator<RowBatch, void> {
  const { accelerator, input, reporter } = request
  const { window, found } = await openRows(request)
  const values = new JsonValues(window, found.place, input.format, reporter)
  state.values = values
  state.names = found.names
  state.path = found.path
  await fillHead(window)
  const { flatten: levels, sampleRows: rowsMax } = request
  const opened = openedObjects(window, found.place, { levels, rowsMax, isXml: input.format === 'xml' })
  rows.open(opened)
  noteOpened(opened, reporter)
  const withinSample = (most: number): number => (rows.isClosed ? most : Math.min(most, state.sampleRowsLeft))
  let batch = new RowBatch()
  let isPlain = accelerator === null || opened.size > 0
  for (;;) {
    if (!isPlain && rows.names.length > 0 && batch.rowCount === 0 && accelerator !== null) {
      isPlain = true
      state.accelerated = areSuited(values)
        ? AcceleratedReading.open({ accelerator, window, values, rows, state, withinSample })
        : null
      if (state.accelerated !== null) yield* state.accelerated.batches()
      state.accelerated = null
    }
    const value = values.visible() ?? (await values.next())
    if (value === null) break
    rows.add(batch, window.bytes, value, values.row)
    window.at = value.end
    const isFull = batch.arena.length >= batchBytes || batch.cellCount >= batchCells
    if (isFull || batch.rowCount >= withinSample(isPlain ? batchRows : rowsBeforeAccelerated)) {
      window.shrink()
      // During the sample, the receiver keeps all batches. After it, one batch is reused.
      if (rows.isClosed) {
        yield batch
        batch.clear()
      } else {
        yield batch.handOver()
        batch = new RowBatch()
      }
    }
  }
  if (batch.rowCount > 0) yield batch
  await finish(window, found, reporter)
}

function noteOpened(opened: OpenedObjects, reporter: Reporter): void {
  if (opened.size === 0) return
  const keys = [...opened.keys()]
  const shown = keys
    .slice(0, openedShownMax)
    .map((key) => `"${key}"`)
    .join(', ')
  reporter.note(documentMessages.notes.opened(shown, keys.length - openedShownMax))
}

/** A document that lists whole columns is rewritten as rows. Any other document is read in place. */
async function openRows({
  chunks,
  accelerator,
  input,
  reporter,
  path,
}: JsonRequest): Promise<{ window: JsonWindow; found: FoundRows }> {
  const window = new JsonWindow(chunks, accelerator?.input)
  if (typeof path === 'string') return { window, found: await findAtPath(window, path) }
  const lines = input.format === 'ndjson' || input.format === 'xml' ? null : await frameLines(window)
  if (lines === null) return { window, found: await findRows(window, input.format, reporter) }
  reporter.note(documentMessages.notes.wholeColumns)
  return { window: new JsonWindow(lines, accelerator?.input), found: rowsAt('documents') }
}

interface AcceleratedInput {
  readonly accelerator: ObjectAccelerator
  readonly window: JsonWindow
  readonly values: JsonValues
  readonly rows: JsonRows
  readonly state: JsonState
  /** Limits a number of rows to what the sample still needs. */
  readonly withinSample: (rows: number) => number
}

/**
 * Fills batches whose cells point into the window. The plain code adds the rows that the accelerator skips; their cells
 * come after the text. The window does not move while a batch has rows. Accelerated reading ends with the rows, or when
 * they no longer fit the accelerator's memory.
 */
class AcceleratedReading {
  private readonly given: AcceleratedInput
  private readonly batch: RowBatch
  private readonly isArray: boolean
  private objects: ObjectReader
  private keysPassed: number
  private opened = 1
  private isOver = false
  private needsMore = false
  /** The position in the window of the batch's first row, or an earlier one. */
  private from = 0

  /** Returns null if the accelerator has too little memory for the keys. */
  static open(given: AcceleratedInput): AcceleratedReading | null {
    const objects = given.accelerator.objects(given.rows.names)
    return objects === null ? null : new AcceleratedReading(given, objects)
  }

  private constructor(given: AcceleratedInput, objects: ObjectReader) {
    this.given = given
    this.batch = given.accelerator.batch
    this.isArray = given.values.areAfterCommas
    this.objects = objects
    this.keysPassed = given.rows.names.length
  }

  async *batches(): AsyncGenerator<RowBatch, void> {
    const { batch } = this
    const { window, rows, state, withinSample } = this.given
    while (await this.isAtRow()) {
      await this.readRows(state.rowsBetween ?? withinSample(acceleratedRows))
      // Values from rows that the plain code added are stored after the text.
      batch.within = { from: this.from, to: batch.arena.length > window.end ? batch.arena.length : window.at }
      if (batch.rowCount > 0) yield rows.isClosed ? batch : batch.copy()
    }
  }

  async nextSpan(): Promise<TextSpan | null> {
    if (!(await this.isAtRow())) return null
    const { window, values } = this.given
    return { bytes: window.bytes, start: window.at, end: window.end, rowNumber: values.row }
  }

  pass({ rows, consumed }: SpanWritten): void {
    const { window, values } = this.given
    window.at = consumed
    values.row += rows
  }

  /** Reads more text if the next row needs it. Returns false if accelerated reading ends here. */
  private async isAtRow(): Promise<boolean> {
    const { accelerator, window } = this.given
    if (this.needsMore) await window.fill()
    this.needsMore = false
    this.renew()
    return !this.isOver && accelerator.holds(this.batch)
  }

  private renew(): void {
    const { batch } = this
    const { window } = this.given
    batch.clear()
    batch.arena.bytes = window.bytes
    batch.arena.length = window.end
  }

  /** Reads rows until the batch is full, a row needs more text, or the rows end. */
  private async readRows(rowsMax: number): Promise<void> {
    const { batch } = this
    const { accelerator, window, values, rows } = this.given
    this.from = window.at
    while (accelerator.holds(batch) && batch.rowCount < rowsMax) {
      const stopped = this.readKnown(rowsMax)
      this.needsMore = stopped.kind === 'more' && !window.isLast
      if (this.needsMore || stopped.kind === 'full') return
      if (batch.rowCount > 0 && !this.isWhole(stopped.valueAt)) return
      const value = values.visible() ?? (await values.next())
      if (value === null) {
        this.isOver = true
        return
      }
      if (batch.rowCount === 0) {
        this.renew()
        this.from = window.at
      }
      rows.add(batch, window.bytes, value, values.row)
      window.at = value.end
      this.takeNewKeys()
    }
  }

  private isWhole(valueAt: number): boolean {
    const { window } = this.given
    return window.isLast || scanValue(window.bytes, valueAt, window.end, false) >= 0
  }

  private readKnown(rowsMax: number): ObjectsEnd {
    const { batch } = this
    const { window, values } = this.given
    const before = batch.rowCount
    const stopped = this.objects.read(batch, window, this.isArray, values.row, rowsMax)
    values.row += batch.rowCount - before
    window.at = stopped.consumed
    return stopped
  }

  /** Passes the columns of new keys to the accelerator. The plain code added these columns. */
  private takeNewKeys(): void {
    const { accelerator, rows } = this.given
    if (rows.names.length === this.keysPassed || this.opened === openedMax) return
    this.objects = accelerator.objects(rows.names) ?? this.objects
    this.keysPassed = rows.names.length
    this.opened++
  }
}
