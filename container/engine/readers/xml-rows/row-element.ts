import { specMessages } from '../../catalog/spec.ts'
import { EngineFailure } from '../../failure.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { Attributes } from './attributes.ts'
import { ElementNode } from './element-tree.ts'
import { LabelEvidence, markLabels } from './labels.ts'

/** Counts the elements in the head of a document that have the same path of names. */
interface ElementCounts {
  count: number
  /** The number of elements that have attributes or child elements. */
  records: number
  /** The number of elements that contain at least one of these elements. */
  parents: number
  /** The maximum number of these elements in one parent. */
  siblingsMax: number
  /** The number of these elements in the current parent. */
  siblings: number
  readonly labels: LabelEvidence
}

/** An outer element is the row, unless the inner one repeats this many times as often. */
const innerFactor = 4

/** The names in a document's head, and the elements that are its rows. */
export interface DocumentHead {
  readonly root: ElementNode
  readonly row: ElementNode | null
}

/** `path` is the spec's path to the rows. If it is null, the rows are the elements that repeat. */
export async function readDocumentHead(head: Uint8Array, isWhole: boolean, path: string | null): Promise<DocumentHead> {
  const counts = new Map<ElementNode, ElementCounts>()
  const root = new ElementNode('', null, { names: 0 })
  await scanHead(head, isWhole, root, counts)
  markLabels(new Map(Array.from(counts, ([node, { labels }]) => [node, labels])))
  root.settleKeys()
  const row = path === null ? repeatedElement(root, counts) : null
  for (const node of counts.keys()) {
    node.count = 0
    if (node === row || (path !== null && isAtPath(node, path))) node.isRow = true
    if (node.isRow || node.parent?.isInRow === true) node.isInRow = true
  }
  for (const node of attributesOf(root)) {
    node.count = 0
    node.isInRow = node.parent?.isInRow === true
  }
  return { root, row }
}

async function scanHead(
  head: Uint8Array,
  isWhole: boolean,
  root: ElementNode,
  counts: Map<ElementNode, ElementCounts>,
): Promise<void> {
  const scanner = new XmlScanner(once(head))
  const attributes = new Attributes()
  const open: ElementNode[] = [root]
  let fills = 0
  for (;;) {
    const token = scanner.next()
    if (token === XmlToken.end) return
    if (token === XmlToken.starved) {
      // A truncated head continues in the document, so its end proves nothing.
      if (fills++ > 0 && !isWhole) return
      await scanner.fill()
    } else if (token === XmlToken.open) {
      const parent = open.at(-1) ?? root
      const { buffer, wholeNameStart, nameEnd, tagEnd } = scanner
      const node = parent.child(buffer, wholeNameStart, nameEnd, false, -1)
      const ofNode = countElement(counts, node)
      if (ofNode.siblings > 1) node.isRepeated = true
      const parentCounts = counts.get(parent)
      if (parentCounts !== undefined) markRecord(parent, parentCounts)
      attributes.open(buffer, nameEnd, tagEnd)
      const given: [string, string][] = []
      while (attributes.next()) {
        if (attributes.isAside) continue
        node.child(buffer, attributes.nameStart, attributes.nameEnd, true, -1)
        markRecord(node, ofNode)
        given.push([attributes.name, attributes.value])
      }
      if (isField(node)) declareCell(parent, ofNode, given)
      ofNode.labels.add(given, ofNode.siblings === 1)
      if (!scanner.isSelfClosing) open.push(node)
      for (const child of scanner.isSelfClosing ? [] : node.children) {
        const inner = counts.get(child)
        if (inner !== undefined) inner.siblings = 0
      }
    } else if (token === XmlToken.close && open.length > 1) open.pop()
  }
}

/** If two tables of a document declare different cells, no names are used. */
function declareCell(
  table: ElementNode,
  { parents }: ElementCounts,
  given: readonly (readonly [string, string])[],
): void {
  if (parents === 1) table.cellNames.push(given.find(([name]) => name === 'name')?.[1] ?? '')
  else table.cellNames.length = 0
}

