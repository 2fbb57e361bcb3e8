import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Reports bytes that do not match their `Content-Encoding`. */
export class NotDecodable extends Error {
  override readonly name = 'NotDecodable'
}

/**
 * Returns whether the encoding is supported. Object stores send encoded files even if the request does not accept them.
 */
export const canDecode = (encoding: string): boolean => decoders.has(encoding)

/** Yields the decoded file. Errors of the source are thrown unchanged. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  const decoder = decoders.get(encoding)?.()
  if (decoder === undefined) throw new NotDecodable(`${encoding} is not known`)
  let failure: { readonly error: unknown } | null = null
  async function* watched(): AsyncIterable<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  // Errors of either stream reach the reader of the decoder.
  pipeline(Readable.from(watched()), decoder, () => undefined)
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    const { error: cause } = failure ?? {
      error: new NotDecodable(error instanceof Error ? error.message : String(error)),
    }
    throw cause
  }
}
