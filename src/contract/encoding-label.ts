// Every runtime has TextDecoder, but the contract is compiled without the types of any runtime.
declare const TextDecoder: new (label: string) => { readonly encoding: string }

/** Labels that the engine decodes although the platform does not. */
const beyondThePlatform =
  /^(?:utf-?32(?:-?[bl]e)?|(?:cp|ibm|dos|ms)-?\d{3,5}|windows-?\d{4,5}|x-mac-[a-z]+|iso-2022-kr|iso-8859-16|johab|euc-tw)$/

function isOfThePlatform(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

const inLetters = (label: string): string => label.trim().toLowerCase().replaceAll('_', '-')

/** Returns the label of the platform for an encoding, or null. Python writes `utf-8-sig` and `latin-1`. */
export function platformLabel(label: string): string | null {
  const lower = inLetters(label)
  return [label, lower, lower.replace(/-sig$/, ''), lower.replaceAll('-', '')].find(isOfThePlatform) ?? null
}

/** Tests whether a label is certainly not the name of an encoding. Only the engine has all labels. */
export const isUnknownEncoding = (label: string): boolean =>
  !beyondThePlatform.test(inLetters(label)) && platformLabel(label) === null

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
