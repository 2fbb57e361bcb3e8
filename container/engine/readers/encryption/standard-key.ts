import { workbookMessages } from '../../catalog/workbooks.ts'
import { ecb } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { viewOf } from '../../bytes/view-of.ts'
import { areEqual, concat, iteratedHash, u32Bytes } from './office-hash.ts'
import { unknownEncryption } from './passwords.ts'

const spins = 50_000
const aesAlgorithms: Readonly<Record<number, number>> = { 0x660e: 16, 0x660f: 24, 0x6610: 32 }
const saltBytes = 16
const hashBytes = 20

/**
 * Returns the key of a package that Office 2007 encrypted (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9), or null for a wrong
 * password.
 */
export function standardKey(info: Uint8Array, password: string): Uint8Array | null {
  const data = viewOf(info)
  const headerBytes = info.length < 44 ? info.length : data.getUint32(8, true)
  const verifierAt = 12 + headerBytes
  if (verifierAt + 72 > info.length) throw unknownEncryption(workbookMessages.encryptionProblem.shortHeader)
  const algorithm = data.getUint32(20, true)
  const keyBytes = aesAlgorithms[algorithm]
  if (keyBytes === undefined)
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(algorithm.toString(16)))
  const salt = info.subarray(verifierAt + 4, verifierAt + 4 + saltBytes)
  const verifier = info.slice(verifierAt + 20, verifierAt + 36)
  const verifierHash = info.slice(verifierAt + 40, verifierAt + 72)
  const key = derived(sha1(concat(iteratedHash(sha1, salt, password, spins), u32Bytes(0)))).slice(0, keyBytes)
  const cipher = ecb(key, { disablePadding: true })
  const expected = cipher.decrypt(verifierHash).subarray(0, hashBytes)
  return areEqual(sha1(cipher.decrypt(verifier)), expected) ? key : null
}

/** Extends a hash to the length of the longest key, by hashing it together with two constant blocks. */
function derived(hash: Uint8Array): Uint8Array {
  const over = (byte: number): Uint8Array => {
    const block = new Uint8Array(64).fill(byte)
    hash.forEach((value, at) => (block[at] = byte ^ value))
    return sha1(block)
  }
  return concat(over(0x36), over(0x5c))
}
