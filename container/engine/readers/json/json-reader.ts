import type { ReportInput } from '../../../../src/contract/report.ts'
import type { Kernel } from '../../webassembly/kernel/kernel.ts'
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
import { KernelObjects, type ObjectsEnd } from '../../webassembly/readers/kernel-objects.ts'
import type { RowReader, TextLane } from '../row-reader.ts'

export interface JsonRequest {
  readonly input: ReportInput
  /** Valid UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reporter: Reporter
  readonly sampleRows: number
  /** The path to the rows in the spec. */
  readonly path?: string | null
  /** Levels of objects that are opened; null: one level, of what every row has. */
  readonly flatten: number | null
  readonly bytesRead: () => number
  readonly kernel: Kernel | null
  readonly later: LaterKeys | null
  /** The name of a column by the keys that lead to it; absent: these, joined. */
  readonly columnNameOf?: (path: string) => string
}

const openedShownMax = 20
const batchRows = 2048
const batchBytes = 1 << 20
const kernelRows = 4096
/** They tell the keys that the kernel looks for. */
const rowsBeforeKernel = 64
/** A file whose rows bring new keys again and again is the plain code's. */
const openedMax = 16
/** The sample is held before the first batch goes out: bounds for files of huge rows, and of ever new keys. */
const sampleBytesMax = 64 << 20
const sampleCellsMax = 4 << 20
const batchCells = 1 << 20

/** Reads the sample at once, because a table's columns are the keys of all its rows. */
export async function jsonReader(request: JsonRequest): Promise<RowReader> {
  const rows = new JsonRows(request.reporter, request.later, request.columnNameOf)
  const road: Road = { lane: null, values: null, names: null, path: [], sampleRowsLeft: request.sampleRows }
  const source = jsonBatches(request, rows, road)
  const held: RowBatch[] = []
  let bytes = 0
  let cells = 0
  let isOver = false
  while (road.sampleRowsLeft > 0 && bytes < sampleBytesMax && cells < sampleCellsMax) {
    const next = await source.next()
    if (next.done === true) {
      isOver = true
      break
    }
    held.push(next.value)
    road.sampleRowsLeft -= next.value.rowCount
    bytes += next.value.extent.to - next.value.extent.from
    cells += next.value.cellCount
  }
  rows.close()
  if (held.length === 0) throw nothingRead(request.reporter, 'JSON')
  return {
    input: withPath(request.input, road.path),
    sourceName: null,
    header: headerOf(rows, road.names),
    bytesRead: request.bytesRead,
    rowsRead: () => road.values?.row ?? 0,
    ...straightOf(road, rows),
    async *batches() {
      while (held.length > 0) yield held.shift() as RowBatch
      if (!isOver) yield* source
    },
  }
}

/** The input facts with the JSON Pointer to the rows, unless the document itself holds them. */
function withPath(input: ReportInput, path: FoundRows['path']): ReportInput {
  if (path.length === 0 || input.format === 'xml') return input
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return Object.defineProperty(input, 'path', { value: pointer, enumerable: true })
}

/** The columns of arrays get the names beside them, if there are any; further columns have no name. */
function headerOf(rows: JsonRows, namesBeside: readonly string[] | null): RowReader['header'] {
  if (!rows.areArrays) return { kind: 'names', names: rows.names }
  if (namesBeside === null) return { kind: 'detect' }
  return { kind: 'names', names: [...namesBeside, ...rows.names.slice(namesBeside.length)] }
}

/**
 * A destination for objects that needs no batch, with the source of the objects, the note on their names, and the
 * number of rows that the sample still needs.
 */
interface Road {
  lane: TextLane | null
  values: JsonValues | null
  names: readonly string[] | null
  /** The keys that lead to the rows. */
  path: FoundRows['path']
  sampleRowsLeft: number
}

/** Whether the kernel can find the rows. */
const areSuited = (values: JsonValues | null): boolean =>
  values !== null && values.areObjects && values.place !== 'members'

function straightOf(road: Road, rows: JsonRows): Pick<RowReader, 'straight'> {
  if (!areSuited(road.values)) return {}
  const keys = rows.names.map((name) => JSON.stringify(name))
  const use = (lane: TextLane): void => {
    road.lane = lane
  }
  const dialect = { kind: 'objects', keys, isArray: road.values?.areBehindCommas === true } as const
  return { straight: { dialect, use } }
}

