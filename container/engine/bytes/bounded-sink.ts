import { archiveMessages } from '../catalog/archives.ts'
import { EngineFailure } from '../failure.ts'
import type { ByteSink } from './byte-source.ts'

/** An honest file becomes larger: packed, a hundred times; written out as statements, a few times more. */
const ratioMax = 1000
/** Small files may pass the ratio up to here, because names and statements take their own room. */
const alwaysAllowedBytes = 2 ** 30

/** The most that a file of this size may become. */
export const outputBytesMax = (inputBytes: number): number => Math.max(alwaysAllowedBytes, inputBytes * ratioMax)

/** Ends a conversion whose output grows out of all proportion to its file: a small hostile file must not fill a disk. */
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
