import { GrowingBytes } from '../../bytes/growing-bytes.ts'

export const shapeTypes: ReadonlyMap<string, number> = new Map([
  ['POINT', 1],
  ['LINESTRING', 2],
  ['POLYGON', 3],
  ['MULTIPOINT', 4],
  ['MULTILINESTRING', 5],
  ['MULTIPOLYGON', 6],
  ['GEOMETRYCOLLECTION', 7],
  ['GEOMCOLLECTION', 7],
])

/** The maximum nesting of collections. No map needs more. */
export const depthMax = 16

/**
 * Returns where the WKB starts, or -1 if there is none. MySQL stores a geometry as its SRID in four bytes, followed by
 * WKB.
 */
export function wkbStart(bytes: Uint8Array, start: number, end: number): number {
  const isWkb = (at: number): boolean => {
    const order = bytes[at]
    const type = bytes[order === 1 ? at + 1 : at + 4] ?? 0
    return end - at >= 9 && (order === 0 || order === 1) && type >= 1 && type <= 7
  }
  if (isWkb(start + 4)) return start + 4
  return isWkb(start) ? start : -1
}

/** Returns PostgreSQL's own `point`, or null if the WKB is another shape. */
export function pointText(wkb: Uint8Array): string | null {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const isLittle = wkb[0] === 1
  if (wkb.length !== 21 || view.getUint32(1, isLittle) !== 1) return null
  return `(${view.getFloat64(5, isLittle)},${view.getFloat64(13, isLittle)})`
}

/** Returns the same shape with the coordinates of every point swapped, or null if the bytes end too early. */
export function withAxesSwapped(wkb: Uint8Array): Uint8Array | null {
  const swapped = wkb.slice()
  const view = new DataView(swapped.buffer)
  let at = 0
  const points = (count: number): void => {
    for (let point = 0; point < count; point++, at += 16) {
      const [x, y] = [view.getFloat64(at), view.getFloat64(at + 8)]
      view.setFloat64(at, y)
      view.setFloat64(at + 8, x)
    }
  }
  const shape = (depth: number): void => {
    const isLittle = swapped[at] === 1
    const type = view.getUint32(at + 1, isLittle)
    at += 5
    const counted = (): number => view.getUint32((at += 4) - 4, isLittle)
    if (type === 1) points(1)
    else if (type === 2) points(counted())
    else if (type === 3) for (let rings = counted(); rings > 0; rings--) points(counted())
    else if (depth > depthMax) throw new RangeError()
    else for (let parts = counted(); parts > 0; parts--) shape(depth + 1)
  }
  try {
    shape(0)
    return swapped
  } catch {
    return null
  }
}

const sridFlag = 0x2000_0000

/** Returns a geometry in the notation of PostGIS: the digits of its WKB, which may contain an SRID. */
export function postgisText(wkb: Uint8Array, srid: number): string {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const isLittle = wkb[0] === 1
  const head = new Uint8Array(srid === 0 ? 5 : 9)
  const headView = new DataView(head.buffer)
  head[0] = wkb[0] ?? 1
  headView.setUint32(1, view.getUint32(1, isLittle) + (srid === 0 ? 0 : sridFlag), isLittle)
  if (srid !== 0) headView.setUint32(5, srid, isLittle)
  const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (hex(head) + hex(wkb.subarray(5))).toUpperCase()
}

/** Converts `POINT(1 2)` to WKB. Returns null for any other text. */
export function wkbOf(text: string): Uint8Array | null {
  const words = text.toUpperCase().match(/[A-Z]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?|[(),]/g) ?? []
  const reader = new WktReader(words)
  return reader.geometry(0) && reader.isDone ? reader.out.bytes.slice(0, reader.out.length) : null
}

/** Writes WKB as it reads. Every method returns whether the text is valid. */
class WktReader {
  readonly out = new GrowingBytes(128)
  private readonly words: readonly string[]
  private at = 0

  constructor(words: readonly string[]) {
    this.words = words
  }

  get isDone(): boolean {
    return this.at === this.words.length
  }

  geometry(depth: number): boolean {
    const type = shapeTypes.get(this.words[this.at++] ?? '')
    if (type === undefined || depth > depthMax) return false
    this.head(type)
    switch (type) {
      case 1:
        return this.take('(') && this.point() && this.take(')')
      case 2:
        return this.list(() => this.point())
      case 3:
        return this.list(() => this.list(() => this.point()))
      case 4:
        return this.list(() => this.pointOfMany())
      case 5:
        return this.list(() => this.part(2, () => this.list(() => this.point())))
      case 6:
        return this.list(() => this.part(3, () => this.list(() => this.list(() => this.point()))))
      default:
        return this.list(() => this.geometry(depth + 1))
    }
  }

  private part(type: number, read: () => boolean): boolean {
    this.head(type)
    return read()
  }

  /** Reads `(1 2)` or `1 2`. A MULTIPOINT may contain both. */
  private pointOfMany(): boolean {
    this.head(1)
    return this.take('(') ? this.point() && this.take(')') : this.point()
  }

  private list(read: () => boolean): boolean {
    const countAt = this.out.length
    this.number32(0)
    if (!this.take('(')) return this.words[this.at++] === 'EMPTY'
    let count = 0
    do {
      if (!read()) return false
      count++
    } while (this.take(','))
    new DataView(this.out.bytes.buffer).setUint32(countAt, count, true)
    return this.take(')')
  }

  private point(): boolean {
    return this.coordinate() && this.coordinate()
  }

  private coordinate(): boolean {
    const value = Number(this.words[this.at++])
    if (!Number.isFinite(value)) return false
    this.out.reserve(8)
    new DataView(this.out.bytes.buffer).setFloat64(this.out.length, value, true)
    this.out.length += 8
    return true
  }

  private head(type: number): void {
    this.out.push(1)
    this.number32(type)
  }

  private number32(value: number): void {
    this.out.reserve(4)
    new DataView(this.out.bytes.buffer).setUint32(this.out.length, value, true)
    this.out.length += 4
  }

  private take(word: string): boolean {
    if (this.words[this.at] !== word) return false
    this.at++
    return true
  }
}
