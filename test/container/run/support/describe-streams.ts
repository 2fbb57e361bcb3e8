import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { InflateError } from '../../../../container/engine/bytes/byte-source.ts'
import { collect, pieces } from './chunks.ts'

type Unpack = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Compresses the bytes with a command of the system. */
export const packedBy = (command: string, bytes: Uint8Array): Buffer => {
  const [program = '', ...options] = command.split(' ')
  return execFileSync(program, [...options, '-c'], { input: bytes, maxBuffer: 1 << 28 })
}

export const unpackedBy = (unpack: Unpack, bytes: Uint8Array, size = 1 << 20): Promise<Buffer> =>
  collect(unpack(pieces(bytes, size)))

/** Tests for decompressors of xz and bzip2. Commands of the system make the files. */
export function describeStreams(format: 'xz' | 'bzip2', unpack: Unpack): void {
  const lines = Buffer.from(Array.from({ length: 40_000 }, (_, at) => `${at},name ${at * 7919}\n`).join(''))
  const file = packedBy(format, lines)
  const small = packedBy(format, Buffer.from('x,y\n'))

  describe(`streams of ${format}`, () => {
    test.each([1, 7, 1000, 1 << 20])('reads one stream in chunks of %d', async (size) => {
      expect((await unpackedBy(unpack, file, size)).equals(lines)).toBe(true)
    })

    test.each([7, 1 << 20])('reads every stream, in chunks of %d', async (size) => {
      const streams = Buffer.concat([small, file, packedBy(format, Buffer.alloc(0)), small])
      const text = Buffer.from('x,y\n')
      expect((await unpackedBy(unpack, streams, size)).equals(Buffer.concat([text, lines, text]))).toBe(true)
    })

    test.each([
      ['an end that is missing', file.subarray(0, -3)],
      ['half that is missing', file.subarray(0, file.length >> 1)],
      ['no bytes at all', file.subarray(0, 0)],
      ['a second stream that is cut short', Buffer.concat([file, small.subarray(0, -2)])],
      ['words after the end', Buffer.concat([file, Buffer.from('trailing words')])],
    ])('refuses a file for %s', async (_, bytes) => {
      await expect(unpackedBy(unpack, bytes, 1000)).rejects.toThrow(InflateError)
      await expect(unpackedBy(unpack, bytes)).rejects.toThrow(InflateError)
    })

    test('passes on an error of its source unchanged, and closes it', async () => {
      let isClosed = false
      async function* failing(): AsyncIterable<Uint8Array> {
        try {
          yield file.subarray(0, 20)
          await Promise.reject(new Error('the line went dead'))
        } finally {
          isClosed = true
        }
      }
      const reading = (async () => {
        for await (const chunk of unpack(failing())) expect(chunk.length).toBeGreaterThan(0)
      })()
      await expect(reading).rejects.toThrow('the line went dead')
      expect(isClosed).toBe(true)
    })
  })
}
