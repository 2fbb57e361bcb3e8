import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digest } from '../../../container/engine/dump/expressions/digests.ts'

test.each(['md5', 'sha1', 'sha256'] as const)('%s, whatever the length', (kind) => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 151 + length) & 255)
    expect(Buffer.from(digest(kind, bytes)).toString('hex')).toBe(createHash(kind).update(bytes).digest('hex'))
  }
})
