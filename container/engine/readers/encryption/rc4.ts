/** The stream cipher RC4. Excel 97 to 2003 encrypt workbooks with it. */
export class Rc4 {
  private readonly state = new Uint8Array(256)
  private i = 0
  private j = 0

  constructor(key: Uint8Array) {
    const { state } = this
    for (let at = 0; at < 256; at++) state[at] = at
    for (let at = 0, other = 0; at < 256; at++) {
      other = (other + (state[at] as number) + (key[at % key.length] as number)) & 255
      this.swap(at, other)
    }
  }

  /** Returns the next byte of the key stream. */
  next(): number {
    const { state } = this
    this.i = (this.i + 1) & 255
    this.j = (this.j + (state[this.i] as number)) & 255
    this.swap(this.i, this.j)
    return state[((state[this.i] as number) + (state[this.j] as number)) & 255] as number
  }

  apply(bytes: Uint8Array): Uint8Array {
    return bytes.map((byte) => byte ^ this.next())
  }

  private swap(one: number, other: number): void {
    const kept = this.state[one] as number
    this.state[one] = this.state[other] as number
    this.state[other] = kept
  }
}
