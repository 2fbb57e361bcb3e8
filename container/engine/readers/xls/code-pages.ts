import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { codePage } from '../../bytes/code-pages.ts'
import { encodingOfLabel } from '../../detect/encoding.ts'

/** Code pages by number that a decoder of the platform knows by another name. */
const labels: Readonly<Record<number, string>> = {
  367: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10_000: 'macintosh',
  10_001: 'shift_jis',
  10_002: 'big5',
  10_003: 'euc-kr',
  10_004: 'x-mac-arabic',
  10_006: 'x-mac-greek',
  10_007: 'x-mac-cyrillic',
  10_008: 'gbk',
  10_010: 'x-mac-romanian',
  10_017: 'x-mac-cyrillic',
  10_021: 'windows-874',
  10_029: 'x-mac-ce',
  10_079: 'x-mac-icelandic',
  10_081: 'x-mac-turkish',
  10_082: 'x-mac-croatian',
  20_866: 'koi8-r',
  28_591: 'windows-1252',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_597: 'iso-8859-7',
  32_768: 'macintosh',
  32_769: 'windows-1252',
  65_001: 'utf-8',
}

/** Text of the workbooks before Unicode: appends it as UTF-8. */
export class CodePage {
  readonly label: string
  /** The number of a code page that nobody knows: windows-1252 stands in for it. */
  readonly unknown: number | null
  private readonly decoder: InstanceType<typeof TextDecoder> | null
  private readonly upper: readonly string[] | null
  private readonly encoder = new TextEncoder()

  /** `page` is the workbook's number, or the label that the spec gives. */
  constructor(page: number | string) {
    const number = typeof page === 'number' ? page : Number(/^(?:cp|ibm)-?(\d+)$/i.exec(page)?.[1] ?? 0)
    const named = typeof page === 'number' ? labels[page] : undefined
    const own = codePage(`cp${number}`) === null ? (named ?? '') : `cp${number}`
    this.upper = codePage(own)?.slice(128) ?? null
    const decoder = this.upper === null ? decoderOfPage(page, named) : null
    this.decoder = this.upper === null ? (decoder ?? new TextDecoder('windows-1252')) : null
    this.unknown = this.upper === null && decoder === null ? number : null
    this.label = this.decoder?.encoding ?? own
  }

  append(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): void {
    let at = start
    while (at < end && (bytes[at] as number) < 0x80) at++
    if (at === end) out.append(bytes, start, end)
    else out.append(this.encoder.encode(this.decode(bytes, start, end)))
  }

  decode(bytes: Uint8Array, start: number, end: number): string {
    if (this.decoder !== null) return this.decoder.decode(bytes.subarray(start, end))
    let text = ''
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      text += byte < 0x80 ? String.fromCharCode(byte) : (this.upper?.[byte - 0x80] ?? '\ufffd')
    }
    return text
  }
}

const decoderOfPage = (page: number | string, named: string | undefined) =>
  typeof page === 'string'
    ? new TextDecoder(encodingOfLabel(page), { ignoreBOM: true })
    : decoderOf(named ?? `windows-${page}`)

function decoderOf(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label, { ignoreBOM: true })
  } catch {
    return null
  }
}