async function* jsonBatches(request: JsonRequest, rows: JsonRows, road: Road): AsyncGenerator<RowBatch, void> {
  const { kernel, input, reporter } = request
  const { window, found } = await openRows(request)
  const values = new JsonValues(window, found.place, input.format, reporter)
  road.values = values
  road.names = found.names
  road.path = found.path
  await fillHead(window)
  const { flatten: levels, sampleRows: rowsMax } = request
  const opened = openedObjects(window, found.place, { levels, rowsMax, isXml: input.format === 'xml' })
  rows.open(opened)
  noteOpened(opened, reporter)
  const roomFor = (most: number): number => (rows.isClosed ? most : Math.min(most, road.sampleRowsLeft))
  let batch = new RowBatch()
  let triedKernel = kernel === null || opened.size > 0
  for (;;) {
    if (!triedKernel && rows.names.length > 0 && batch.rowCount === 0 && kernel !== null) {
      triedKernel = true
      const inPlace = areSuited(values) ? InPlaceReading.open({ kernel, window, values, rows, road, roomFor }) : null
      if (inPlace !== null) yield* inPlace.batches()
    }
    const value = values.visible() ?? (await values.next())
    if (value === null) break
    rows.add(batch, window.bytes, value, values.row)
    window.at = value.end
    const isFull = batch.arena.length >= batchBytes || batch.cellCount >= batchCells
    if (isFull || batch.rowCount >= roomFor(triedKernel ? batchRows : rowsBeforeKernel)) {
      window.shrink()
      // While the sample lasts batches are kept by their receiver; afterwards one is enough.
      if (rows.isClosed) {
        yield batch
        batch.clear()
      } else {
        yield batch.giveAway()
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
  const more = keys.length > openedShownMax ? ` and ${keys.length - openedShownMax} more` : ''
  reporter.note(`The members of ${shown}${more} became columns of their own. input.flatten sets how many levels do.`)
}

/** The columns of a frame come as rows one after another; any other document is read in place. */
async function openRows({
  chunks,
  kernel,
  input,
  reporter,
  path,
}: JsonRequest): Promise<{ window: JsonWindow; found: FoundRows }> {
  const window = new JsonWindow(chunks, kernel?.input)
  if (typeof path === 'string') return { window, found: await findAtPath(window, path) }
  const lines = input.format === 'ndjson' || input.format === 'xml' ? null : await frameLines(window)
  if (lines === null) return { window, found: await findRows(window, input.format, reporter) }
  reporter.note('The JSON lists whole columns. Their values were combined into rows.')
  return { window: new JsonWindow(lines, kernel?.input), found: rowsAt('documents') }
}

interface InPlace {
  readonly kernel: Kernel
  readonly window: JsonWindow
  readonly values: JsonValues
  readonly rows: JsonRows
  readonly road: Road
  /** Limits a number of rows to those that the sample still needs. */
  readonly roomFor: (rows: number) => number
}

/**
 * Batches whose cells point into the window. Rows that the kernel leaves are added by plain code, their cells behind the
 * text. Nothing moves in the window while a batch has rows. Ends with the rows, or when something outgrew the kernel's memory.
 */
class InPlaceReading {
  private readonly given: InPlace
  private readonly batch: RowBatch
  private readonly isArray: boolean
  private objects: KernelObjects
  private keysTaken: number
  private opened = 1
  private isOver = false
  private needsMore = false
  /** The position of the batch's first row in the window, or before it. */
  private from = 0

  /** Null where the kernel has no room for the keys. */
  static open(given: InPlace): InPlaceReading | null {
    const objects = KernelObjects.open(given.kernel, given.rows.names)
    return objects === null ? null : new InPlaceReading(given, objects)
  }

  private constructor(given: InPlace, objects: KernelObjects) {
    this.given = given
    this.batch = given.kernel.batch
    this.isArray = given.values.areBehindCommas
    this.objects = objects
    this.keysTaken = given.rows.names.length
  }

  async *batches(): AsyncGenerator<RowBatch, void> {
    const { batch } = this
    const { kernel, window, rows, road, roomFor } = this.given
    for (this.renew(); !this.isOver && kernel.holds(batch); this.renew()) {
      if (this.takesStraight()) yield batch
      await this.readRows(road.lane?.rowsBetween ?? roomFor(kernelRows))
      // Values of rows that plain code added stand behind the text.
      batch.within = { from: this.from, to: batch.arena.length > window.end ? batch.arena.length : window.at }
      if (batch.rowCount > 0) yield rows.isClosed ? batch : batch.copy()
      if (this.needsMore) await window.fill()
    }
  }

  private renew(): void {
    const { batch } = this
    const { window } = this.given
    batch.clear()
    batch.arena.bytes = window.bytes
    batch.arena.length = window.end
  }

  private takesStraight(): boolean {
    const { window, values, road } = this.given
    const { lane } = road
    if (lane === null) return false
    window.at = lane.take(window.bytes, window.at, window.end, values.row)
    values.row += lane.rows
    return lane.rows > 0
  }

  /** Until the batch is full, a row needs more text, or there is none left. */
  private async readRows(rowsMax: number): Promise<void> {
    const { batch } = this
    const { kernel, window, values, rows } = this.given
    this.needsMore = false
    this.from = window.at
    while (kernel.holds(batch) && batch.rowCount < rowsMax) {
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

  /** A key that was not seen before is a column now. */
  private takeNewKeys(): void {
    const { kernel, rows } = this.given
    if (rows.names.length === this.keysTaken || this.opened === openedMax) return
    this.objects = KernelObjects.open(kernel, rows.names) ?? this.objects
    this.keysTaken = rows.names.length
    this.opened++
  }
}
