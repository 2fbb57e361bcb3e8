/** The encodings used for each language, by iconv's names, the most common first. */
const western = ['WINDOWS-1252', 'ISO-8859-15', 'CP850', 'MACINTOSH', 'CP437']
const central = ['WINDOWS-1250', 'ISO-8859-2', 'CP852', 'MAC-CENTRALEUROPE']
const cyrillic = ['WINDOWS-1251', 'CP866', 'ISO-8859-5', 'MAC-CYRILLIC', 'CP855']
const baltic = ['WINDOWS-1257', 'ISO-8859-13', 'ISO-8859-4', 'CP775']

export const encodingsOf: Readonly<Record<string, readonly string[]>> = {
  ...shared(['fr', 'de', 'es', 'pt', 'it', 'nl', 'sv', 'fi', 'da', 'nb', 'ca', 'is', 'gl', 'eu', 'af', 'sq'], western),
  ...shared(['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'bs'], central),
  ...shared(['bg', 'sr', 'mk', 'be'], cyrillic),
  ru: [...cyrillic, 'KOI8-R'],
  uk: [...cyrillic, 'KOI8-U'],
  ...shared(['lt', 'lv', 'et'], baltic),
  el: ['WINDOWS-1253', 'ISO-8859-7', 'CP737'],
  he: ['WINDOWS-1255', 'ISO-8859-8', 'CP862'],
  ar: ['WINDOWS-1256', 'ISO-8859-6'],
  fa: ['WINDOWS-1256'],
  th: ['WINDOWS-874'],
  tr: ['WINDOWS-1254', 'ISO-8859-9', 'CP857'],
  vi: ['WINDOWS-1258', 'VISCII'],
  ja: ['SHIFT_JIS', 'EUC-JP', 'ISO-2022-JP'],
  'zh-Hans': ['GB18030', 'GB2312'],
  'zh-Hant': ['BIG5', 'EUC-TW'],
  ko: ['CP949', 'EUC-KR', 'JOHAB', 'ISO-2022-KR'],
}

function shared(languages: readonly string[], encodings: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(languages.map((language) => [language, encodings]))
}
