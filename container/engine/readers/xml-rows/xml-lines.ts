import { documentMessages } from '../../catalog/documents.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { Reporter } from '../../report/reporter.ts'
import { xmlText } from '../json/opened-objects.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { Attributes } from './attributes.ts'
import type { ElementNode } from './element-tree.ts'
import { holdsValue } from './labels.ts'
import { appendJsonText, isBlank, type TextKind } from './json-string.ts'
import { isAtPath } from './row-element.ts'

const chunkBytes = 1 << 16
/** The maximum size of a row. */
const rowBytesMax = 256 << 20
/** The JSON reader accepts a thousand levels. An element takes one of them, and two if it repeats. */
const levelsMax = 250

const encoder = new TextEncoder()
const textKey = encoder.encode(`"${xmlText}":`)
const quote = 34
const comma = 44

/** An element that has not been closed. */
interface OpenElement {
  readonly node: ElementNode
  /** The index of the element's first part on the stack of parts. */
  readonly from: number
  /** The likely position of the next child in its node's list of children. */
  expected: number
  /** The number of cells without a name so far. */
  cells: number
  isNil: boolean
}

/** A part of a row: a text, an element or an attribute. Its JSON is in the scratch buffer. */
interface Part {
  /** This is null for a text. */
  node: ElementNode | null
  start: number
  end: number
  isBlank: boolean
}

/**
 * Converts rows of XML to lines of JSON, because JSON supports nested rows. An element without attributes and child
 * elements becomes its text. Any other element becomes an object, with `@` before the names of attributes and `#text`
 * for its text. Elements of a name that repeats within a row become an array.
 */
export class XmlLines {
  private readonly scanner: XmlScanner
  private readonly reporter: Reporter
  private readonly path: string | null
  private readonly attributes = new Attributes()
  private readonly open: OpenElement[]
  /** The contents of the row's elements. */
  private readonly scratch = new GrowingBytes(1 << 14, rowBytesMax)
  private readonly parts: Part[] = []
  private partCount = 0
  private readonly out = new GrowingBytes(chunkBytes * 2, rowBytesMax + chunkBytes)
  private generation = 0
  private rowDepth = 0
  private hasOtherReferences = false
  private readonly mixed = new Set<ElementNode>()

  constructor(chunks: AsyncIterable<Uint8Array>, root: ElementNode, path: string | null, reporter: Reporter) {
    this.scanner = new XmlScanner(chunks)
    this.open = [{ node: root, from: 0, expected: 0, cells: 0, isNil: false }]
    this.path = path
    this.reporter = reporter
  }

  async *lines(): AsyncGenerator<Uint8Array, void> {
    const { scanner, out } = this
    for (;;) {
      const token = scanner.next()
      if (token === XmlToken.starved) {
        if (out.length >= chunkBytes) {
          yield out.bytes.subarray(0, out.length)
          out.clear()
        }
        await scanner.fill()
      } else if (token === XmlToken.open) this.opened()
      else if (token === XmlToken.close) this.closed()
      else if (token === XmlToken.text) this.text()
      else break
    }
    if (out.length > 0) yield out.bytes.subarray(0, out.length)
    this.noteRest()
  }

  private opened(): void {
    const { scanner, open, attributes } = this
    const { buffer, wholeNameStart, nameEnd, tagEnd } = scanner
    const parent = open[open.length - 1] as OpenElement
    const { node: above } = parent
    const node = above.child(buffer, wholeNameStart, nameEnd, false, parent.expected)
    if (above.children[parent.expected] !== node) parent.expected = above.children.indexOf(node)
    parent.expected++
    if (node.count++ === 0 && this.path !== null && this.rowDepth === 0) node.isRow = isAtPath(node, this.path)
    if (this.rowDepth === 0 && node.isRow) {
      node.isInRow = true
      this.rowDepth = open.length
      this.scratch.clear()
      this.partCount = 0
    }
    if (open.length > levelsMax) throw scanner.broken(documentMessages.xmlError.depth(levelsMax))
    const element = {
      node: this.rowDepth === 0 ? node : this.columnOf(node, parent),
      from: this.partCount,
      expected: 0,
      cells: 0,
      isNil: false,
    }
    open.push(element)
    attributes.open(buffer, nameEnd, tagEnd)
    while (attributes.next()) this.attribute(element)
    if (attributes.isBroken) throw scanner.broken(documentMessages.xmlError.tag(node.name))
    if (scanner.isSelfClosing) this.ended()
  }

