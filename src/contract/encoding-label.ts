// Every runtime has TextDecoder, but the contract is compiled without the types of any runtime.
declare const TextDecoder: new (label: string) => { readonly encoding: string }

/** Labels that the engine decodes although the platform does not. */
const beyondThePlatform =
  /^(?:utf-?32(?:-?[bl]e)?|(?:cp|ibm|dos|ms)-?\d{3,5}|windows-?\d{4,5}|x-mac-[a-z]+|iso-2022-kr|iso-8859-16|johab|euc-tw)$/

/** Code pages of Windows that have another name in the Encoding Standard. */
const codePages: Readonly<Record<string, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  10029: 'x-mac-ce',
  20127: 'us-ascii',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  28591: 'iso-8859-1',
  28592: 'iso-8859-2',
  28595: 'iso-8859-5',
  28597: 'iso-8859-7',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
}

const inLetters = (label: string): string => label.trim().toLowerCase().replaceAll('_', '-')

/** Returns the names under which an encoding may be known, the closest first. Python writes `utf-8-sig` and `latin-1`. */
export function spellingsOf(label: string): string[] {
  const lower = inLetters(label)
  const page = /^(?:cp|ms|windows)-?(\d{3,5})$/.exec(lower)?.[1]
  const numbered = page === undefined ? [] : [codePages[page] ?? `windows-${page}`, `cp${page}`]
  return [lower, ...numbered, label, lower.replace(/-sig$/, ''), lower.replaceAll('-', '')]
}

/** Returns the platform's name for an encoding, or null if the platform does not know the label. */
export function platformEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** Tests whether a label names UTF-8. */
export const isUtf8Label = (label: string): boolean =>
  spellingsOf(label)
    .map(platformEncoding)
    .find((name) => name !== null) === 'utf-8'

/** Tests whether a label is certainly not the name of an encoding. Only the engine has all labels. */
export const isUnknownEncoding = (label: string): boolean =>
  !beyondThePlatform.test(inLetters(label)) && spellingsOf(label).every((name) => platformEncoding(name) === null)

/** Labels to suggest instead of another one. */
export const usualEncodings: readonly string[] = (
  'utf-8 utf-16le utf-16be windows-1252 iso-8859-1 iso-8859-2 iso-8859-15 windows-1250 windows-1251 windows-1253 ' +
  'windows-1254 koi8-r macintosh ibm866 shift_jis euc-jp euc-kr gbk gb18030 big5 iso-2022-jp'
).split(' ')
const windowsPages = [874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258]
export const otherEncodingNames: Readonly<Record<string, string>> = {
  ansi: 'windows-1252',
  western: 'windows-1252',
  latin: 'iso-8859-1',
  65001: 'utf-8',
  unicode: 'utf-16le',
  utf: 'utf-8',
  utf8mb4: 'utf-8',
  utf8bom: 'utf-8',
  mac: 'macintosh',
  ...Object.fromEntries(
    windowsPages.flatMap((page) =>
      ['', 'cp', 'win', 'windows'].map((prefix) => [`${prefix}${page}`, `windows-${page}`]),
    ),
  ),
}
