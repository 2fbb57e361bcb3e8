const blockBytes = 128
const mask = 2n ** 64n - 1n
const turn = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & mask

/** The first 64 bits after the point of a root, which the standard takes for its constants. */
function fractionOfRoot(prime: number, degree: bigint): bigint {
  const radicand = BigInt(prime) << (64n * degree)
  let root = 1n << 72n
  for (;;) {
    const next = ((degree - 1n) * root + radicand / root ** (degree - 1n)) / degree
    if (next >= root) return root & mask
    root = next
  }
}

const primes: number[] = []
for (let number = 2; primes.length < 80; number++)
  if (primes.every((prime) => number % prime !== 0)) primes.push(number)

let constants: { readonly start: readonly bigint[]; readonly rounds: readonly bigint[] } | null = null

/** Few dumps need it, so its constants are computed when the first one does. */
export function sha512(bytes: Uint8Array): Uint8Array {
  constants ??= {
    start: primes.slice(0, 8).map((prime) => fractionOfRoot(prime, 2n)),
    rounds: primes.map((prime) => fractionOfRoot(prime, 3n)),
  }
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / blockBytes) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  let state = constants.start
  for (let at = 0; at < padded.length; at += blockBytes)
    state = afterBlock(state, new DataView(padded.buffer, at, blockBytes), constants.rounds)
  const out = new DataView(new ArrayBuffer(64))
  for (const [at, word] of state.entries()) out.setBigUint64(at * 8, word)
  return new Uint8Array(out.buffer)
}

function afterBlock(state: readonly bigint[], block: DataView, rounds: readonly bigint[]): bigint[] {
  const words = Array.from({ length: 16 }, (_, at) => block.getBigUint64(at * 8))
  for (let at = 16; at < 80; at++) {
    const [early, late] = [words[at - 15] as bigint, words[at - 2] as bigint]
    const small = turn(early, 1n) ^ turn(early, 8n) ^ (early >> 7n)
    const large = turn(late, 19n) ^ turn(late, 61n) ^ (late >> 6n)
    words[at] = ((words[at - 16] as bigint) + small + (words[at - 7] as bigint) + large) & mask
  }
  const round = [...state]
  for (const [at, word] of words.entries()) {
    const [a, b, c, d, e, f, g, h] = round as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
    const chosen = (e & f) ^ (~e & mask & g)
    const first = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + chosen + (rounds[at] as bigint) + word
    const second = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))
    round.splice(0, 8, (first + second) & mask, a, b, c, (d + first) & mask, e, f, g)
  }
  return state.map((word, at) => (word + (round[at] as bigint)) & mask)
}
