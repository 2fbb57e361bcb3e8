import { depthMax, shapeTypes, withAxesSwapped, wkbOf } from './spatial.ts'

export interface Geometry {
  readonly wkb: Uint8Array
  /** The SRID, or zero without one. */
  readonly srid: number
}

/**
 * Reads `ST_GeomFromText('POINT(1 2)', 4326)` and its many variants, and `POINT(1, 2)`. Returns null for any other
 * expression. MySQL 8 reads latitude first if the reference system requires it, and stores longitude first, as PostGIS
 * does. Only MySQL 8 has columns with an SRID, so that rule is known to apply there.
 */
export function geometryOf(expression: string, columnSrid: number): Geometry | null {
  const [, inside, given] = /^ST_SRID\s*\(([\s\S]*),\s*(\d{1,6})\s*\)$/i.exec(expression) ?? []
  if (inside !== undefined) {
    const moved = geometryOf(inside.trim(), columnSrid)
    return moved === null ? null : { wkb: moved.wkb, srid: Number(given) }
  }
  const made = wktOfCalls(expression)
  if (made !== null) return geometry(wkbOf(made), 0)
  const read = textIn(expression) ?? bytesIn(expression)
  if (read === null) return null
  const [, srid = '', axes = ''] = optionsOfCall.exec(read.options) ?? []
  const isLatitudeFirst = axes === '' ? Number(srid) === columnSrid && isGeographic(columnSrid) : axes === 'lat-long'
  return geometry(isLatitudeFirst && read.wkb !== null ? withAxesSwapped(read.wkb) : read.wkb, Number(srid))
}

const geometry = (wkb: Uint8Array | null, srid: number): Geometry | null => (wkb === null ? null : { wkb, srid })

/** Tests for the numbers that the EPSG registry assigns to coordinates on the globe. */
const isGeographic = (srid: number): boolean => srid > 4000 && srid < 5000

/** Matches the end of a call, such as `, 4326, 'axis-order=long-lat')`. */
const optionsOfCall = /^\s*(?:,\s*(\d{1,6})\s*)?(?:,\s*['"]axis-order=([\w-]+)['"]\s*)?\)\s*$/

interface Read {
  readonly wkb: Uint8Array | null
  /** The end of the call. */
  readonly options: string
}

function textIn(expression: string): Read | null {
  const found = /^(?:ST_)?\w+From(?:Text|WKT)\s*\(\s*(?:_\w+\s*)?(['"])([^'"]*)\1/i.exec(expression)
  return found === null ? null : { wkb: wkbOf(found[2] ?? ''), options: expression.slice(found[0].length) }
}

function bytesIn(expression: string): Read | null {
  const found = /^(?:ST_)?\w+FromWKB\s*\(\s*(?:0x|x')((?:[\da-f]{2})+)'?/i.exec(expression)
  if (found === null) return null
  const wkb = Uint8Array.from(found[1]?.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return { wkb, options: expression.slice(found[0].length) }
}

interface Shape {
  readonly type: string
  readonly parts: readonly Shape[]
  /** The coordinates of a point. */
  readonly coordinates: string
}

/**
 * Converts `LINESTRING(POINT(1, 2), POINT(3, 4))` to `LINESTRING(1 2,3 4)`. Returns null if the expression consists of
 * anything but these functions of MySQL.
 */
function wktOfCalls(expression: string): string | null {
  const words = expression.match(/\w+(?=\s*\()|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|\S/gi) ?? []
  let at = 0
  const shape = (depth: number): Shape | null => {
    const type = (words[at++] ?? '').toUpperCase().replace(/^ST_/, '')
    if (!shapeTypes.has(type) || depth > depthMax || words[at++] !== '(') return null
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
