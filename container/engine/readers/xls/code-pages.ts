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
  10_007: 'x-mac-cyrillic',
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
  private readonly decoder: InstanceType<typeof TextDecoder> | null
  private readonly upper: readonly string[] | null
  private readonly encoder = new TextEncoder()

  /** By the number that the workbook gives, or by the label that its reader insists on. */
  constructor(page: number | string) {
    const number = typeof page === 'number' ? page : Number(/^(?:cp|ibm)-?(\d+)$/i.exec(page)?.[1] ?? 0)
    this.upper = codePage(`cp${number}`)?.slice(128) ?? null
    if (this.upper !== null) this.decoder = null
    else if (typeof page === 'string') this.decoder = new TextDecoder(encodingOfLabel(page), { ignoreBOM: true })
    else this.decoder = decoderOf(labels[page] ?? `windows-${page}`)
    this.label = this.decoder?.encoding ?? `cp${number}`
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

function decoderOf(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { ignoreBOM: true })
  } catch {
    return new TextDecoder('windows-1252')
  }
}
