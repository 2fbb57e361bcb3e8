import { membersAt } from './json-visible.ts'
import type { Place } from './json-place.ts'
import { scanString, scanValue, skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

/** The members of rows that are opened: each is an object, and its members become columns. */
export type OpenedObjects = ReadonlyMap<string, OpenedObjects>

export const nothingOpened: OpenedObjects = new Map()

export interface Opening {
  /**
   * The number of levels to open, from `input.flatten`. Null opens one level of wrappers and of records that every row
   * has.
   */
  readonly levels: number | null
  /**
   * Whether the source is XML. In XML, an element may be absent, and an element with attributes and text is both an
   * object and a value.
   */
  readonly isXml: boolean
  readonly rowsMax: number
}

type Json = Readonly<Record<string, unknown>>

/** Common names for the object around a row's values. Its members may differ between rows. */
const wrappers = new Set(['properties', '_source', 'attributes', 'node', 'data', 'fields', 'resource', 'document'])
/** The member with the text of an element that has attributes. */
export const xmlText = '#text'
const rowsExamined = 1000
/** An object with more members is a map. */
const recordMembersMax = 64

/** Chooses the objects to open, based on the rows visible at the window's position. */
export function openedObjects(window: JsonWindow, place: Place, opening: Opening): OpenedObjects {
  const { levels, isXml, rowsMax } = opening
  if (levels === 0) return nothingOpened
  const rows = visibleRows(window, place, Math.min(rowsExamined, rowsMax), levels === null && !isXml)
  // A single row does not show what all rows have in common.
  if (rows.length < 2 && levels === null && !isXml) return nothingOpened
  return openedIn(rows, levels ?? 1, opening)
}

function openedIn(rows: readonly Json[], levels: number, opening: Opening): OpenedObjects {
  const opened = new Map<string, OpenedObjects>()
  if (levels === 0) return opened
  for (const key of keysOf(rows)) {
    const values = rows.map((row) => row[key]).filter((value) => value !== undefined && value !== null)
    const objects = values.filter(isObject)
    if (!isOpened(key, { rows: rows.length, values, objects }, opening)) continue
    opened.set(key, openedIn(objects, levels - 1, opening))
  }
  return opened
}

interface Found {
  readonly rows: number
  readonly values: readonly unknown[]
  readonly objects: readonly Json[]
}

function isOpened(key: string, { rows, values, objects }: Found, { levels, isXml }: Opening): boolean {
  if (objects.every((one) => Object.keys(one).length === 0)) return false
  if (isXml) return !values.some(Array.isArray)
  if (objects.length < values.length) return false
  return levels !== null || (objects.length === rows && (wrappers.has(key) || isRecord(objects)))
}

/** A record has the same scalar members in every row. They become columns with a common prefix. */
function isRecord(objects: readonly Json[]): boolean {
  const keys = Object.keys(objects[0] ?? {})
  if (keys.length === 0 || keys.length > recordMembersMax) return false
  return objects.every(
    (one) =>
      Object.keys(one).length === keys.length && keys.every((key) => Object.hasOwn(one, key) && isScalar(one[key])),
  )
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const keysOf = (objects: readonly Json[]): readonly string[] => [...new Set(objects.flatMap((one) => Object.keys(one)))]

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * If `needsObject` is set, the result is empty when the first row contains no object. That is the case in most files.
 */
function visibleRows(window: JsonWindow, place: Place, most: number, needsObject: boolean): Json[] {
  const { bytes, end: limit, isLast } = window
  const rows: Json[] = []
  let at = skipSpace(bytes, window.at, limit)
  while (rows.length < most && at < limit) {
    if (rows.length > 0 && (bytes[at] === 44 || bytes[at] === 30)) at = skipSpace(bytes, at + 1, limit)
    if (place === 'members') {
      const keyEnd = bytes[at] === 34 ? scanString(bytes, at, limit) : -1
      if (keyEnd < 0) break
      at = skipSpace(bytes, skipSpace(bytes, keyEnd, limit) + 1, limit)
    }
    if (bytes[at] !== 123 || at >= limit) break
    if (rows.length === 0 && needsObject && !membersAt(window, at).list.some(({ kind }) => kind === 'object')) break
    const end = scanValue(bytes, at, limit, isLast)
    if (end < 0) break
    rows.push(JSON.parse(decoder.decode(bytes.subarray(at, end))) as Json)
    at = skipSpace(bytes, end, limit)
  }
  return rows
}

const decoder = new TextDecoder()
