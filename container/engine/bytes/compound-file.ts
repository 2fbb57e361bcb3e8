import type { Message } from '../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import { BlockCache } from './block-cache.ts'
import type { ByteSource } from './byte-source.ts'
import { viewOf } from './view-of.ts'

export interface CompoundEntry {
  readonly name: string
  readonly isStream: boolean
  readonly start: number
  readonly size: number
}

const headerBytes = 512
const entryBytes = 128
const entriesMax = 100_000
const miniSectorBytes = 64
/** From this number on, a number is not a sector. It ends a chain. */
const noSector = 0xffff_ffff
const chunkBytes = 1 << 18
const directBytesMin = 1 << 14

/**
 * Reads ranges of a compound file, the container of old Office files: a small file system in sectors. It trusts no
 * declared size. A chain ends with the sectors of the file, and a chain with a loop is refused.
 */
export class CompoundFile {
  /** The entries of the top level in file order, without the root itself. */
  readonly entries: readonly CompoundEntry[]
  private readonly sectors: Sectors
  private readonly root: CompoundEntry
  private readonly miniCutoff: number
  private readonly firstMiniTable: number

  private constructor(sectors: Sectors, header: Header, entries: readonly CompoundEntry[], root: CompoundEntry) {
    this.sectors = sectors
    this.entries = entries
    this.root = root
    this.miniCutoff = header.miniCutoff
    this.firstMiniTable = header.firstMiniTable
  }

  static async open(source: ByteSource): Promise<CompoundFile> {
    const cache = new BlockCache(source)
    const header = parseHeader(await cache.read(0, headerBytes))
    const sectors = new Sectors(cache, header.sectorBytes)
    await sectors.readTable(header)
    const directory = await sectors.bytesOf(sectors.chain(header.firstDirectory), entriesMax * entryBytes)
    const { entries, root } = parseDirectory(directory)
    return new CompoundFile(sectors, header, entries, root)
  }

  /** Finds a top-level stream by its name, ignoring case. Returns null if the file has no such stream. */
  find(name: string): CompoundEntry | null {
    return this.entries.find((entry) => entry.isStream && entry.name.toLowerCase() === name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.entries.some((entry) => entry.name.toLowerCase() === name.toLowerCase())
  }

  /** Returns the bytes of a stream. A stream whose chain ends early is as long as its chain. */
  async streamOf(entry: CompoundEntry): Promise<ByteSource> {
    const { sectors } = this
    if (entry.size >= this.miniCutoff) {
      const chain = sectors.chain(entry.start, Math.ceil(entry.size / sectors.sectorBytes))
      return new StreamSource(sectors.cache, chain.map(sectors.offsetOf), sectors.sectorBytes, entry.size)
    }
    const table = asWords(await sectors.bytesOf(sectors.chain(this.firstMiniTable), sectors.cache.size))
    const rootChain = sectors.chain(this.root.start).map(sectors.offsetOf)
    const perSector = sectors.sectorBytes / miniSectorBytes
    const minis = follow(table, entry.start, Math.ceil(entry.size / miniSectorBytes), rootChain.length * perSector)
    const offsets = minis.map(
      (mini) => (rootChain[Math.floor(mini / perSector)] ?? 0) + (mini % perSector) * miniSectorBytes,
    )
    return new StreamSource(sectors.cache, offsets, miniSectorBytes, entry.size)
  }
}

interface Header {
  readonly sectorBytes: number
  readonly firstDirectory: number
  readonly miniCutoff: number
  readonly firstMiniTable: number
  /** The sectors that contain the table. The header lists the first ones, and a chain of sectors lists the others. */
  readonly tableSectors: readonly number[]
  readonly firstTableList: number
}

function parseHeader(bytes: Uint8Array): Header {
  if (bytes.length < headerBytes) throw corrupt(archiveMessages.compoundDamage.shortHeader)
  const data = viewOf(bytes)
  const shift = data.getUint16(30, true)
  if (shift !== 9 && shift !== 12) throw corrupt(archiveMessages.compoundDamage.sectorSize)
  const tableSectors: number[] = []
  for (let at = 76; at < headerBytes; at += 4) tableSectors.push(data.getUint32(at, true))
  return {
    sectorBytes: 1 << shift,
    firstDirectory: data.getUint32(48, true),
    miniCutoff: data.getUint32(56, true),
    firstMiniTable: data.getUint32(60, true),
    firstTableList: data.getUint32(68, true),
    tableSectors,
  }
}

/** The sectors of a file and the table that chains them. */
class Sectors {
  readonly cache: BlockCache
  readonly sectorBytes: number
  private readonly count: number
  private table: Uint32Array = new Uint32Array(0)

  constructor(cache: BlockCache, sectorBytes: number) {
    this.cache = cache
    this.sectorBytes = sectorBytes
    this.count = Math.max(0, Math.ceil(cache.size / sectorBytes) - 1)
  }

  readonly offsetOf = (sector: number): number => (sector + 1) * this.sectorBytes

  async readTable(header: Header): Promise<void> {
    const perSector = this.sectorBytes / 4
    const needed = Math.ceil(this.count / perSector)
    const listed = header.tableSectors.filter((sector) => sector < this.count)
    const visitedTables = new Set<number>()
    // The last word of each list sector names the next one.
    for (let list = header.firstTableList; list < this.count && !visitedTables.has(list) && listed.length < needed;) {
      visitedTables.add(list)
      const words = asWords(await this.cache.read(this.offsetOf(list), this.sectorBytes))
      for (const sector of words.subarray(0, perSector - 1)) if (sector < this.count) listed.push(sector)
      list = words[perSector - 1] ?? noSector
    }
    this.table = asWords(await this.bytesOf(Float64Array.from(listed.slice(0, needed)), this.cache.size))
  }

