import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'

export type Hash = (bytes: Uint8Array) => Uint8Array

const hashes: Readonly<Record<string, Hash>> = { md5, sha1, sha256, sha384, sha512 }

/** Returns the hash with the given name in documents, such as `SHA512` or `SHA-1`, or null for an unknown name. */
export const hashNamed = (name: string): Hash | null => hashes[name.toLowerCase().replaceAll('-', '')] ?? null

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function u32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** Office hashes both bytes of each UTF-16 unit of a password. */
export function utf16Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true)
  return bytes
}

/** Returns the salted hash of a password after repeated hashing, with a counter in front each time. */
export function iteratedHash(hash: Hash, salt: Uint8Array, password: string, times: number): Uint8Array {
  let value = hash(concat(salt, utf16Bytes(password)))
  const input = new Uint8Array(4 + value.length)
  const view = new DataView(input.buffer)
  for (let at = 0; at < times; at++) {
    view.setUint32(0, at, true)
    input.set(value, 4)
    value = hash(input)
  }
  return value
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
