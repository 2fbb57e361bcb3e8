import type { Message } from '../../../../src/contract/catalog/message.ts'
import { documentMessages } from '../../catalog/documents.ts'
import { depthMax, Scan, scanValue } from './json-scan.ts'

export interface JsonError {
  readonly at: number
  readonly message: Message
}

const firstStep = 1 << 10

/**
 * Returns the error in the value at `start`. Its position is the first byte that makes the value invalid, whatever
 * follows.
 */
export function jsonErrorIn(bytes: Uint8Array, start: number, end: number): JsonError {
  const mayContinue = (to: number): boolean => scanValue(bytes, start, to, false) === Scan.incomplete
  let sound = start
  let unsound = Math.min(end, start + firstStep)
  while (mayContinue(unsound)) {
    if (unsound === end) return { at: end, message: documentMessages.jsonError.ends }
    sound = unsound
    unsound = Math.min(end, start + (unsound - start) * 2)
  }
  while (unsound - sound > 1) {
    const middle = (sound + unsound) >> 1
    if (mayContinue(middle)) sound = middle
    else unsound = middle
  }
  return { at: sound, message: nameOf(bytes, start, sound) }
}

function nameOf(bytes: Uint8Array, start: number, at: number): Message {
  const byte = bytes[at] as number
  if (scanValue(bytes, start, at + 1, false) === Scan.tooDeep) return documentMessages.jsonError.depth(depthMax)
  if (byte === 47 || byte === 35) return documentMessages.jsonError.comment
  const word = new TextDecoder().decode(bytes.subarray(at, at + 8))
  if (word.startsWith('NaN') || word === 'Infinity') return documentMessages.jsonError.notFinite
  if (byte < 32) return documentMessages.jsonError.control
  const isClosed = byte === 93 || byte === 125
  return isClosed && beforeSpace(bytes, at) === 44
    ? documentMessages.jsonError.noValue
    : documentMessages.jsonError.malformed
}

function beforeSpace(bytes: Uint8Array, at: number): number | undefined {
  let before = at - 1
  while ([9, 10, 13, 32].includes(bytes[before] as number)) before--
  return bytes[before]
}
