import { textMessages } from '../catalog/text.ts'
import { EngineFailure } from '../failure.ts'

const examinedBytes = 16_384
const kindsMax = 10
const partMax = 0.05

/**
 * Refuses files whose bytes have another meaning, because they would become a table of nonsense. Text has few control
 * characters except for those of lines, pages and ends of files, or few different ones: separators, or a list of all of
 * them somewhere. NUL pads fields. It only counts if every second number of a binary file has one.
 */
export function refuseNoText(head: string): void {
  const examined = head.slice(0, examinedBytes)
  const text = examined.replaceAll('\0', '')
  if (text.length * 2 < examined.length && (examined.match(/\0+/g)?.length ?? 0) * 8 > examined.length)
    throw new EngineFailure('unsupported_format', textMessages.unsupported_format.notText)
  const odd = text.match(/[\u0001-\u0008\u000E-\u0019\u001C-\u001F\u007F]/g) ?? []
  if (odd.length < text.length * partMax || new Set(odd).size < kindsMax) return
  throw new EngineFailure('unsupported_format', textMessages.unsupported_format.notText)
}
