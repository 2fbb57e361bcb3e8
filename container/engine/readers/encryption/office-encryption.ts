import { workbookMessages } from '../../catalog/workbooks.ts'
import { cbc, cfb, ecb } from '@noble/ciphers/aes.js'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { CompoundFile } from '../../bytes/compound-file.ts'
import { memorySource } from '../../bytes/memory-source.ts'
import { viewOf } from '../../bytes/view-of.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { bytesOfBase64 as bytesOf } from './base64.ts'
import { areEqual, concat, type Hash, hashNamed, iteratedHash, u32Bytes } from './office-hash.ts'
import { openWith, unknownEncryption } from './passwords.ts'
import { PackageSource } from './package-source.ts'
import { standardKey } from './standard-key.ts'

/** The purposes for which keys are derived from a password (MS-OFFCRYPTO 2.3.4.10). */
const verifierInput = Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79)
const verifierValue = Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e)
const packageKey = Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6)
const padding = 0x36

const infoBytesMax = 1 << 20
/** The maximum number of hash rounds. Office uses 100,000, and a file with far more would only waste time. */
const spinsMax = 1_000_000

/** Decrypts the workbook inside an encrypted package of Office 2007 or later (MS-OFFCRYPTO 2.3.4). */
export async function decryptedPackage(source: ByteSource, password: string | null): Promise<ByteSource> {
  const file = await CompoundFile.open(source)
  const [info, content] = [file.find('EncryptionInfo'), file.find('EncryptedPackage')]
  if (info === null || content === null) throw unknownEncryption(workbookMessages.encryptionProblem.noParameters)
  const stream = await file.streamOf(info)
  const bytes = await stream.read(0, Math.min(info.size, infoBytesMax))
  const encrypted = await file.streamOf(content)
  const [major, minor] =
    bytes.length < 8 ? [0, 0] : [viewOf(bytes).getUint16(0, true), viewOf(bytes).getUint16(2, true)]
  if (major === 4 && minor === 4) return agilePackage(bytes.subarray(8), encrypted, password)
  if (minor !== 2) throw unknownEncryption(workbookMessages.encryptionProblem.version(major, minor))
  const key = openWith(password, (one) => standardKey(bytes, one))
  return PackageSource.open(encrypted, (segment) => ecb(key, { disablePadding: true }).decrypt(segment))
}

type Attributes = (name: string) => string

interface Cipher {
  readonly hash: Hash
  readonly salt: Uint8Array
  readonly blockBytes: number
  readonly keyBytes: number
  decrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array
}

async function agilePackage(xml: Uint8Array, encrypted: ByteSource, password: string | null): Promise<ByteSource> {
  const { keyData, encryptedKey } = await elementsOf(xml)
  const data = cipherOf(keyData)
  const key = openWith(password, (one) => agileKey(encryptedKey, one))
  return PackageSource.open(encrypted, (segment, number) => {
    const iv = fitted(data.hash(concat(data.salt, u32Bytes(number))), data.blockBytes)
    return data.decrypt(key, iv, segment)
  })
}

function agileKey(attribute: Attributes, password: string): Uint8Array | null {
  const cipher = cipherOf(attribute)
  const spins = Number(attribute('spinCount'))
  if (!Number.isInteger(spins) || spins < 0 || spins > spinsMax)
    throw unknownEncryption(workbookMessages.encryptionProblem.passwordHash)
  const iterated = iteratedHash(cipher.hash, cipher.salt, password, spins)
  const part = (purpose: Uint8Array, name: string): Uint8Array => {
    const key = fitted(cipher.hash(concat(iterated, purpose)), cipher.keyBytes)
    return cipher.decrypt(key, fitted(cipher.salt, cipher.blockBytes), bytesOf(attribute(name)))
  }
  const expected = part(verifierValue, 'encryptedVerifierHashValue')
  const input = part(verifierInput, 'encryptedVerifierHashInput').subarray(0, cipher.salt.length)
  const hashed = cipher.hash(input)
  if (!areEqual(hashed, expected.subarray(0, hashed.length))) return null
  return part(packageKey, 'encryptedKeyValue').subarray(0, cipher.keyBytes)
}

function cipherOf(attribute: Attributes): Cipher {
  const [algorithm, chaining] = [attribute('cipherAlgorithm'), attribute('cipherChaining')]
  const hash = hashNamed(attribute('hashAlgorithm'))
  const keyBytes = Number(attribute('keyBits')) / 8
  if (algorithm !== 'AES' || ![16, 24, 32].includes(keyBytes))
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(algorithm))
  if (hash === null) throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(attribute('hashAlgorithm')))
  if (chaining !== 'ChainingModeCBC' && chaining !== 'ChainingModeCFB')
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(chaining))
  const isChained = chaining === 'ChainingModeCBC'
  return {
    hash,
    salt: bytesOf(attribute('saltValue')),
    blockBytes: 16,
    keyBytes,
    decrypt: (key, iv, bytes) =>
      isChained ? cbc(key, iv, { disablePadding: true }).decrypt(bytes) : cfb(key, iv).decrypt(bytes),
  }
}

/** Cuts or pads bytes to the length of a key or an initialization vector. */
function fitted(bytes: Uint8Array, length: number): Uint8Array {
  const fit = new Uint8Array(length).fill(padding)
  fit.set(bytes.subarray(0, length))
  return fit
}

async function elementsOf(bytes: Uint8Array): Promise<{ keyData: Attributes; encryptedKey: Attributes }> {
  const found = new Map<string, Map<string, string>>()
  const xml = new XmlScanner(memorySource(bytes).stream())
  const names = ['keyBits', 'hashAlgorithm', 'cipherAlgorithm', 'cipherChaining', 'saltValue', 'spinCount']
  const encrypted = ['encryptedVerifierHashInput', 'encryptedVerifierHashValue', 'encryptedKeyValue']
  for (let token = xml.next(); token !== XmlToken.end; token = xml.next()) {
    if (token === XmlToken.starved) await xml.fill()
    else if (token === XmlToken.open && !found.has(xml.name()))
      found.set(xml.name(), new Map([...names, ...encrypted].map((name) => [name, xml.attribute(name) ?? ''])))
  }
  const attributesOf = (name: string): Attributes => {
    const attributes = found.get(name)
    if (attributes === undefined) throw unknownEncryption(workbookMessages.encryptionProblem.missing(name))
    return (attribute) => attributes.get(attribute) ?? ''
  }
  return { keyData: attributesOf('keyData'), encryptedKey: attributesOf('encryptedKey') }
}
