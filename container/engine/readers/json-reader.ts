import type { ReportInput } from '../../../src/contract/report.ts'
import { EngineFailure } from '../failure.ts'
import type { Reporter } from '../report/reporter.ts'
import { RowBatch } from '../table/row-batch.ts'
import { JsonRows } from './json-rows.ts'
import { Scan, depthMax, scanString, scanValue, skipSpace } from './json-scan.ts'
import type { RowReader } from './row-reader.ts'

export interface JsonRequest {
  readonly input: ReportInput
  /** Valid UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reporter: Reporter
  readonly sampleRows: number
  readonly bytesRead: () => number
}

const batchRows = 2048
const batchBytes = 1 << 20
const valueBytesMax = 256 << 20
/** The sample is held before the first batch goes out: a bound for files of huge rows. */
const sampleBytesMax = 64 << 20

/** Reads the sample at once, because a table's columns are the keys of all its rows. */
export async function jsonReader(request: JsonRequest): Promise<RowReader> {
  const rows = new JsonRows(request.reporter)
  const source = jsonBatches(request, rows)
  const held: RowBatch[] = []
  let count = 0
  let bytes = 0
  let isOver = false
  while (count < request.sampleRows && bytes < sampleBytesMax) {
    const next = await source.next()
    if (next.done === true) {
      isOver = true
      break
    }
    held.push(next.value)
    count += next.value.rowCount
    bytes += next.value.arena.length
  }
  rows.isClosed = true
  if (count === 0) throw new EngineFailure('empty_file', 'The JSON holds no rows.')
  return {
    input: request.input,
    sourceName: null,
    header: { kind: 'names', names: rows.names },
    bytesRead: request.bytesRead,
    async *batches() {
      while (held.length > 0) yield held.shift() as RowBatch
      if (!isOver) yield* source
    },
  }
}

/** Where the rows are: documents one after another, members of an array, or members of an object. */
type Place = 'documents' | 'array' | 'members'

/** A window on the text that moves forward: values are read whole, so a parser never stops in the middle of one. */
class Window {
  bytes = new Uint8Array(1 << 20)
  at = 0
  end = 0
  isLast = false
  /** Where `bytes[0]` stands in the text. */
  offset = 0
  private readonly source: AsyncIterator<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  async fill(): Promise<void> {
    const next = await this.source.next()
    if (next.done === true) {
      this.isLast = true
      return
    }
    const kept = this.end - this.at
    if (kept > valueBytesMax) throw broken(this, 'one value is larger than 256 MiB')
    if (kept + next.value.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, kept + next.value.length))
      larger.set(this.bytes.subarray(this.at, this.end))
      this.bytes = larger
    } else this.bytes.copyWithin(0, this.at, this.end)
    this.offset += this.at
    this.bytes.set(next.value, kept)
    this.at = 0
    this.end = kept + next.value.length
  }

  /** The next byte that is no white space, or −1 at the end. */
  async peek(): Promise<number> {
    for (;;) {
      this.at = skipSpace(this.bytes, this.at, this.end)
      if (this.at < this.end) return this.bytes[this.at] as number
      if (this.isLast) return -1
      await this.fill()
    }
  }

  /** The end of the value at `at`, all of it in the window. */
  async valueEnd(): Promise<number> {
    for (;;) {
      const end = scanValue(this.bytes, this.at, this.end, this.isLast)
      if (end !== Scan.incomplete) return end
      await this.fill()
    }
  }

  async string(): Promise<string> {
    if (this.bytes[this.at] !== 34) throw broken(this, 'a key is no string')
    for (;;) {
      const end = scanString(this.bytes, this.at, this.end)
      if (end >= 0) {
        const text = JSON.parse(new TextDecoder().decode(this.bytes.subarray(this.at, end))) as string
        this.at = end
        return text
      }
      if (end === Scan.invalid || this.isLast) throw broken(this, 'a key is no string')
      await this.fill()
    }
  }

  async expect(byte: number, what: string): Promise<void> {
    if ((await this.peek()) !== byte) throw broken(this, `${what} is missing`)
    this.at++
  }
}

async function* jsonBatches(request: JsonRequest, rows: JsonRows): AsyncGenerator<RowBatch, void> {
  const window = new Window(request.chunks)
  const place = await findRows(window, request)
  let batch = new RowBatch()
  let row = 0
  let opening: ReturnType<typeof shapeOf> | undefined
  for (;;) {
    const key = await toNextValue(window, place, row === 0)
    if (key === undefined) break
    const begin = shapeOf(window.bytes[window.at])
    opening ??= begin
    // Documents one after another are alike; a string behind an object is garbage, not a second row.
    if (place === 'documents' && request.input.format === 'json' && begin !== opening)
      throw broken(window, 'something stands after the end')
    row++
    const end = await window.valueEnd()
    if (end < 0) {
      if (place !== 'documents' || request.input.format !== 'ndjson') throw brokenValue(window, end)
      await rejectLine(window, request.reporter, row, end)
      continue
    }
    rows.add(batch, window.bytes, window.at, end, row, key)
    window.at = end
    if (batch.rowCount >= batchRows || batch.arena.length >= batchBytes) {
      yield batch
      // While the sample lasts batches are kept by their receiver; afterwards one is enough.
      if (rows.isClosed) batch.clear()
      else batch = new RowBatch()
    }
  }
  if (batch.rowCount > 0) yield batch
  await finish(window, place)
}

const shapeOf = (byte: number | undefined) => (byte === 123 ? 'object' : byte === 91 ? 'array' : 'scalar')