  /** Returns the node of the column that an attribute or the position names, or else the node of the element itself. */
  private columnOf(node: ElementNode, parent: OpenElement): ElementNode {
    if (node.isPositional) return node.column(node.cellName(++parent.cells))
    if (node.label === null) return node
    const { attributes, scanner } = this
    attributes.open(scanner.buffer, scanner.nameEnd, scanner.tagEnd)
    while (attributes.next()) if (attributes.name === node.label) return node.column(attributes.value)
    return node
  }

  private attribute(element: OpenElement): void {
    const { attributes, scanner } = this
    if (attributes.isAside) {
      if (attributes.isNil) element.isNil = true
      return
    }
    const { node } = element
    if (node.labelledBy !== null && this.isOfColumn(node.labelledBy)) return
    const { nameStart, nameEnd, valueStart, valueEnd } = attributes
    const one = node.child(scanner.buffer, nameStart, nameEnd, true, element.expected)
    if (node.children[element.expected] === one) element.expected++
    one.count++
    if (this.rowDepth === 0) return
    const start = this.scratch.length
    this.scratch.push(quote)
    this.append(valueStart, valueEnd, 'attribute')
    this.scratch.push(quote)
    this.addPart(one, start, false)
  }

  /** Tests whether an attribute names the column of its element or contains the column's value. */
  private isOfColumn(label: string): boolean {
    const { name, valueStart, valueEnd } = this.attributes
    if (name === label) return true
    if (!holdsValue(name)) return false
    const start = this.scratch.length
    this.append(valueStart, valueEnd, 'attribute')
    this.addPart(null, start, false)
    return true
  }

  private append(start: number, end: number, kind: TextKind): void {
    if (appendJsonText(this.scratch, this.scanner.buffer, start, end, kind)) this.hasOtherReferences = true
  }

  private addPart(node: ElementNode | null, start: number, blank: boolean): void {
    const part = this.parts[this.partCount++]
    const end = this.scratch.length
    if (part === undefined) this.parts.push({ node, start, end, isBlank: blank })
    else {
      part.node = node
      part.start = start
      part.end = end
      part.isBlank = blank
    }
  }

  private text(): void {
    const { scanner } = this
    const { buffer, textStart, textEnd, isCdata } = scanner
    if (textStart === textEnd) return
    const blank = isBlank(buffer, textStart, textEnd)
    if (this.rowDepth === 0) {
      const { node } = this.open[this.open.length - 1] as OpenElement
      if (!blank && node.parent === null) throw scanner.broken(documentMessages.xmlError.textOutside)
      if (!blank) node.hasText = true
      return
    }
    const start = this.scratch.length
    this.append(textStart, textEnd, isCdata ? 'cdata' : 'text')
    this.addPart(null, start, blank)
  }

  private closed(): void {
    const { scanner, open } = this
    const { node } = open[open.length - 1] as OpenElement
    if (!node.isNamed(scanner.buffer, scanner.wholeNameStart, scanner.nameEnd))
      throw scanner.broken(documentMessages.xmlError.endTagOf(node.name))
    this.ended()
  }

  private ended(): void {
    const element = this.open.pop() as OpenElement
    if (this.rowDepth === 0) return
    const isRow = this.open.length === this.rowDepth
    const start = this.scratch.length
    this.write(element, isRow)
    if (isRow) {
      this.out.append(this.scratch.bytes, start, this.scratch.length)
      this.out.push(10)
      this.rowDepth = 0
      return
    }
    this.partCount = element.from
    this.addPart(element.node, start, false)
  }

