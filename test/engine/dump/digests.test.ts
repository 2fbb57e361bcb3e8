import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { callConstant } from '../../../container/engine/dump/constants/constant-functions.ts'
import type { Constant } from '../../../container/engine/dump/constants/constant.ts'

const bits = (digits: bigint): Constant => ({ kind: 'number', digits, scale: 0 })

test.each([
  ['md5', 'MD5', []],
  ['sha1', 'SHA1', []],
  ['sha224', 'SHA2', [bits(224n)]],
  ['sha256', 'SHA2', [bits(256n)]],
  ['sha384', 'SHA2', [bits(384n)]],
  ['sha512', 'SHA2', [bits(512n)]],
] as const)('%s is computed correctly for any length', (hash, name, more) => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 151 + length) & 255)
    const found = callConstant(name, [{ kind: 'bytes', bytes }, ...more], (value) =>
      value.kind === 'bytes' ? value.bytes : new Uint8Array(),
    )
    expect(found).toMatchObject({ kind: 'text', text: createHash(hash).update(bytes).digest('hex') })
  }
})