function countElement(counts: Map<ElementNode, ElementCounts>, node: ElementNode): ElementCounts {
  const ofNode = counts.get(node) ?? {
    count: 0,
    records: 0,
    parents: 0,
    siblingsMax: 0,
    siblings: 0,
    labels: new LabelEvidence(),
  }
  counts.set(node, ofNode)
  ofNode.count++
  if (ofNode.siblings === 0) ofNode.parents++
  ofNode.siblings++
  ofNode.siblingsMax = Math.max(ofNode.siblingsMax, ofNode.siblings)
  node.generation = 0
  return ofNode
}

/** Counts each element only once. */
function markRecord(node: ElementNode, ofNode: ElementCounts): void {
  if (node.generation === 1) return
  node.generation = 1
  ofNode.records++
}

/**
 * Finds the element with the most siblings of its name that looks like a record, or the outer element that contains it.
 */
function repeatedElement(root: ElementNode, counts: ReadonlyMap<ElementNode, ElementCounts>): ElementNode | null {
  const fields = [...counts.keys()].filter(({ label, isPositional }) => label !== null || isPositional)
  const several = [...counts].filter(([node, { siblingsMax }]) => siblingsMax > 1 && !fields.includes(node))
  const data = several.filter(([node]) => !isDeclaration(node))
  const repeated = data.length > 0 ? data : several
  const records = repeated.filter(([, { records: count, count: all }]) => count * 2 >= all)
  const lists = repeated.filter(([{ parent }]) => parent?.children.length === 1)
  const [most] = (records.length > 0 ? records : lists).toSorted(
    ([, one], [, other]) => other.siblingsMax - one.siblingsMax,
  )
  // A document without repetition has one row.
  if (most === undefined) return fields[0]?.parent ?? root.children.find(({ isAttribute }) => !isAttribute) ?? null
  const [node, { count, parents }] = most
  const outer = ancestorsOf(node).find((ancestor) => {
    const ofNode = records.find(([one]) => one === ancestor)?.[1]
    return ofNode !== undefined && ofNode.siblingsMax * innerFactor >= count / parents
  })
  return outer ?? node
}

/**
 * Tests whether an element declares columns rather than holding their values: in a schema (ADO), or as astronomers do
 * (VOTable).
 */
const isDeclaration = (node: ElementNode): boolean =>
  isField(node) || ancestorsOf(node).some(({ localName }) => /^schema$/i.test(localName))

const isField = ({ localName, parent }: ElementNode): boolean =>
  localName === 'FIELD' && /^(?:TABLE|GROUP)$/.test(parent?.localName ?? '')

/** Returns the ancestors, from the outermost to the innermost. */
function ancestorsOf(node: ElementNode): ElementNode[] {
  return node.parent === null ? [] : [...ancestorsOf(node.parent), node.parent]
}

function* attributesOf(node: ElementNode): Iterable<ElementNode> {
  for (const child of node.children) {
    if (child.isAttribute) yield child
    else yield* attributesOf(child)
  }
}

/**
 * `/catalog/book` is the path from the root. `catalog/book` and `catalog.book` match anywhere. Prefixes may be omitted.
 */
export function isAtPath(node: ElementNode, path: string): boolean {
  const isWhole = path.startsWith('/')
  const names = (path.includes('/') ? path.replace(/^\//, '').split('/') : path.split('.')).toReversed()
  let at: ElementNode | null = node
  for (const name of names) {
    if (at === null || at.parent === null || (at.name !== name && at.localName !== name)) return false
    at = at.parent
  }
  return !isWhole || at?.parent === null
}

export const noElement = (path: string, found: readonly string[]): EngineFailure => {
  const message = specMessages.path_not_found.xml(path, found)
  return new EngineFailure('invalid_spec', message, [{ code: 'path_not_found', message, value: path }])
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
