/** The languages whose names are known. The engine supports more of them. */
const languages = [
  'ar bg bs ca cs da de el en es et eu fa fi fr gl he hi hr hu id is it',
  'ja ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv th tr uk ur vi zh',
].flatMap((codes) => codes.split(' '))

/**
 * Tests whether the locale is well-formed. No language has a code of more than three letters. The engine checks whether
 * it supports the language.
 */
export function isLocale(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag)) return false
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the tag that a name of a language or a POSIX locale means: `German` and `Deutsch` are `de`, `de_DE.UTF-8` is
 * `de-DE`. Returns null for any other text.
 */
export function tagMeant(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const tag = value.replace(/[.@].*$/, '').replaceAll(/[_ ]/g, '-')
  return isLocale(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : languageNamed(value.trim().toLowerCase())
}

const languageNamed = (name: string): string | null =>
  languages.find((code) => nameIn('en', code) === name || nameIn(code, code) === name) ?? null

const nameIn = (locale: string, code: string): string | undefined =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase()
