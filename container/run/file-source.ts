import type { ByteSource } from '../engine/bytes/byte-source.ts'
import { archiveMessages } from '../engine/catalog/archives.ts'
import { EngineFailure } from '../engine/failure.ts'

// An import of `node:fs` or `node:fs/promises` would load Node's streams and its terminal, which takes as long as a small file.
const { closeSync, fstatSync, openSync, read, readSync } = process.getBuiltinModule('node:fs')

const chunkBytes = 1 << 20
const readsAhead = 2

export interface FileSource extends ByteSource {
  close(): Promise<void>
}

export const openFileSource = (path: string): FileSource => fileSourceOf(openSync(path, 'r'))

/**
 * Reads an open file as a source. A stream reads ahead into three buffers: its consumer uses one while other threads
 * fill two. A short read is synchronous, because it takes less time than using a thread.
 */
export function fileSourceOf(fd: number): FileSource {
  const { size } = fstatSync(fd)
  const underway = new Set<Promise<unknown>>()
  function readByThread(offset: number, bytes: Uint8Array): Promise<Uint8Array> {
    const reading = filled(bytes, (rest, at) => readSome(fd, rest, offset + at)).finally(() => underway.delete(reading))
    underway.add(reading)
    // The consumer gets the error when it awaits the read. If the consumer has left, the error must not end the
    // process.
    reading.catch(() => undefined)
    return reading
  }
  const readHere = (offset: number, length: number): Promise<Uint8Array> =>
    filled(new Uint8Array(Math.max(0, Math.min(length, size - offset))), (rest, at) =>
      readSync(fd, rest, 0, rest.length, offset + at),
    )
  return {
    size,
    read: readHere,
    async *stream(from = 0, to = size) {
      const end = Math.min(to, size)
      if (end - from <= chunkBytes) {
        if (from < end) yield readHere(from, end - from)
        return
      }
      const buffers: Uint8Array[] = []
      const ahead: Promise<Uint8Array>[] = []
      let position = from
      function readAhead(buffer: Uint8Array): void {
        ahead.push(readByThread(position, buffer.subarray(0, end - position)))
        position += buffer.length
        buffers.push(buffer)
      }
      while (position < end && ahead.length < readsAhead)
        readAhead(new Uint8Array(Math.min(chunkBytes, end - position)))
      let spare: Uint8Array | null = position < end ? new Uint8Array(chunkBytes) : null
      for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
        const chunk = await next
        if (spare !== null && position < end) readAhead(spare)
        spare = buffers.shift() ?? null
        yield chunk
      }
    },
    /** Waits for a pending read, which could otherwise read from the next file with the same descriptor. */
    async close() {
      await Promise.allSettled(underway)
      closeSync(fd)
    },
  }
}

/** Fills the buffer. It is at most as long as the file was when it was opened. */
async function filled(
  bytes: Uint8Array,
  readRest: (rest: Uint8Array, at: number) => number | Promise<number>,
): Promise<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const count = await readRest(bytes.subarray(at), at)
    if (count === 0) throw new EngineFailure('corrupt_file', archiveMessages.corrupt_file.becameShorter)
    at += count
  }
  return bytes
}

const readSome = (fd: number, bytes: Uint8Array, offset: number): Promise<number> =>
  new Promise((done, reject) => {
    read(fd, bytes, 0, bytes.length, offset, (error, count) => (error === null ? done(count) : reject(error)))
  })
