import { documentMessages } from '../../catalog/documents.ts'
import { EngineFailure } from '../../failure.ts'

/** A document with more names is not a table, and every column would take kilobytes of memory. */
const namesMax = 1 << 18

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface NameCounts {
  names: number
}

/**
 * A name at a position in the document. Elements with the same path of names share a node, and so do their attributes.
 * The tree grows with the names in a document, never with its rows.
 */
export class ElementNode {
  /** The name with its prefix, as in the document. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly parent: ElementNode | null
  readonly isAttribute: boolean
  readonly children: ElementNode[] = []
  /** The number of elements or attributes of this name so far. */
  count = 0
  /** Whether several elements of this name have the same parent. */
  isRepeated = false
  /** Whether the element has text besides white space. This is only set outside of rows. */
  hasText = false
  /** Whether the element is a row or part of one. */
  isInRow = false
  isRow = false
  /** The number of the parent element that was counted last. It reveals names that repeat within one parent. */
  generation = 0
  times = 0
  /** The JSON key with its quotes and its colon, or null before it is known. */
  private ownKey: Uint8Array | null = null
  /** The attribute that names the column of each element of this name. */
  label: string | null = null
  /** Whether each element's position among its siblings names its column. */
  isPositional = false
  /** The names that a VOTable declares for the cells of its rows. */
  readonly cellNames: string[] = []
  /** The element of the document to which this column belongs, and the column's name. */
  private columnOf: ElementNode | null = null
  private columnName: string | null = null
  private readonly columns = new Map<string, ElementNode>()
  private readonly byName = new Map<string, ElementNode>()
  private readonly keyOwners = new Map<string, ElementNode>()
  private readonly counts: NameCounts

  constructor(name: string, parent: ElementNode | null, counts: NameCounts, isAttribute = false) {
    this.name = name
    this.bytes = encoder.encode(name)
    this.parent = parent
    this.counts = counts
    this.isAttribute = isAttribute
    if (++counts.names > namesMax)
      throw new EngineFailure('corrupt_file', documentMessages.corrupt_file.manyNames(namesMax))
  }

  /** `expected` is the child's likely position in the list of children. */
  child(source: Uint8Array, start: number, end: number, isAttribute: boolean, expected: number): ElementNode {
    const near = this.children[expected]
    if (near !== undefined && near.isAttribute === isAttribute && near.isNamed(source, start, end)) return near
    const name = decoder.decode(source.subarray(start, end))
    const key = isAttribute ? `@${name}` : name
    const known = this.byName.get(key)
    if (known !== undefined) return known
    const node = new ElementNode(name, this, this.counts, isAttribute)
    node.isInRow = this.isInRow
    node.inheritFrom(this.columnOf?.byName.get(key))
    this.byName.set(key, node)
    this.children.push(node)
    return node
  }

  /** Returns the node for those elements of this name that form one column. */
  column(name: string): ElementNode {
    const known = this.columns.get(name)
    if (known !== undefined) return known
    const node = new ElementNode(this.name, this.parent, this.counts)
    node.columnOf = this
    node.columnName = name
    node.isInRow = this.isInRow
    this.columns.set(name, node)
    return node
  }

  /** Returns the name of the cell at a position: declared above the rows, or made of the element's name. */
  cellName(at: number): string {
    for (let above = this.parent; above !== null; above = above.parent) {
      const name = above.cellNames[at - 1]
      if (name !== undefined && name !== '') return name
    }
    return `${this.localName}_${at}`
  }

  /** Returns the attribute that names this column. */
  get labelledBy(): string | null {
    return this.columnOf?.label ?? null
  }

  /** Elements inside columns get the properties that the head showed inside the element itself. */
  private inheritFrom(like: ElementNode | undefined): void {
    if (like === undefined) return
    this.isRepeated = like.isRepeated
    this.label = like.label
    this.isPositional = like.isPositional
  }

  isNamed(source: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this
    if (bytes.length !== end - start) return false
    for (let at = 0; at < bytes.length; at++) if (bytes[at] !== source[start + at]) return false
    return true
  }

  get localName(): string {
    return this.name.slice(this.name.indexOf(':') + 1)
  }

  get path(): string {
    if (this.parent === null) return ''
    return `${this.parent.path}/${this.isAttribute ? '@' : ''}${this.name}`
  }

  /**
   * Returns the key in JSON: the local name, or the full name if another name in the same element has the same local
   * name.
   */
  get key(): Uint8Array {
    this.ownKey ??= encoder.encode(`${JSON.stringify(this.keyText())}:`)
    return this.ownKey
  }

  private keyText(): string {
    const sign = this.isAttribute ? '@' : ''
    if (this.columnName !== null)
      return this.parent?.claims(this.columnName, this) === false
        ? `${this.localName}_${this.columnName}`
        : this.columnName
    if (this.parent?.claims(sign + this.localName, this) !== false) return sign + this.localName
    return sign + (this.name.includes(':') ? this.name : `:${this.name}`)
  }

  private claims(key: string, node: ElementNode): boolean {
    const owner = this.keyOwners.get(key) ?? node
    this.keyOwners.set(key, owner)
    return owner === node
  }

  /**
   * Sets the keys of all names known so far. Names without a prefix come first, and names that share a local name keep
   * their prefix.
   */
  settleKeys(): void {
    const shared = new Map<string, number>()
    const keyOf = ({ isAttribute, localName }: ElementNode): string => (isAttribute ? '@' : '') + localName
    for (const child of this.children) shared.set(keyOf(child), (shared.get(keyOf(child)) ?? 0) + 1)
    for (const child of this.children.toSorted((a, b) => Number(a.name.includes(':')) - Number(b.name.includes(':')))) {
      // If all names that share the local name have a prefix, no element gets the plain local name.
      if ((shared.get(keyOf(child)) ?? 0) > 1 && child.name.includes(':') && !this.keyOwners.has(keyOf(child)))
        this.keyOwners.set(keyOf(child), this)
      child.ownKey = encoder.encode(`${JSON.stringify(child.keyText())}:`)
      child.settleKeys()
    }
  }
}