  /** Writes the element as JSON after its parts. */
  private write({ node, from, isNil }: OpenElement, isRow: boolean): void {
    let texts = 0
    let wordy = 0
    let named = 0
    for (let at = from; at < this.partCount; at++) {
      const part = this.parts[at] as Part
      if (part.node !== null) named++
      else {
        texts++
        if (!part.isBlank) wordy++
      }
    }
    if (named === 0 && !isRow) return isNil && wordy === 0 ? this.scratch.append(nothing) : this.writeText(from, texts)
    if (wordy > 0 && this.holdsElements(from)) this.mixed.add(node)
    this.writeObject(from, wordy > 0 || (named === 0 && texts > 0))
  }

  private holdsElements(from: number): boolean {
    for (let at = from; at < this.partCount; at++) if (this.parts[at]?.node?.isAttribute === false) return true
    return false
  }

  private writeText(from: number, texts: number): void {
    const { scratch, parts } = this
    scratch.push(quote)
    if (texts > 0) {
      for (let at = from; at < this.partCount; at++) {
        const { node, start, end } = parts[at] as Part
        if (node === null) copyWithin(scratch, start, end)
      }
    }
    scratch.push(quote)
  }

  private writeObject(from: number, hasText: boolean): void {
    const { scratch, parts, partCount } = this
    const generation = ++this.generation
    for (let at = from; at < partCount; at++) {
      const { node } = parts[at] as Part
      if (node === null) continue
      node.times = node.generation === generation ? node.times + 1 : 1
      node.generation = generation
    }
    scratch.push(123)
    let isFirst = true
    for (let at = from; at < partCount; at++) {
      const { node, start, end } = parts[at] as Part
      // The first part with this name has already written all of them.
      if (node === null || node.times === 0) continue
      if (!isFirst) scratch.push(comma)
      isFirst = false
      scratch.append(node.key)
      if (node.times > 1 || node.isRepeated) this.writeList(node, at)
      else copyWithin(scratch, start, end)
      node.times = 0
    }
    if (hasText) {
      if (!isFirst) scratch.push(comma)
      scratch.append(textKey)
      this.writeText(from, 1)
    }
    scratch.push(125)
  }

  private writeList(node: ElementNode, from: number): void {
    const { scratch, parts, partCount } = this
    scratch.push(91)
    for (let at = from; at < partCount; at++) {
      const part = parts[at] as Part
      if (part.node !== node) continue
      if (at > from) scratch.push(comma)
      copyWithin(scratch, part.start, part.end)
    }
    scratch.push(93)
  }

  private noteRest(): void {
    const { reporter } = this
    const root = (this.open[0] as OpenElement).node
    const outside = [...outsideRows(root)]
    if (outside.length > 0) {
      const shown = outside.slice(0, shownMax).map(({ path, count }) => (count > 1 ? `${path} (${count} times)` : path))
      reporter.note(documentMessages.notes.outsideRows(shown.join(', '), outside.length - shownMax))
    }
    for (const node of [...this.mixed].slice(0, shownMax)) reporter.note(documentMessages.notes.mixedText(node.path))
    if (this.hasOtherReferences) reporter.note(documentMessages.notes.references)
  }
}

const shownMax = 20
const nothing = encoder.encode('null')

/** Yields the elements and attributes outside the rows that have a value. */
function* outsideRows(node: ElementNode): Iterable<ElementNode> {
  for (const child of node.children) {
    if (child.isInRow || child.count === 0) continue
    if (child.isAttribute || child.hasText || child.children.length === 0) yield child
    yield* outsideRows(child)
  }
}

/** Appends bytes of the buffer to the same buffer. */
function copyWithin(out: GrowingBytes, start: number, end: number): void {
  out.reserve(end - start)
  out.append(out.bytes, start, end)
}