  chain(start: number, sectorsMax = this.count): Float64Array {
    return follow(this.table, start, Math.min(sectorsMax, this.count), this.count)
  }

  /** Reads sectors one after another, up to the end of the file. */
  async bytesOf(chain: Float64Array, bytesMax: number): Promise<Uint8Array> {
    const size = Math.min(chain.length * this.sectorBytes, bytesMax)
    const bytes = new Uint8Array(size)
    let at = 0
    const stream = new StreamSource(this.cache, chain.map(this.offsetOf), this.sectorBytes, size)
    for await (const chunk of stream.stream()) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes.subarray(0, at)
  }
}

/** Returns the units of a chain, at most `unitsMax`. */
function follow(table: Uint32Array, start: number, unitsMax: number, unitCount: number): Float64Array {
  const visitedUnits = new Uint8Array(unitCount)
  let chain = new Float64Array(Math.min(unitsMax, 1024))
  let length = 0
  for (let unit = start; unit < unitCount && length < unitsMax;) {
    if (visitedUnits[unit] === 1) throw corrupt(archiveMessages.compoundDamage.loop)
    visitedUnits[unit] = 1
    if (length === chain.length) {
      const larger = new Float64Array(Math.min(length * 2, unitsMax))
      larger.set(chain)
      chain = larger
    }
    chain[length++] = unit
    unit = table[unit] ?? noSector
  }
  return chain.subarray(0, length)
}

/** Makes a stream that is scattered over the file a source of its own. */
class StreamSource implements ByteSource {
  readonly size: number
  private readonly cache: BlockCache
  private readonly offsets: Float64Array
  private readonly unitBytes: number

  constructor(cache: BlockCache, offsets: Float64Array, unitBytes: number, size: number) {
    this.cache = cache
    this.offsets = offsets
    this.unitBytes = unitBytes
    this.size = Math.min(size, offsets.length * unitBytes)
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size)
    if (offset >= end) return new Uint8Array(0)
    const bytes = new Uint8Array(end - offset)
    let filled = 0
    while (filled < bytes.length) {
      const run = this.run(offset + filled, end)
      const part = await this.cache.read(run.offset, run.length)
      bytes.set(part, filled)
      filled += part.length
      // The file is truncated within its last sector.
      if (part.length < run.length) return bytes.subarray(0, filled)
    }
    return bytes
  }

  async *stream(from = 0, to = this.size): AsyncIterable<Uint8Array> {
    const end = Math.min(to, this.size)
    for (let at = from; at < end;) {
      // Sectors that follow each other in one block of the file are returned as they are.
      const run = this.run(at, Math.min(at + chunkBytes, end))
      const chunk =
        run.length >= directBytesMin
          ? await this.cache.read(run.offset, run.length)
          : await this.read(at, Math.min(chunkBytes, end - at))
      if (chunk.length === 0) return
      at += chunk.length
      yield chunk
    }
  }

  /** Returns the range from `at` that is contiguous in the file. */
  private run(at: number, end: number): { readonly offset: number; readonly length: number } {
    const { offsets, unitBytes } = this
    const first = Math.floor(at / unitBytes)
    const start = offsets[first] as number
    let unit = first + 1
    while (unit * unitBytes < end && offsets[unit] === start + (unit - first) * unitBytes) unit++
    return { offset: start + (at - first * unitBytes), length: Math.min(unit * unitBytes, end) - at }
  }
}

/** Returns the entries at the top level: the children of the root, or all entries if the tree is broken. */
function parseDirectory(bytes: Uint8Array): { entries: CompoundEntry[]; root: CompoundEntry } {
  const data = viewOf(bytes)
  const count = Math.floor(bytes.length / entryBytes)
  const [root] = count === 0 ? [] : [entryAt(data, 0)]
  if (root === undefined) throw corrupt(archiveMessages.compoundDamage.noDirectory)
  const children: CompoundEntry[] = []
  const visited = new Set<number>()
  const waiting = [data.getUint32(76, true)]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index >= count || visited.has(index)) continue
    visited.add(index)
    children.push(entryAt(data, index))
    waiting.push(data.getUint32(index * entryBytes + 68, true), data.getUint32(index * entryBytes + 72, true))
  }
  if (children.length > 0) return { entries: children, root }
  return { entries: Array.from({ length: count - 1 }, (_, index) => entryAt(data, index + 1)), root }
}

function entryAt(data: DataView, index: number): CompoundEntry {
  const at = index * entryBytes
  const nameBytes = Math.min(64, data.getUint16(at + 64, true))
  let name = ''
  for (let unit = 0; unit + 2 < nameBytes; unit += 2) name += String.fromCharCode(data.getUint16(at + unit, true))
  return {
    name,
    isStream: data.getUint8(at + 66) === 2,
    start: data.getUint32(at + 116, true),
    // The upper half of the size is garbage in files with small sectors, and none of those is that large.
    size: data.getUint32(at + 120, true),
  }
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Reads little-endian words on any machine, at any alignment. */
function asWords(bytes: Uint8Array): Uint32Array {
  if (isLittleEndian && bytes.byteOffset % 4 === 0) {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  }
  const data = viewOf(bytes)
  const words = new Uint32Array(bytes.length >> 2)
  for (let at = 0; at < words.length; at++) words[at] = data.getUint32(at * 4, true)
  return words
}

const corrupt = (damage: Message): EngineFailure =>
  new EngineFailure('corrupt_file', archiveMessages.corrupt_file.compoundFile(damage))
