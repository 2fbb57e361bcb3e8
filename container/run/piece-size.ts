/** The default size of one write. */
export const pieceBytes = 1 << 16

const sizes = [pieceBytes, 1 << 18, 1 << 20]
/** Shorter ones take what a call takes. */
const judgedBytes = 1 << 20
const rememberedMax = 3
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] as number

/**
 * How much a file system takes at a time with the least trouble. It keeps a larger piece in a larger run of memory: where such
 * runs are at hand, that is faster; a virtual machine that must ask its host for them takes several times as long. That
 * may change within a file, so that it is measured all along: docs/measurements/speed.md has the figures.
 */
export class PieceSize {
  /** Recent times per byte, for each size. */
  private readonly times: number[][] = sizes.map(() => [])
  private judged = 0
  /** Others than the best are tried ever more seldom. */
  private nextTrial = sizes.length

  best(): number {
    const untried = this.times.findIndex((times) => times.length === 0)
    if (untried >= 0) return sizes[untried] as number
    const costs = this.times.map(median)
    const best = costs.indexOf(Math.min(...costs))
    if (this.judged !== this.nextTrial) return sizes[best] as number
    const turn = Math.log2(this.nextTrial / sizes.length)
    return sizes[(best + 1 + (turn % (sizes.length - 1))) % sizes.length] as number
  }

  /** So long it took to write so many bytes in pieces of `size`. */
  took(size: number, bytes: number, milliseconds: number): void {
    if (bytes < judgedBytes) return
    const times = this.times[sizes.indexOf(size)]
    times?.push(milliseconds / bytes)
    if ((times?.length ?? 0) > rememberedMax) times?.shift()
    if (this.judged++ === this.nextTrial) this.nextTrial *= 2
  }
}
