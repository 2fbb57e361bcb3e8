import { isTable, type Table } from './json-table.ts'
import { type Member, membersAt, pathOf } from './json-visible.ts'
import type { JsonWindow } from './json-window.ts'

/** Members that describe the document and are not columns of a record. */
const aboutDocument = new Set([
  'description',
  'title',
  'source',
  'sources',
  'version',
  'license',
  'comment',
  'note',
  'count',
  'total',
  'updated',
  'date',
  'url',
  'about',
  'credit',
  'author',
  'language',
])
const namesOfLists = new Set(['items', 'data', 'rows', 'records', 'results', 'values', 'list', 'entries'])

/**
 * Returns the only list of scalars in a document that is not itself a record: `{"description":"…","items":["a","b"]}`.
 */
export function onlyList({ bytes }: JsonWindow, list: readonly Member[]): Table | null {
  const [only, next] = list.filter(({ start }) => bytes[start] === 91)
  const others = list.filter((member) => member !== only)
  if (only?.kind !== 'other' || next !== undefined || others.some(({ kind }) => kind !== 'other')) return null
  const isList = namesOfLists.has(only.key) || others.every(({ key }) => aboutDocument.has(key.toLowerCase()))
  if (others.length === 0 || !isList) return null
  return { start: only.start, path: [only.key], columns: null, beside: others.map(({ key }) => key), isReported: false }
}

const levelsMax = 3

/** Returns the paths of all arrays of rows inside the document's objects, down to a few levels. */
export function arraysOfRows(window: JsonWindow, list: readonly Member[], levels = levelsMax): string[] {
  return list.flatMap((member) => {
    if (isTable(member)) return [pathOf([member.key])]
    if (member.kind !== 'object' || levels === 0) return []
    return arraysOfRows(window, membersAt(window, member.start).list, levels - 1).map((path) =>
      pathOf([member.key, path]),
    )
  })
}
