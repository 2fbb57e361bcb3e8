import { areBytes } from '../../bytes/same-bytes.ts'
import { type OpenedObjects, xmlText } from './opened-objects.ts'

/** Separates the keys of a path. No key in a document contains it unescaped. */
export const keySeparator = '\0'

/** A key of an object. It has a column for its value or, if the value is opened, a level for the keys inside. */
export interface KeySlot {
  /** The keys that lead to the value. */
  readonly path: string
  /** The column, or −1 if it has none yet. */
  column: number
  readonly level: KeyLevel | null
  /** The key that shares a column with this one. In XML, an element's text is the value of the element itself. */
  readonly owner: KeySlot | null
  /** The number of the last row with this key. */
  generation: number
  /** The position of the row's value in the text. */
  valueAt: number
}

/** The keys of a row, or of an object opened inside it, in order of first appearance. */
export class KeyLevel {
  readonly slots: KeySlot[] = []
  private readonly keys: Uint8Array[] = []
  private readonly slotOf = new Map<string, number>()
  private readonly opened: OpenedObjects
  private readonly prefix: string
  private readonly owner: KeySlot | null

  constructor(opened: OpenedObjects, prefix = '', owner: KeySlot | null = null) {
    this.opened = opened
    this.prefix = prefix
    this.owner = owner
  }

  isKey(slot: number, bytes: Uint8Array, start: number, end: number): boolean {
    const key = this.keys[slot]
    return key !== undefined && areBytes(key, bytes, start, end)
  }

  pathOf(name: string): string {
    return this.prefix + name
  }

  /** Returns −1 if the key is unknown. */
  find(name: string): number {
    return this.slotOf.get(name) ?? -1
  }

  add(name: string): number {
    const inner = this.opened.get(name)
    const path = this.pathOf(name)
    const slot: { -readonly [Field in keyof KeySlot]: KeySlot[Field] } = {
      path,
      column: -1,
      level: null,
      owner: name === xmlText ? this.owner : null,
      generation: 0,
      valueAt: 0,
    }
    if (inner !== undefined) slot.level = new KeyLevel(inner, path + keySeparator, slot)
    this.slotOf.set(name, this.slots.length)
    this.keys.push(new TextEncoder().encode(JSON.stringify(name).slice(1, -1)))
    return this.slots.push(slot) - 1
  }
}
