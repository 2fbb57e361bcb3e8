import { workbookMessages } from '../../catalog/workbooks.ts'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { viewOf } from '../../bytes/view-of.ts'
import { areEqual, concat, u32Bytes, utf16Bytes } from './office-hash.ts'
import { openWith, unknownEncryption } from './passwords.ts'
import { Rc4 } from './rc4.ts'
import { xorKey } from './xor-obfuscation.ts'

const filePass = 0x2f
/** Records that are never encrypted, so that readers can recognize the file (MS-XLS 2.2.10). */
const plainRecords = new Set([0x809, 0x009, 0x209, 0x409, filePass, 0x194, 0x195, 0xe1, 0x196, 0x138])
const boundSheet = 0x85
const sheetPositionBytes = 4
/** RC4 starts again with a new key after this many bytes of the stream. */
const rc4BlockBytes = 1024
/** No record has this number, so readers skip it. */
const noRecord = 0xfffe

/** Decrypts the content of a record in place. Its encrypted bytes start at `from`. */
type DecryptRecord = (stream: Uint8Array, from: number, end: number, contentStart: number) => void

/**
 * Decrypts the records of a workbook of Excel 2003 or earlier in place (MS-OFFCRYPTO 2.3.5 to 2.3.7). `info` is the
 * FILEPASS record.
 */
export function decryptRecords(plain: Uint8Array, info: Uint8Array, password: string | null): void {
  const decrypt = openWith(password, (one) => decryptorOf(info, one))
  const data = viewOf(plain)
  for (let at = 0; at + 4 <= plain.length;) {
    const type = data.getUint16(at, true)
    const start = at + 4
    const end = Math.min(plain.length, start + data.getUint16(at + 2, true))
    const from = type === boundSheet ? Math.min(end, start + sheetPositionBytes) : start
    if (type === filePass) data.setUint16(at, noRecord, true)
    else if (!plainRecords.has(type)) decrypt(plain, from, end, start)
    at = end
  }
}

function decryptorOf(info: Uint8Array, password: string): DecryptRecord | null {
  const data = viewOf(info)
  // Files from before Excel 97 store a key and a hash, but no method.
  if (info.length === 4) return xorDecryptor(data.getUint16(0, true), data.getUint16(2, true), password)
  const method = info.length < 6 ? -1 : data.getUint16(0, true)
  if (method === 0) return xorDecryptor(data.getUint16(2, true), data.getUint16(4, true), password)
  const [major, minor] = method === 1 ? [data.getUint16(2, true), data.getUint16(4, true)] : [0, 0]
  if (major === 1 && minor === 1) return rc4Decryptor(info.subarray(6), password)
  if (major >= 2 && major <= 4 && minor === 2) return cryptoApiDecryptor(info.subarray(6), password)
  throw unknownEncryption(workbookMessages.encryptionProblem.version(major, minor))
}

function xorDecryptor(key: number, verifier: number, password: string): DecryptRecord | null {
  const array = xorKey(password, key, verifier)
  if (array === null) return null
  return (stream, from, end, start) => {
    const length = end - start
    for (let at = from; at < end; at++) {
      const value = (stream[at] as number) ^ (array[(at + length) % 16] as number)
      stream[at] = ((value >> 5) | (value << 3)) & 255
    }
  }
}

/** The key stream covers the whole stream, including its plain bytes. */
function rc4Stream(keyOf: (block: number) => Uint8Array): DecryptRecord {
  let block = -1
  let keys = new Uint8Array(rc4BlockBytes)
  return (stream, from, end) => {
    for (let at = from; at < end; at++) {
      const own = Math.floor(at / rc4BlockBytes)
      if (own !== block) {
        block = own
        keys = new Rc4(keyOf(block)).apply(new Uint8Array(rc4BlockBytes)) as typeof keys
      }
      stream[at] = (stream[at] as number) ^ (keys[at % rc4BlockBytes] as number)
    }
  }
}

/** Excel 97 uses keys of 40 bits, whatever the password. */
function rc4Decryptor(info: Uint8Array, password: string): DecryptRecord | null {
  if (info.length < 48) throw unknownEncryption(workbookMessages.encryptionProblem.shortHeader)
  const salt = info.subarray(0, 16)
  const begin = concat(md5(utf16Bytes(password)).subarray(0, 5), salt)
  const base = md5(concat(...Array.from({ length: 16 }, () => begin))).subarray(0, 5)
  const keyOf = (block: number): Uint8Array => md5(concat(base, u32Bytes(block)))
  const plain = new Rc4(keyOf(0)).apply(info.subarray(16, 48))
  return areEqual(md5(plain.subarray(0, 16)), plain.subarray(16)) ? rc4Stream(keyOf) : null
}

/** Excel 2002 and 2003 use the CryptoAPI. */
function cryptoApiDecryptor(info: Uint8Array, password: string): DecryptRecord | null {
  const data = viewOf(info)
  const headerBytes = info.length < 32 ? info.length : data.getUint32(4, true)
  const verifierAt = 8 + headerBytes
  if (verifierAt + 60 > info.length) throw unknownEncryption(workbookMessages.encryptionProblem.shortHeader)
  const [algorithm, keyBits] = [data.getUint32(16, true), data.getUint32(24, true) || 40]
  if (algorithm !== 0x6801 || keyBits % 8 !== 0 || keyBits > 128)
    throw unknownEncryption(workbookMessages.encryptionProblem.algorithm(algorithm.toString(16)))
  const salt = info.subarray(verifierAt + 4, verifierAt + 20)
  const base = sha1(concat(salt, utf16Bytes(password)))
  const keyOf = (block: number): Uint8Array => {
    const key = sha1(concat(base, u32Bytes(block))).subarray(0, keyBits / 8)
    // A 40-bit key is a 128-bit key whose other bits are 0.
    return keyBits === 40 ? concat(key, new Uint8Array(11)) : key
  }
  const cipher = new Rc4(keyOf(0))
  const verifier = cipher.apply(info.subarray(verifierAt + 20, verifierAt + 36))
  const expected = cipher.apply(info.subarray(verifierAt + 40, verifierAt + 60))
  return areEqual(sha1(verifier), expected) ? rc4Stream(keyOf) : null
}
