import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSource } from '../engine/bytes/byte-source.ts'
import { EngineFailure } from '../engine/failure.ts'

const chunkBytes = 1 << 20
const readsAhead = 2

export interface FileSource extends ByteSource {
  close(): Promise<void>
}

export const openFileSource = async (path: string): Promise<FileSource> => fileSourceOf(await open(path, 'r'))

/** Reads a file on disk as a source. A stream reads ahead into three buffers: its consumer uses one while two are being filled. */
export async function fileSourceOf(file: FileHandle): Promise<FileSource> {
  const { size } = await file.stat()
  const read = (offset: number, length: number): Promise<Uint8Array> =>
    readFully(file, offset, new Uint8Array(Math.max(0, Math.min(length, size - offset))))
  return {
    size,
    read,
    async *stream(from = 0, to = size) {
      const end = Math.min(to, size)
      const buffers: Uint8Array[] = []
      const ahead: Promise<Uint8Array>[] = []
      let asked = from
      function ask(buffer: Uint8Array): void {
        const reading = readFully(file, asked, buffer.subarray(0, end - asked))
        // Whoever awaits it sees the error; a consumer that has left must not bring the process down.
        reading.catch(() => undefined)
        asked += buffer.length
        ahead.push(reading)
        buffers.push(buffer)
      }
      while (asked < end && ahead.length < readsAhead) ask(new Uint8Array(Math.min(chunkBytes, end - asked)))
      let spare: Uint8Array | null = asked < end ? new Uint8Array(chunkBytes) : null
      for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
        const chunk = await next
        if (spare !== null && asked < end) ask(spare)
        spare = buffers.shift() ?? null
        yield chunk
      }
    },
    close: () => file.close(),
  }
}

/** Fills the buffer, which is at most as long as the file was when it was opened. */
async function readFully(file: FileHandle, offset: number, bytes: Uint8Array): Promise<Uint8Array> {
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + filled)
    if (bytesRead === 0) throw new EngineFailure('corrupt_file', 'The file became shorter while it was read.')
    filled += bytesRead
  }
  return bytes
}
