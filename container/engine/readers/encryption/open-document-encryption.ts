import { workbookMessages } from '../../catalog/workbooks.ts'
import { cbc, gcm } from '@noble/ciphers/aes.js'
import { argon2id } from '@noble/hashes/argon2.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Inflate } from '../../bytes/byte-source.ts'
import { InflateError } from '../../bytes/byte-source.ts'
import { areEqual } from './office-hash.ts'
import { bytesOfBase64 as bytesOf } from './base64.ts'
import { Blowfish } from './blowfish.ts'
import { passwordFailure, unknownEncryption } from './passwords.ts'

/** The encryption of a part, given by the attributes of the elements in its manifest entry. */
export type PartEncryption = ReadonlyMap<string, string>

/** The maximum number of iterations. A file with more would only waste time or memory. */
const iterationsMax = 2_000_000
const argonMemoryMax = 128 << 10
const checkedBytes = 1024
const gcmVectorBytes = 12

/** Decrypts and unpacks a part (OpenDocument 1.3, part 2, 4.8). Parts are packed before they are encrypted. */
export async function* decryptedPart(
  encrypted: Uint8Array,
  encryption: PartEncryption,
  password: string | null,
  inflate: Inflate,
): AsyncIterable<Uint8Array> {
  // Unlike Excel, no program sets a default password.
  if (password === null) throw passwordFailure(null)
  const packed = decrypted(encrypted, encryption, password)
  try {
    yield* inflate.inflateRaw(chunksOf(packed))
  } catch (error) {
    if (error instanceof InflateError) throw passwordFailure(password)
    throw error
  }
}

function decrypted(encrypted: Uint8Array, encryption: PartEncryption, password: string): Uint8Array {
  const attribute = (name: string): string => encryption.get(name) ?? ''
  const algorithm = attribute('algorithm-name')
  const key = keyOf(attribute, password)
  const iv = bytesOf(attribute('initialisation-vector'))
  if (/#aes(?:128|192|256)-gcm$/.test(algorithm)) return withTag(encrypted, key, iv, password)
  const packed = decryptedBy(algorithm, encrypted, key, iv)
  const hash = attribute('checksum-type').toLowerCase().includes('sha256') ? sha256 : sha1
  const checksum = bytesOf(attribute('checksum'))
  if (checksum.length > 0 && !areEqual(hash(packed.subarray(0, checkedBytes)), checksum))
    throw passwordFailure(password)
  return packed
}

function decryptedBy(algorithm: string, encrypted: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array {
  if (/^blowfish cfb$|#blowfish$/i.test(algorithm)) return new Blowfish(key).decryptFeedback(encrypted, iv)
  if (!/#aes(?:128|192|256)-cbc$/.test(algorithm))
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(algorithm))
  const plain = cbc(key, iv, { disablePadding: true }).decrypt(encrypted.slice(0, encrypted.length & ~15))
  return plain.subarray(0, plain.length - Math.min(16, plain.at(-1) ?? 0))
}

/** The initialization vector comes before the content. A tag that verifies the key comes after it. */
function withTag(encrypted: Uint8Array, key: Uint8Array, iv: Uint8Array, password: string): Uint8Array {
  const begins = areEqual(encrypted.subarray(0, gcmVectorBytes), iv)
  try {
    return gcm(key, iv).decrypt(begins ? encrypted.subarray(gcmVectorBytes) : encrypted)
  } catch {
    throw passwordFailure(password)
  }
}

function keyOf(attribute: (name: string) => string, password: string): Uint8Array {
  const bytes = new TextEncoder().encode(password)
  const start = attribute('start-key-generation-name').toLowerCase().includes('sha256') ? sha256(bytes) : sha1(bytes)
  const salt = bytesOf(attribute('salt'))
  const dkLen = Number(attribute('key-size') || 16)
  const derivation = attribute('key-derivation-name').toLowerCase()
  if (![16, 24, 32].includes(dkLen)) throw unknownEncryption(workbookMessages.encryptionProblem.keyLength(dkLen))
  if (derivation.endsWith('argon2id')) {
    const [t, m, p] = ['argon2-iterations', 'argon2-memory', 'argon2-lanes'].map((name) => Number(attribute(name))) as [
      number,
      number,
      number,
    ]
    if (!(t > 0 && t <= 16 && m > 0 && m <= argonMemoryMax && p > 0 && p <= 16))
      throw unknownEncryption(workbookMessages.encryptionProblem.algorithm('Argon2id'))
    return argon2id(start, salt, { t, m, p, dkLen })
  }
  const c = Number(attribute('iteration-count'))
  if (!derivation.endsWith('pbkdf2') || !(c > 0 && c <= iterationsMax))
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(derivation))
  return pbkdf2(sha1, start, salt, { c, dkLen })
}

async function* chunksOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16))
}
