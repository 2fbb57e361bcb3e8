import { archiveMessages } from '../catalog/archives.ts'
import { type Inflate, InflateError } from './byte-source.ts'
import { EngineFailure } from '../failure.ts'
import { takeHead } from './head.ts'
import { isZstd } from './zstd.ts'

export type Compression = 'gzip' | 'zstd' | 'xz' | 'bzip2'

/** The endings of the names of compressed files. */
export const compressionEnding = /\.(?:gz|zstd?|xz|bz2)$/i
const magicBytesMax = 6

const xzMagic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]

const isXz = (head: Uint8Array): boolean => xzMagic.every((byte, at) => head[at] === byte)
/** A bzip2 file begins with `BZh`, the size of its blocks, and a block or the end. */
const isBzip2 = ([b, z, h, level = 0, first]: Uint8Array): boolean =>
  b === 0x42 && z === 0x5a && h === 0x68 && level >= 0x31 && level <= 0x39 && (first === 0x31 || first === 0x17)

/** Finds the compression of a file by its first bytes. */
export function compressionOf(head: Uint8Array): Compression | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (isZstd(head)) return 'zstd'
  if (isXz(head)) return 'xz'
  return isBzip2(head) ? 'bzip2' : null
}

/** Decompresses chunks. Damage in compressed data is a failure of the file. */
export async function* decompressed(
  compression: Compression,
  chunks: AsyncIterable<Uint8Array>,
  inflate: Inflate,
): AsyncIterable<Uint8Array> {
  const methods = { gzip: 'gunzip', zstd: 'unzstd', xz: 'unxz', bzip2: 'unbzip2' } as const
  try {
    yield* inflate[methods[compression]](chunks)
  } catch (error) {
    if (error instanceof InflateError)
      throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.compression(error.message))
    throw error
  }
}

/** Yields the bytes of a file that may be compressed. */
export async function* uncompressed(chunks: AsyncIterable<Uint8Array>, inflate: Inflate): AsyncIterable<Uint8Array> {
  const { head, all } = await takeHead(chunks, magicBytesMax)
  const compression = compressionOf(head)
  yield* compression === null ? all : decompressed(compression, all, inflate)
}
