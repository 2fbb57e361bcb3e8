import { workbookMessages } from '../../catalog/workbooks.ts'
import { EngineFailure } from '../../failure.ts'

const rounds = 16
const boxWords = 256
const tableWords = rounds + 2 + 4 * boxWords
const keyBytesMax = 56
const blockBytes = 8

/** The cipher Blowfish (Schneier, 1993). OpenOffice, and LibreOffice before 3.5, encrypt with it. */
export class Blowfish {
  private readonly subkeys: Uint32Array
  private readonly boxes: Uint32Array
  private left = 0
  private right = 0

  constructor(key: Uint8Array) {
    if (key.length === 0 || key.length > keyBytesMax)
      throw new EngineFailure('encrypted_file', workbookMessages.encrypted_file.blowfish(key.length))
    const digits = digitsOfPi()
    this.subkeys = digits.slice(0, rounds + 2)
    this.boxes = digits.slice(rounds + 2)
    let at = 0
    for (let word = 0; word < this.subkeys.length; word++) {
      let bits = 0
      for (let byte = 0; byte < 4; byte++) bits = (bits << 8) | (key[at++ % key.length] as number)
      this.subkeys[word] = (this.subkeys[word] as number) ^ bits
    }
    this.fill(this.subkeys)
    this.fill(this.boxes)
  }

  /** Decrypts in cipher feedback mode, which only uses the encryption of blocks. */
  decryptFeedback(encrypted: Uint8Array, vector: Uint8Array): Uint8Array {
    const plain = encrypted.slice()
    const block = new DataView(new ArrayBuffer(blockBytes))
    for (let byte = 0; byte < blockBytes; byte++) block.setUint8(byte, vector[byte] ?? 0)
    for (let start = 0; start < plain.length; start += blockBytes) {
      this.encrypt(block.getUint32(0), block.getUint32(4))
      block.setUint32(0, this.left)
      block.setUint32(4, this.right)
      for (let byte = 0; byte < blockBytes && start + byte < plain.length; byte++) {
        const given = encrypted[start + byte] as number
        plain[start + byte] = given ^ block.getUint8(byte)
        block.setUint8(byte, given)
      }
    }
    return plain
  }

  /** Replaces a table with the encryption of the previous values. */
  private fill(table: Uint32Array): void {
    for (let word = 0; word < table.length; word += 2) {
      this.encrypt(this.left, this.right)
      table[word] = this.left
      table[word + 1] = this.right
    }
  }

  private encrypt(first: number, second: number): void {
    const { subkeys, boxes } = this
    let [left, right] = [first, second]
    for (let round = 0; round < rounds; round++) {
      left ^= subkeys[round] as number
      const sum =
        ((boxes[left >>> 24] as number) + (boxes[boxWords + ((left >>> 16) & 0xff)] as number)) ^
        (boxes[2 * boxWords + ((left >>> 8) & 0xff)] as number)
      right ^= sum + (boxes[3 * boxWords + (left & 0xff)] as number)
      ;[left, right] = [right, left]
    }
    this.left = (right ^ (subkeys[rounds + 1] as number)) >>> 0
    this.right = (left ^ (subkeys[rounds] as number)) >>> 0
  }
}

let piWords: Uint32Array | null = null

/** Blowfish initializes its tables with the binary digits of pi after the point. */
function digitsOfPi(): Uint32Array {
  if (piWords !== null) return piWords
  const guardBits = 64n
  const bits = BigInt(tableWords * 32)
  const one = 1n << (bits + guardBits)
  // This is Machin's formula.
  const pi = 4n * (4n * arctanOfInverse(5n, one) - arctanOfInverse(239n, one))
  const hex = ((pi - 3n * one) >> guardBits).toString(16).padStart(tableWords * 8, '0')
  piWords = Uint32Array.from({ length: tableWords }, (_, word) =>
    Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16),
  )
  return piWords
}

function arctanOfInverse(inverse: bigint, one: bigint): bigint {
  const square = inverse * inverse
  let power = one / inverse
  let sum = power
  for (let divisor = 3n, sign = -1n; power > 0n; divisor += 2n, sign = -sign) {
    power /= square
    sum += (sign * power) / divisor
  }
  return sum
}
