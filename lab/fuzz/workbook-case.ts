import { unzipSync, type Zippable, zipSync } from 'fflate'
import { insideZip, mutateBytes, type Seed } from './mutate.ts'
import { Random } from './random.ts'
import { seeds } from './seeds.ts'

/** The maximum size of a file. A large one takes the same code paths and more time. */
const seedBytesMax = 24 * 1024

interface Opened {
  readonly name: string
  readonly bytes: Uint8Array
  /** The parts of a zip, or null if it cannot be unpacked. */
  readonly parts: Readonly<Record<string, Uint8Array>> | null
}

const workbooks: readonly Opened[] = seeds()
  .filter(({ name, bytes }) => /\.(?:xlsx|xlsm|xlsb|xls|ods|fods)$/.test(name) && bytes.length <= seedBytesMax)
  .map((seed) => ({ ...seed, parts: partsOf(seed) }))

/** Returns the damaged workbook with this number, which is always the same. `random` continues after it. */
export function workbookCase(number: number): Seed & { readonly random: Random } {
  const random = new Random(number)
  const { name, bytes, parts } = random.pick(workbooks)
  const isInside = parts !== null && random.next() < 0.9
  return { name, bytes: isInside ? zipped(insideZip(parts, random), random) : mutateBytes(bytes, random), random }
}

/** Zips the parts. Most of them are stored, because compressing them takes longer than reading them. */
const zipped = (parts: Zippable, random: Random): Uint8Array => zipSync(parts, { level: random.next() < 0.9 ? 0 : 1 })

function partsOf({ bytes }: Seed): Record<string, Uint8Array> | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null
  try {
    return unzipSync(bytes)
  } catch {
    return null // The zip is damaged, encrypted or unsupported by the library, so its bytes are damaged instead.
  }
}
