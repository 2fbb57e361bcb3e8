/** Digests of our own. The platform's digests are asynchronous, and do not include MD5. */
export type Digest = 'md5' | 'sha1' | 'sha256'

const blockBytes = 64
const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const primes: number[] = []
for (let number = 2; primes.length < 64; number++)
  if (primes.every((prime) => number % prime !== 0)) primes.push(number)
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 0x1_0000_0000) | 0

const sines = Int32Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 0x1_0000_0000) | 0)
const cubeRoots = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)))
const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const

type State = number[]
const five = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

const starts: Readonly<Record<Digest, () => State>> = {
  md5: () => five.slice(0, 4),
  sha1: () => five.slice(),
  sha256: () => primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime))),
}

function md5(state: State, block: DataView): void {
  let [a, b, c, d] = state as [number, number, number, number]
  for (let at = 0; at < 64; at++) {
    const round = at >> 4
    const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] as number
    const from = [at, 5 * at + 1, 3 * at + 5, 7 * at][round] as number
    const sum = (a + mixed + (sines[at] as number) + block.getInt32((from & 15) * 4, true)) | 0
    const next = (b + rotate(sum, turns[round]?.[at & 3] as number)) | 0
    ;[a, d, c, b] = [d, c, b, next]
  }
  add(state, [a, b, c, d])
}

function sha1(state: State, block: DataView): void {
  const words = Array.from({ length: 16 }, (_, at) => block.getInt32(at * 4))
  for (let at = 16; at < 80; at++)
    words[at] = rotate(
      (words[at - 3] as number) ^ (words[at - 8] as number) ^ (words[at - 14] as number) ^ (words[at - 16] as number),
      1,
    )
  let [a, b, c, d, e] = state as [number, number, number, number, number]
  for (const [at, word] of words.entries()) {
    const round = Math.floor(at / 20)
    const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
    const constant = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][round] as number
    const next = (rotate(a, 5) + mixed + e + constant + word) | 0
    ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
  }
  add(state, [a, b, c, d, e])
}

function sha256(state: State, block: DataView): void {
  const words = Array.from({ length: 16 }, (_, at) => block.getInt32(at * 4))
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15] as number, words[at - 2] as number]
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[at] = ((words[at - 16] as number) + small + (words[at - 7] as number) + large) | 0
  }
  const round = [...state]
  for (const [at, word] of words.entries()) {
    const [a, b, c, d, e, f, g, h] = round as [number, number, number, number, number, number, number, number]
    const chosen = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (cubeRoots[at] as number) + word) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    round.splice(0, 8, first + second, a, b, c, d + first, e, f, g)
  }
  add(state, round)
}

function add(state: State, words: readonly number[]): void {
  for (const [at, word] of words.entries()) state[at] = ((state[at] as number) + word) | 0
}

const steps = { md5, sha1, sha256 } as const

export function digest(kind: Digest, bytes: Uint8Array): Uint8Array {
  const isLittle = kind === 'md5'
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, isLittle)
  const state = starts[kind]()
  for (let at = 0; at < padded.length; at += blockBytes) steps[kind](state, new DataView(padded.buffer, at, blockBytes))
  const out = new DataView(new ArrayBuffer(state.length * 4))
  for (const [at, word] of state.entries()) out.setInt32(at * 4, word, isLittle)
  return new Uint8Array(out.buffer)
}
