import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { decoderOf, ownEncoding } from '../../bytes/decoder.ts'
import type { Decode } from '../../bytes/east-asian.ts'
import { encodingOfLabel } from '../../detect/encoding/encoding.ts'

/** The encodings of code pages whose name is not `cp` or `windows-` followed by the number. */
const labels: Readonly<Record<number, string>> = {
  367: 'windows-1252',
  708: 'iso-8859-6',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'johab',
  10_000: 'macintosh',
  10_001: 'shift_jis',
  10_002: 'big5',
  10_003: 'euc-kr',
  10_004: 'x-mac-arabic',
  10_005: 'x-mac-hebrew',
  10_006: 'x-mac-greek',
  10_007: 'x-mac-cyrillic',
  10_008: 'gbk',
  10_010: 'x-mac-romanian',
  10_017: 'x-mac-cyrillic',
  10_021: 'x-mac-thai',
  10_029: 'x-mac-ce',
  10_079: 'x-mac-icelandic',
  10_081: 'x-mac-turkish',
  10_082: 'x-mac-croatian',
  20_127: 'windows-1252',
  20_866: 'koi8-r',
  21_866: 'koi8-u',
  28_591: 'windows-1252',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_597: 'iso-8859-7',
  28_599: 'windows-1254',
  28_605: 'iso-8859-15',
  32_768: 'macintosh',
  32_769: 'windows-1252',
  51_949: 'euc-kr',
  54_936: 'gb18030',
  65_001: 'utf-8',
}

const fallbackEncoding = 'windows-1252'

/** Decodes the text of workbooks from before Unicode, and appends it as UTF-8. */
export class CodePage {
  readonly label: string
  /** The number of an unknown code page, which is read as windows-1252. */
  readonly unknown: number | null
  private readonly decoder: Decode
  private readonly encoder = new TextEncoder()

  /** `page` is the number in the workbook, or the encoding from the spec. */
  constructor(page: number | string) {
    const known = typeof page === 'number' ? encodingOfPage(page) : encodingOfLabel(page)
    this.unknown = known === null ? (page as number) : null
    this.label = known ?? fallbackEncoding
    this.decoder = decoderOf(this.label)
  }

  append(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): void {
    let at = start
    while (at < end && (bytes[at] as number) < 0x80) at++
    if (at === end) out.append(bytes, start, end)
    else out.append(this.encoder.encode(this.decode(bytes, start, end)))
  }

  decode(bytes: Uint8Array, start: number, end: number): string {
    return this.decoder(bytes.subarray(start, end), false)
  }
}

function encodingOfPage(page: number): string | null {
  const named = labels[page] ?? ownEncoding(`cp${page}`)
  return named ?? (isPlatformEncoding(`windows-${page}`) ? `windows-${page}` : null)
}

function isPlatformEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === label
  } catch {
    return false
  }
}
