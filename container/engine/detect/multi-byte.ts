/** How well the bytes read as each East Asian encoding: per byte beyond ASCII, 1 where all are its frequent characters. */
export function multiByteScores(bytes: Uint8Array): { readonly encoding: string; readonly score: number }[] {
  return Object.entries(pairWeights).map(([encoding, weigh]) => ({ encoding, score: scoreOf(bytes, weigh) }))
}

/** What two bytes are worth, 0 where the first is a character by itself, null where they are none. */
type Weigh = (lead: number, trail: number) => number | 'single' | null

const invalid = -10
const alone = 0.2
/** Half a character says nothing for an encoding. */
const nothing = -1

function scoreOf(bytes: Uint8Array, weigh: Weigh): number {
  let score = 0
  let foreign = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number
    if (lead < 0x80) continue
    const trail = bytes[at + 1]
    if (trail === undefined) break
    const weight = weigh(lead, trail)
    if (weight === 'single' || weight === null) {
      foreign++
      score += weight === null ? invalid : halfWidth
      continue
    }
    // One pair among plain letters is rather an accent and a letter than a word.
    const isAlone = (bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 2] ?? 0) < 0x80
    foreign += 2
    score += 2 * (isAlone ? Math.min(weight, alone) : weight)
    at++
  }
  return foreign === 0 ? nothing : score / foreign
}

/** Half-width katakana are what a wrong reading as Shift_JIS is full of. */
const halfWidth = -1
const within = (byte: number, low: number, high: number): boolean => byte >= low && byte <= high

/** Kana, then the kanji of the first level in their order of reading, then the rare ones. */
const pairWeights: Readonly<Record<string, Weigh>> = {
  shift_jis: (lead, trail) => {
    if (within(lead, 0xa1, 0xdf)) return 'single'
    if (!(within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc)) || !within(trail, 0x40, 0xfc) || trail === 0x7f)
      return null
    if (lead === 0x82 || lead === 0x83) return 1.2
    if (lead === 0x81) return 0.5
    return within(lead, 0x88, 0x97) ? 1 : -0.3
  },
  'euc-jp': (lead, trail) => {
    if (lead === 0x8e) return within(trail, 0xa1, 0xdf) ? -0.5 : null
    if (!within(lead, 0xa1, 0xfe) || !within(trail, 0xa1, 0xfe)) return null
    if (lead === 0xa4 || lead === 0xa5) return 1.2
    if (within(lead, 0xa1, 0xa3)) return 0.5
    return within(lead, 0xb0, 0xcf) ? 0.98 : -0.3
  },
  gb18030: (lead, trail) => {
    if (!within(lead, 0x81, 0xfe)) return null
    if (within(trail, 0x30, 0x39)) return -0.5
    if (!within(trail, 0x40, 0xfe) || trail === 0x7f) return null
    if (trail < 0xa1 || lead < 0xa1) return -0.5
    if (lead === 0xa4 || lead === 0xa5) return -1
    if (lead <= 0xa3) return 0.5
    return within(lead, 0xb0, 0xd7) ? 1 : -0.3
  },
  big5: (lead, trail) => {
    if (!within(lead, 0x81, 0xfe) || !(within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe))) return null
    if (within(lead, 0xa1, 0xa3)) return 0.5
    return within(lead, 0xa4, 0xc6) ? 1 : -0.3
  },
  'euc-kr': (lead, trail) => {
    if (!within(lead, 0x81, 0xfe) || !within(trail, 0x41, 0xfe)) return null
    if (trail < 0xa1 || lead < 0xa1) return -0.3
    if (within(lead, 0xa1, 0xaf)) return 0.3
    return within(lead, 0xb0, 0xc8) ? 1.05 : -0.6
  },
}
