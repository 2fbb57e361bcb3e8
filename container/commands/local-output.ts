import { devNull } from 'node:os'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { fileSink } from '../run/file-sink.ts'
import { pieceBytes } from '../run/piece-size.ts'
import { UsageError } from './command.ts'

/** The place where a conversion writes. An unfinished output leaves nothing behind. */
export interface LocalOutput {
  readonly sink: ByteSink
  /** The output is whole. */
  finish(): Promise<void>
  /** The conversion failed: what was there before stays as it was. */
  discard(): Promise<void>
}

export async function openLocalOutput(path: string | undefined): Promise<LocalOutput> {
  if (path === undefined || path === '-') return standardOutput()
  const present = await stat(path).catch(() => null)
  if (present?.isDirectory() === true) throw new UsageError(`Cannot write ${path}: it is a folder.`)
  return present === null || present.isFile() ? replacedFile(path) : devicePath(path)
}

/** Written beside its place, and moved there when it is whole. A link keeps pointing at the file. */
async function replacedFile(path: string): Promise<LocalOutput> {
  const place = await realpath(path).catch(() => path)
  const beside = `${place}.${crypto.randomUUID().slice(0, 8)}.part`
  const file = await open(beside, 'wx').catch(cannotWrite(path))
  const mode = await stat(place).then(
    (present) => present.mode,
    () => null,
  )
  return {
    sink: fileSink(Promise.resolve(file), true),
    async finish() {
      if (mode !== null) await file.chmod(mode).catch(() => undefined)
      await file.close()
      await rename(beside, place).catch(cannotWrite(path))
    },
    async discard() {
      await file.close()
      await rm(beside, { force: true })
    },
  }
}

/** A pipe or a device, as it is. The null device keeps nothing, so there is nothing to take back from it. */
async function devicePath(path: string): Promise<LocalOutput> {
  const file: FileHandle = await open(path, 'w').catch(cannotWrite(path))
  const close = (): Promise<void> => file.close()
  const sink = fileSink(Promise.resolve(file))
  const forgets = path === devNull ? { restart: () => Promise.resolve() } : {}
  return { sink: { ...sink, ...forgets }, finish: close, discard: close }
}

export const cannotWrite =
  (path: string) =>
  (error: Error): never => {
    throw new UsageError(`Cannot write ${path}: ${error.message}`)
  }

function standardOutput(): LocalOutput {
  const done = (): Promise<void> => Promise.resolve()
  return { sink: streamSink(process.stdout), finish: done, discard: done }
}

export function streamSink(stream: NodeJS.WritableStream): ByteSink {
  // The write that failed reports the error; the stream's own event must not end the process.
  stream.on('error', () => undefined)
  return {
    async write(chunk) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await new Promise<void>((done, reject) => {
          stream.write(piece, (error) => (error ? reject(error) : done()))
        })
      }
    },
  }
}
