/** The polynomial of CRC-64 in ECMA-182, with its bits reversed. */
const polynomial = { low: 0xd7870f42, high: 0xc96c5795 }

/** The low halves for each byte, followed by the high halves. */
const table = tableOfBytes()

function tableOfBytes(): Int32Array {
  const halves = new Int32Array(512)
  for (let byte = 0; byte < 256; byte++) {
    let [low, high] = [byte, 0]
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = (low & 1) === 1
      low = (low >>> 1) | (high << 31)
      high >>>= 1
      if (!isOdd) continue
      low ^= polynomial.low
      high ^= polynomial.high
    }
    halves[byte] = low
    halves[256 + byte] = high
  }
  return halves
}

/** The checksum that xz writes by default. */
export class Crc64 {
  readonly bytes = 8
  private low = -1
  private high = -1

  add(plain: Uint8Array): void {
    let { low, high } = this
    for (let at = 0; at < plain.length; at++) {
      const index = (low ^ (plain[at] as number)) & 255
      low = ((low >>> 8) | (high << 24)) ^ (table[index] as number)
      high = (high >>> 8) ^ (table[256 + index] as number)
    }
    this.low = low
    this.high = high
  }

  /** Returns the bytes of the checksum, the lowest first. */
  end(): Uint8Array {
    return new Uint8Array(Int32Array.of(~this.low, ~this.high).buffer)
  }
}
