import { cellsMax, ends, input, starts } from './batch'
import { GT, isSpace, pastSpace } from './sheet-tags'
import { copiedTo, copyText } from './sheet-values'

/** The results of a call: the number of strings, and the end of the processed markup. */
export let sharedTexts: i32 = 0
export let sharedTextsAt: i32 = 0

/**
 * Reads shared strings of the usual form `<si><t>…</t></si>`, starting at `at`. Their starts and ends are stored like
 * those of cells in a batch. It stops at any other string, and at one that does not end before `end`.
 */
export function readSharedTexts(at: usize, end: usize, textEnd: i32): void {
  let text = input
  const textStop = input + textEnd
  let count: i32 = 0
  sharedTexts = 0
  sharedTextsAt = <i32>at
  while (count < cellsMax) {
    at = pastSpace(at, end)
    // <si><t>
    if (load<u32>(at) != 0x3e69733c || (load<u32>(at, 4) & 0xffffff) != 0x3e743c) return
    let start = text
    at = copyText(at + 7, end, text, textStop)
    // </t></si>
    if (at == 0 || load<u64>(at) != 0x69732f3c3e742f3c || load<u8>(at, 8) != GT) return
    at += 9
    if (at > end) return
    text = copiedTo
    while (text > start && isSpace(load<u8>(text - 1))) text--
    while (start < text && isSpace(load<u8>(start))) start++
    store<i32>(starts + ((<usize>count) << 2), <i32>(start - input))
    store<i32>(ends + ((<usize>count) << 2), <i32>(text - input))
    sharedTexts = ++count
    sharedTextsAt = <i32>at
  }
}
