import type { ElementNode } from './element-tree.ts'

/**
 * Attributes that name the column of their element, as in `<field name="id">1</field><field name="city">Ulm</field>`.
 * Cells may also have no names at all, as in `<td>1</td><td>Ulm</td>`.
 */
const labelName = /^(?:name|key|col(?:umn)?|field|property|(?:col(?:umn)?|field)[-_]?name)$/i
/** Attributes that describe the value, next to the one with its name. */
const describesValue =
  /^(?:type|data-?type|class|format|length|size|precision|scale|null(?:able)?|is-?null|nil|index|position|ordinal|value|val|v)$/i
/** An attribute with the value of an empty element. */
const valueName = /^(?:value|val|v)$/i
/** Names of elements that contain little more than one value of a row. */
const fieldElement = /^(?:field|column|col|cell|property|attribute|attr|param|data|value|item|td|th|c|d|v)$/i
const cellElement = /^(?:td|th|cell|col|column|field|value|c|d|v|entry|item)$/i

export const holdsValue = (attribute: string): boolean => valueName.test(attribute)

/** Collects the attributes of elements with one name in the head of a document. */
export class LabelEvidence {
  /** The attribute that may name columns. */
  attribute: string | null = null
  private isLabel = true
  private isBare = true
  private elements = 0
  private parents = 0
  private readonly labels = new Set<string>()
  private inParent = new Set<string>()
  private siblings = 0
  private readonly widths = new Set<number>()

  /** Adds the attributes of one element. `isFirst` means that it is the first of its name in its parent. */
  add(attributes: readonly (readonly [name: string, value: string])[], isFirst: boolean): void {
    if (isFirst) this.endParent()
    this.elements++
    this.siblings++
    if (attributes.length > 0) this.isBare = false
    const label = attributes.find(([name]) => labelName.test(name))
    const others = attributes.filter((one) => one !== label)
    this.attribute ??= label?.[0] ?? null
    const isNew = label !== undefined && label[0] === this.attribute && label[1] !== '' && !this.inParent.has(label[1])
    if (!isNew || others.some(([name]) => !describesValue.test(name))) this.isLabel = false
    else this.inParent.add(label[1])
    if (isNew && this.isLabel) this.labels.add(label[1])
  }

  endParent(): void {
    if (this.siblings > 0) this.widths.add(this.siblings)
    this.siblings = 0
    this.parents++
    this.inParent = new Set()
  }

  /** An attribute may be a label if it occurs once per parent and most labels occur in most parents. */
  mayLabel({ localName, parent }: ElementNode): boolean {
    if (!this.isLabel || this.labels.size === 0) return false
    const isField = fieldElement.test(localName)
    // Named values directly below the root are rows of settings.
    if (this.parents < 2) return isField && parent?.parent?.parent != null
    return this.elements >= this.labels.size * this.parents * (isField ? 0.1 : 0.5)
  }

  /** Tests for several elements beside this one with the same attribute as their label. */
  isNamedLike(others: readonly (readonly [ElementNode, LabelEvidence])[], { parent }: ElementNode): boolean {
    if (!this.isLabel || this.labels.size === 0) return false
    const beside = others.filter(([{ label, parent: same }]) => same === parent && label === this.attribute)
    return beside.length > 1
  }

  /**
   * Tests whether elements without names are cells. The row contains nothing else, and each row has the same number of
   * them.
   */
  isPositional({ localName, parent }: ElementNode): boolean {
    if (!this.isBare || this.parents < 2 || this.widths.has(1) || parent?.children.length !== 1) return false
    return this.widths.size === 1 ? cellElement.test(localName) : /^(?:td|th|cell)$/i.test(localName)
  }
}

/** Finds the elements for which an attribute or the position names the column. */
export function markLabels(evidences: ReadonlyMap<ElementNode, LabelEvidence>): void {
  const possible = [...evidences].filter(([node, evidence]) => evidence.mayLabel(node))
  for (const [node, { attribute }] of possible) {
    const besides = possible.some(([other]) => other !== node && other.parent === node.parent)
    if (node.isRepeated || besides) node.label = attribute
  }
  // A field that occurs in a single row is named like the fields beside it.
  for (const [node, evidence] of evidences)
    if (node.label === null && evidence.isNamedLike(possible, node)) node.label = evidence.attribute
  for (const [node, evidence] of evidences) if (node.isRepeated && evidence.isPositional(node)) node.isPositional = true
}
