import { GrowingBytes } from '../../bytes/growing-bytes.ts'

const types: ReadonlyMap<string, number> = new Map([
  ['POINT', 1],
  ['LINESTRING', 2],
  ['POLYGON', 3],
  ['MULTIPOINT', 4],
  ['MULTILINESTRING', 5],
  ['MULTIPOLYGON', 6],
  ['GEOMETRYCOLLECTION', 7],
  ['GEOMCOLLECTION', 7],
])

/** The deepest nesting of collections: no map needs more. */
const depthMax = 16

/** MySQL keeps a geometry as its SRID in four bytes, then WKB. Answers where the WKB starts, -1 where there is none. */
export function wkbStart(bytes: Uint8Array, start: number, end: number): number {
  const isWkb = (at: number): boolean => {
    const order = bytes[at]
    const type = bytes[order === 1 ? at + 1 : at + 4] ?? 0
    return end - at >= 9 && (order === 0 || order === 1) && type >= 1 && type <= 7
  }
  if (isWkb(start + 4)) return start + 4
  return isWkb(start) ? start : -1
}

/** `ST_GeomFromText('POINT(1 2)', 4326)` and its many sisters, and `POINT(1, 2)`, as WKB; null for every other expression. */
export function geometryOf(expression: string): Uint8Array | null {
  const made = wktOfCalls(expression)
  if (made !== null) return wkbOf(made)
  const text = /^(?:ST_)?\w+From(?:Text|WKT)\s*\(\s*(?:_\w+\s*)?(['"])([^'"]*)\1/i.exec(expression)?.[2]
  if (text !== undefined) return wkbOf(text)
  const hex = /^(?:ST_)?\w+FromWKB\s*\(\s*(?:0x|x')((?:[\da-f]{2})+)/i.exec(expression)?.[1]
  return hex === undefined ? null : Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The SRID that `ST_GeomFromText('…', 4326)` gives; zero where there is none. */
export const sridOf = (expression: string): number => Number(/,\s*(\d{1,6})\s*\)\s*$/.exec(expression)?.[1] ?? 0)

interface Shape {
  readonly type: string
  readonly parts: readonly Shape[]
  /** The coordinates of a point. */
  readonly coordinates: string
}

/** `LINESTRING(POINT(1, 2), POINT(3, 4))` as `LINESTRING(1 2,3 4)`; null where the functions of MySQL are not what stands there. */
function wktOfCalls(expression: string): string | null {
  const words = expression.match(/\w+(?=\s*\()|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|\S/gi) ?? []
  let at = 0
  const shape = (depth: number): Shape | null => {
    const type = (words[at++] ?? '').toUpperCase().replace(/^ST_/, '')
    if (!types.has(type) || depth > depthMax || words[at++] !== '(') return null
    if (type === 'POINT') {
      const [x, comma, y, end] = words.slice(at, (at += 4))
      const isPoint = comma === ',' && end === ')' && Number.isFinite(Number(x)) && Number.isFinite(Number(y))
      return isPoint ? { type, parts: [], coordinates: `${x} ${y}` } : null
    }
    const parts: Shape[] = []
    do {
      const part = shape(depth + 1)
      if (part === null) return null
      parts.push(part)
    } while (words[at++] === ',')
    return words[at - 1] === ')' ? { type, parts, coordinates: '' } : null
  }
  const whole = shape(0)
  return whole === null || at !== words.length ? null : `${whole.type}(${insideOf(whole)})`
}

function insideOf({ type, parts, coordinates }: Shape): string {
  if (type === 'POINT') return coordinates
  const inside = parts.map(insideOf)
  if (type === 'LINESTRING' || type === 'MULTIPOINT') return inside.join(',')
  const isCollection = type.startsWith('GEOM')
  return inside.map((part, at) => `${isCollection ? parts[at]?.type : ''}(${part})`).join(',')
}

/** PostgreSQL's own `point`, or null where the WKB is of another shape. */
export function pointText(wkb: Uint8Array): string | null {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const isLittle = wkb[0] === 1
  if (wkb.length !== 21 || view.getUint32(1, isLittle) !== 1) return null
  return `(${view.getFloat64(5, isLittle)},${view.getFloat64(13, isLittle)})`
}

const sridFlag = 0x2000_0000

/** PostGIS reads a geometry as the digits of its WKB, which may name an SRID. */
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

function wkbOf(text: string): Uint8Array | null {
  const words = text.toUpperCase().match(/[A-Z]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?|[(),]/g) ?? []
  const reader = new WktReader(words)
  return reader.geometry(0) && reader.isDone ? reader.out.bytes.slice(0, reader.out.length) : null
}

/** Writes WKB while it reads; every method answers whether the text was as it should be. */
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
    const type = types.get(this.words[this.at++] ?? '')
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

  /** `(1 2)` or `1 2`: both stand in a MULTIPOINT. */
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
