import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { EngineFailure } from '../../../container/engine/failure.ts'
import { openWorkbook } from './open-workbook.ts'
import { runs } from '../../property-runs.ts'

const numRuns = runs(30)
const secondsMax = 5
const bytesMax = 300e6

const table = Array.from({ length: 40 }, (_, row) => [
  row,
  `Zoë ${row % 7} ${'x'.repeat(row * 9)}`,
  row / 7,
  row % 2 === 0,
  '漢字'.repeat(row % 5),
  new Date(Date.UTC(2024, 0, row + 1)),
])

function written(bookType: 'biff8' | 'biff5' | 'xlsb'): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'One')
  utils.book_append_sheet(book, utils.aoa_to_sheet(table.slice(5)), 'Two')
  return new Uint8Array(write(book, { type: 'array', bookType, bookSST: true }) as ArrayBuffer)
}

/**
 * Reads the file to its end, or until it is refused with a code, in bounded time and memory. Returns any other outcome,
 * or null.
 */
async function misbehaviour(bytes: Uint8Array): Promise<string | null> {
  const started = performance.now()
  const before = process.memoryUsage().arrayBuffers
  try {
    const reader = await openWorkbook(bytes)
    for await (const batch of reader.batches()) {
      const ends = batch.ends.subarray(0, batch.cellCount)
      if (ends.some((end, cell) => end < (batch.starts[cell] ?? 0))) return 'a cell ends before it starts'
    }
  } catch (error) {
    if (!(error instanceof EngineFailure)) return String((error as Error).stack)
  }
  const seconds = (performance.now() - started) / 1000
  if (seconds > secondsMax) return `it took ${seconds} s`
  const grown = process.memoryUsage().arrayBuffers - before
  return grown > bytesMax ? `it took ${grown} bytes` : null
}

interface Damage {
  /** The position as a fraction of the whole. */
  readonly at: number
  readonly value: number
}
const damages = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    value: fc.constantFrom(0, 1, 2, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff),
  }),
  { minLength: 1, maxLength: 4 },
)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const pick = <T>(from: readonly T[], { at }: Damage): T => from[Math.floor(at * from.length)] as T

/** Returns the places of a compound file that control its reader: the header, the sector tables and the directory. */
function steeringPlaces(bytes: Uint8Array): number[] {
  const data = viewOf(bytes)
  const sector = (number: number): number => (number + 1) * 512
  const regions: (readonly [number, number])[] = [
    [24, 512],
    [sector(data.getUint32(48, true)), 512 * 2],
    [sector(data.getUint32(60, true)), 512],
    [sector(data.getUint32(76, true)), 512],
  ]
  return regions.flatMap(([start, length]) => Array.from({ length: length / 4 - 6 }, (_, index) => start + index * 4))
}

/** Returns the starts of the records in a stream that its writer stored in one piece. */
function recordStarts(bytes: Uint8Array): number[] {
  const data = viewOf(bytes)
  const first = bytes.findIndex(
    (byte, at) =>
      at % 64 === 0 &&
      byte === 9 &&
      bytes[at + 1] === 8 &&
      bytes[at + 3] === 0 &&
      (bytes[at + 6] === 5 || bytes[at + 6] === 0x10),
  )
  const starts: number[] = []
  for (let at = first; at >= 0 && at + 4 < bytes.length;) {
    const isNone = data.getUint32(at, true) === 0
    if (isNone) break
    starts.push(at)
    at += 4 + data.getUint16(at + 2, true)
  }
  return starts
}

const [biff8, biff5, xlsb] = [written('biff8'), written('biff5'), written('xlsb')]

test('the undamaged seeds are read completely', async () => {
  for (const seed of [biff8, biff5, xlsb]) {
    let rows = 0
    for await (const batch of (await openWorkbook(seed)).batches()) rows += batch.rowCount
    expect(rows).toBe(table.length)
  }
  expect(recordStarts(biff8).length).toBeGreaterThan(300)
  expect(recordStarts(biff5).length).toBeGreaterThan(300)
})

test.each([
  ['biff8', biff8],
  ['biff5', biff5],
])('%s with overwritten sectors, tables and directory is read or refused', async (_, seed) => {
  expect.hasAssertions()
  const places = steeringPlaces(seed)
  await fc.assert(
    fc.asyncProperty(damages, async (all) => {
      const bytes = seed.slice()
      for (const damage of all) viewOf(bytes).setUint32(pick(places, damage), damage.value, true)
      expect(await misbehaviour(bytes)).toBeNull()
    }),
    { numRuns },
  )
})

test.each([
  ['biff8', biff8],
  ['biff5', biff5],
])('%s with records of other kinds, lengths and contents is read or refused', async (_, seed) => {
  expect.hasAssertions()
  const starts = recordStarts(seed)
  await fc.assert(
    fc.asyncProperty(damages, fc.integer({ min: 0, max: 24 }), async (all, offset) => {
      const bytes = seed.slice()
      for (const damage of all) {
        const at = Math.min(pick(starts, damage) + offset, bytes.length - 2)
        viewOf(bytes).setUint16(at, damage.value & 0xffff, true)
      }
      expect(await misbehaviour(bytes)).toBeNull()
    }),
    { numRuns: numRuns * 2 },
  )
})

test('xlsb with records of other kinds, lengths and contents is read or refused', async () => {
  expect.hasAssertions()
  const parts = unzipSync(xlsb)
  const names = Object.keys(parts).filter((name) => name.endsWith('.bin'))
  await fc.assert(
    fc.asyncProperty(damages, async (all) => {
      const damaged: Record<string, Uint8Array> = { ...parts }
      for (const damage of all) {
        const name = names[damage.value % names.length] ?? ''
        const bytes = (damaged[name] ?? strToU8('')).slice()
        // The first bytes of a part contain the counts and the first records.
        const at = Math.floor(damage.at ** 2 * bytes.length)
        bytes[at] = damage.value & 255
        if (at + 1 < bytes.length && damage.value > 255) bytes[at + 1] = (damage.value >> 8) & 255
        damaged[name] = bytes
      }
      expect(await misbehaviour(zipSync(damaged, { level: 0 }))).toBeNull()
    }),
    { numRuns: numRuns * 2 },
  )
})

test.each([
  ['biff8', biff8],
  ['biff5', biff5],
  ['xlsb', xlsb],
])('%s cut anywhere is read or refused', async (_, seed) => {
  expect.hasAssertions()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: seed.length - 1 }), async (length) => {
      expect(await misbehaviour(seed.subarray(0, length))).toBeNull()
    }),
    { numRuns },
  )
})
