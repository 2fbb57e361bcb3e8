const slotsAtFirst = 1 << 12

/**
 * Remembers keys by a 64-bit hash. In a file with millions of keys, the probability of a collision is one in ten
 * million.
 */
export class KeySet {
  private readonly keysMax: number
  private slots = new Uint32Array(slotsAtFirst * 2)
  private count = 0

  constructor(keysMax: number) {
    this.keysMax = keysMax
  }

  add(key: string): 'added' | 'there' | 'full' {
    const [high, low] = hashOf(key)
    const at = this.find(high, low)
    if (this.slots[at] !== 0 || this.slots[at + 1] !== 0) return 'there'
    if (this.count >= this.keysMax) return 'full'
    this.slots[at] = high
    this.slots[at + 1] = low
    this.count++
    if (this.count * 4 > this.slots.length) this.grow()
    return 'added'
  }

  /** Returns the slot of a key, or the free slot for it. */
  private find(high: number, low: number): number {
    const mask = this.slots.length / 2 - 1
    let slot = low & mask
    for (;;) {
      const at = slot * 2
      const [foundHigh, foundLow] = [this.slots[at], this.slots[at + 1]]
      if ((foundHigh === high && foundLow === low) || (foundHigh === 0 && foundLow === 0)) return at
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const [high, low] = [old[at] as number, old[at + 1] as number]
      if (high === 0 && low === 0) continue
      const place = this.find(high, low)
      this.slots[place] = high
      this.slots[place + 1] = low
    }
  }
}

/** Returns two rounds of multiplication as in MurmurHash3. They are never both zero. */
function hashOf(key: string): [number, number] {
  let [high, low] = [0x9e3779b9, 0x85ebca6b]
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x5bd1e995)
    high ^= high >>> 15
    low = Math.imul(low ^ (unit + at), 0xc2b2ae35)
    low ^= low >>> 13
  }
  high = Math.imul(high ^ (low >>> 16), 0x85ebca6b)
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35)
  return [(high ^ (high >>> 16)) >>> 0, (low ^ (low >>> 16)) >>> 0 || 1]
}