/** Moves to the next row's value: its member's name, null for none, undefined at the end. */
async function toNextValue(window: Window, place: Place, isFirst: boolean): Promise<string | null | undefined> {
  const byte = await window.peek()
  if (place === 'documents') {
    // Documents may be separated by white space, commas after a line, or a record separator (RFC 7464).
    if (byte === 30) {
      window.at++
      return (await window.peek()) < 0 ? undefined : null
    }
    return byte < 0 ? undefined : null
  }
  const closing = place === 'array' ? 93 : 125
  if (byte === closing) {
    window.at++
    return undefined
  }
  if (!isFirst) {
    if (byte !== 44) throw broken(window, byte < 0 ? 'the file ends too early' : 'a comma is missing')
    window.at++
    const after = await window.peek()
    if (after === closing) throw broken(window, 'a value is missing after a comma')
  }
  if ((await window.peek()) < 0) throw broken(window, 'the file ends too early')
  if (place === 'array') return null
  const key = await window.string()
  await window.expect(58, 'the colon after a key')
  await window.peek()
  return key
}

/** Looks at the beginning and steps to the first row. */
async function findRows(window: Window, { input, reporter }: JsonRequest): Promise<Place> {
  const first = await window.peek()
  if (first < 0) throw new EngineFailure('empty_file', 'The file is empty.')
  if (input.format === 'ndjson') return 'documents'
  if (first === 91) {
    window.at++
    return 'array'
  }
  if (first !== 123) return 'documents'
  const members = await visibleMembers(window)
  if (members.hasNextDocument) return 'documents'
  const tables = members.list.filter((member) => member.kind === 'rows')
  const [table] = tables
  if (tables.length === 1 && table !== undefined) {
    if (members.list.length > 1) {
      const others = members.list.filter((member) => member !== table).map((member) => `"${member.key}"`)
      reporter.note(
        `The rows are the array under "${table.key}". Beside it, and not converted: ${others.slice(0, 20).join(', ')}.`,
      )
    }
    window.at = table.start + 1
    return 'array'
  }
  if (members.list.length > 1 && members.list.every((member) => member.kind === 'object')) {
    window.at++
    return 'members'
  }
  return 'documents'
}

interface Member {
  readonly key: string
  readonly kind: 'rows' | 'object' | 'other'
  readonly start: number
}

/** The members of the first document as far as the window shows them without reading on for long. */
async function visibleMembers(window: Window): Promise<{ list: Member[]; hasNextDocument: boolean }> {
  while (!window.isLast && window.end - window.at < 1 << 19) await window.fill()
  const { bytes, end, isLast } = window
  const list: Member[] = []
  let at = skipSpace(bytes, window.at + 1, end)
  while (bytes[at] === 34 && at < end) {
    const keyEnd = scanString(bytes, at, end)
    if (keyEnd < 0) break
    const key = new TextDecoder().decode(bytes.subarray(at + 1, keyEnd - 1))
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end)
    const inside = bytes[start] === 91 ? bytes[skipSpace(bytes, start + 1, end)] : undefined
    list.push({
      key,
      start,
      kind: inside === 123 || inside === 91 ? 'rows' : bytes[start] === 123 ? 'object' : 'other',
    })
    const valueEnd = start < end ? scanValue(bytes, start, end, isLast) : Scan.incomplete
    if (valueEnd < 0) return { list, hasNextDocument: false }
    at = skipSpace(bytes, valueEnd, end)
    if (bytes[at] !== 44) break
    at = skipSpace(bytes, at + 1, end)
  }
  const after = skipSpace(bytes, at + 1, end)
  return { list, hasNextDocument: bytes[at] === 125 && after < end }
}

/** Behind the rows only the rest of their document may stand. */
async function finish(window: Window, place: Place): Promise<void> {
  if (place === 'documents') return
  let byte = await window.peek()
  while (byte === 44) {
    window.at++
    await window.peek()
    await window.string()
    await window.expect(58, 'the colon after a key')
    await window.peek()
    const end = await window.valueEnd()
    if (end < 0) throw brokenValue(window, end)
    window.at = end
    byte = await window.peek()
  }
  if (byte === 125) {
    window.at++
    byte = await window.peek()
  }
  if (byte >= 0) throw broken(window, 'something stands after the end')
}

async function rejectLine(window: Window, reporter: Reporter, row: number, why: number): Promise<void> {
  let end = window.bytes.subarray(window.at, window.end).indexOf(10)
  while (end < 0 && !window.isLast) {
    await window.fill()
    end = window.bytes.subarray(window.at, window.end).indexOf(10)
  }
  const stop = end < 0 ? window.end : window.at + end + 1
  const value = new TextDecoder().decode(window.bytes.subarray(window.at, Math.min(stop, window.at + 400))).trimEnd()
  const message = why === Scan.tooDeep ? `Nested deeper than ${depthMax} levels.` : 'The line is no valid JSON value.'
  reporter.rejectRow({ code: why === Scan.tooDeep ? 'too_deep' : 'invalid_json', row, value, message })
  window.at = stop
}

function brokenValue(window: Window, why: number): EngineFailure {
  return broken(
    window,
    why === Scan.tooDeep ? `values are nested deeper than ${depthMax} levels` : 'a value is malformed',
  )
}

function broken(window: Window, what: string): EngineFailure {
  const position = window.offset + window.at
  const near = new TextDecoder().decode(window.bytes.subarray(window.at, Math.min(window.end, window.at + 60)))
  return new EngineFailure('corrupt_file', `The JSON is not valid at byte ${position}: ${what}.`, [
    { code: 'invalid_json', value: near, message: `At byte ${position}: ${what}.` },
  ])
}
