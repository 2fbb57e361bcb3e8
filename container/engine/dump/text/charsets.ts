/** MySQL's character sets whose name on the web platform is different. Its latin1 is Windows-1252. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['latin1', 'windows-1252'],
  ['latin2', 'iso-8859-2'],
  ['latin5', 'iso-8859-9'],
  ['latin7', 'iso-8859-13'],
  ['greek', 'iso-8859-7'],
  ['hebrew', 'iso-8859-8'],
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['cp1256', 'windows-1256'],
  ['cp1257', 'windows-1257'],
  ['cp866', 'ibm866'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['macroman', 'macintosh'],
  ['tis620', 'windows-874'],
  ['gbk', 'gbk'],
  ['gb2312', 'gbk'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['sjis', 'shift_jis'],
  ['cp932', 'shift_jis'],
  ['ujis', 'euc-jp'],
  ['eucjpms', 'euc-jp'],
  ['euckr', 'euc-kr'],
])

/** Returns the encoding for a SET NAMES. Everything unknown is read as UTF-8, which includes ASCII. */
export const encodingOfMysql = (charset: string): string => encodings.get(charset.toLowerCase()) ?? 'utf-8'

const unicode: ReadonlyMap<string, string> = new Map([
  ['utf8', 'utf-8'],
  ['utf8mb3', 'utf-8'],
  ['utf8mb4', 'utf-8'],
  ['ascii', 'utf-8'],
  ['ucs2', 'utf-16be'],
  ['utf16', 'utf-16be'],
])

/** Returns the encoding of a string with its own character set, or null if it is unknown. */
export function charsetEncoding(charset: string): string | null {
  const name = charset.toLowerCase()
  return unicode.get(name) ?? encodings.get(name) ?? null
}

const noLeads = new Uint8Array(256)
const doubleByteLeads = new Uint8Array(256).fill(1, 0x81, 0xff)
const shiftJisLeads = new Uint8Array(256).fill(1, 0x81, 0xa0).fill(1, 0xe0, 0xfd)

/** Returns the bytes that begin a character whose second byte could otherwise be a quote or backslash. */
export function leadBytes(encoding: string): Uint8Array {
  if (encoding === 'shift_jis') return shiftJisLeads
  return /^(?:gbk|gb18030|big5)$/.test(encoding) ? doubleByteLeads : noLeads
}
