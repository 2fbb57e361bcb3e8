import { Elements, Members } from './json-members.ts'
import { Scan, skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

/** Keys lead to members, and indexes lead to elements. */
export type Path = readonly (string | number)[]
export const pathOf = (path: Path): string => path.join('.')

export interface Element {
  /** `rows` is an array of objects, `arrays` is an array of arrays of values, and `empty` is an empty array. */
  readonly kind: 'rows' | 'arrays' | 'empty' | 'object' | 'other'
  readonly start: number
  /** The end of the value, or Scan.incomplete if the window does not show it. */
  readonly end: number
}

export interface Member extends Element {
  readonly key: string
}

interface VisibleMembers {
  readonly list: readonly Member[]
  readonly hasNextDocument: boolean
}

/** Returns the visible members of the object that begins at `start`. */
export function membersAt(window: JsonWindow, start: number): VisibleMembers {
  const { bytes, end } = window
  const list: Member[] = []
  const members = Members.from(window, start)
  while (members.stepsToValue()) {
    const key = JSON.parse(new TextDecoder().decode(bytes.subarray(members.keyStart, members.keyEnd))) as string
    const isWhole = members.passesValue()
    list.push({ key, kind: kindOf(bytes, members.start, end), start: members.start, end: members.end })
    if (!isWhole) return { list, hasNextDocument: false }
  }
  return { list, hasNextDocument: members.isWhole && skipSpace(bytes, members.end, end) < end }
}

/** Returns the first elements that the window shows of the array that begins at `start`. */
export function elementsAt(window: JsonWindow, start: number, most: number): readonly Element[] {
  const list: Element[] = []
  const elements = Elements.from(window, start)
  while (list.length < most && elements.stepsToValue() && elements.start < window.end) {
    elements.passesValue()
    list.push({ kind: kindOf(window.bytes, elements.start, window.end), start: elements.start, end: elements.end })
    if (elements.end < 0) break
  }
  return list
}

function kindOf(bytes: Uint8Array, start: number, end: number): Element['kind'] {
  if (bytes[start] === 123) return 'object'
  if (bytes[start] !== 91) return 'other'
  const inside = skipSpace(bytes, start + 1, end)
  if (bytes[inside] === 123) return 'rows'
  if (bytes[inside] === 93) return 'empty'
  // Arrays of points, as in maps, are not rows of cells.
  return bytes[inside] === 91 && bytes[skipSpace(bytes, inside + 1, end)] !== 91 ? 'arrays' : 'other'
}

/** Returns the parsed value, or undefined if the window does not show all of it. */
export const parsed = ({ bytes }: JsonWindow, { start, end }: Element): unknown =>
  end < 0 ? undefined : (JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))) as unknown)

export const isCut = (element: Element | undefined): boolean => element?.end === Scan.incomplete
