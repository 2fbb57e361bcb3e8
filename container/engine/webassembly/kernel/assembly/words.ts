// Words for true and false in any case, and UUIDs with uppercase letters, like ../../../values/words.ts.
import { copy } from './bytes'
import { isUuid } from './checks'
import { WORDS_YES as YES_AND_NO } from './layout'

const LOWER: u32 = 0x20202020
const TRUE: u32 = 0x65757274 // "true"
const FALS: u32 = 0x736c6166 // "fals"
const YES: u32 = 0x736579 // "yes"
const NO: u32 = 0x6f6e // "no"

function writeTrue(to: usize): usize {
  store<u32>(to, TRUE)
  return to + 4
}

function writeFalse(to: usize): usize {
  store<u32>(to, FALS)
  store<u8>(to, 101, 4)
  return to + 5
}

/** Writes one of the column's two words as true or false. Returns the end, or 0 for any other text. */
export function writeWord(words: i32, at: usize, end: usize, to: usize): usize {
  const count = <i32>(end - at)
  const letters = load<u32>(at) | LOWER
  if (words == YES_AND_NO) {
    if (count == 3 && (letters & 0xffffff) == YES) return writeTrue(to)
    return count == 2 && (letters & 0xffff) == NO ? writeFalse(to) : 0
  }
  if (count == 4 && letters == TRUE) return writeTrue(to)
  return count == 5 && letters == FALS && (load<u8>(at, 4) | 32) == 101 ? writeFalse(to) : 0
}

/** Writes a UUID in lowercase. Returns the end, or 0 if it is not a UUID. */
export function writeUuid(at: usize, end: usize, to: usize): usize {
  if (end - at != 36) return 0
  const textEnd = copy(to, at, 36)
  for (let byte = to; byte < textEnd; byte++) if (<u8>(load<u8>(byte) - 65) < 6) store<u8>(byte, load<u8>(byte) | 32)
  return isUuid(to, textEnd) ? textEnd : 0
}
