import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import type { ByteSink } from './byte-source.ts'

/**
 * A legitimate file expands at most by this ratio: a hundred times from compression, and a few times more as SQL
 * statements.
 */
const ratioMax = 1000
/** A small file may exceed the ratio up to this size, because names and statements take space of their own. */
const alwaysAllowedBytes = 2 ** 30

/** Returns the largest output that is allowed for a file of this size. */
export const outputBytesMax = (inputBytes: number): number => Math.max(alwaysAllowedBytes, inputBytes * ratioMax)

/** Ends a conversion whose output is far too large for its file, so that a small hostile file cannot fill a disk. */
export function boundedSink(sink: ByteSink, inputBytes: number, bytesMax = outputBytesMax(inputBytes)): ByteSink {
  let written = 0
  async function write(chunk: Uint8Array): Promise<void> {
    written += chunk.length
    if (written > bytesMax) throw tooLarge(bytesMax)
    await sink.write(chunk)
  }
  async function restart(): Promise<void> {
    written = 0
    await sink.restart?.()
  }
  return sink.restart === undefined ? { write } : { write, restart }
}

function tooLarge(bytesMax: number): EngineFailure {
  const message = archiveMessages.output_too_large(bytesMax, ratioMax)
  return new EngineFailure('corrupt_file', message, [{ code: 'output_too_large', message }])
}
