import { headerText } from './header-text.ts'

const charactersMax = 255

/** Returns the name of a downloaded file: from the response, from its URL, or from the client. */
export function fileNameOf(disposition: string | null, url: string, givenName: string): string {
  const candidates = [
    ...(disposition === null ? [] : [extendedName(disposition), plainName(disposition)]),
    lastSegment(url),
    givenName,
  ]
  for (const candidate of candidates) {
    const name = tidy(candidate ?? '')
    if (name !== '') return name
  }
  return 'file'
}

/** Reads `filename*=UTF-8''na%C3%AFve.csv` (RFC 6266), which overrides the plain name. */
function extendedName(disposition: string): string | null {
  const match = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition)
  if (match === null) return null
  if (match[1]?.toLowerCase() === 'utf-8') return decoded(match[2] ?? '')
  return (match[2] ?? '').replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/**
 * Reads the plain name. A name without quotes may not contain a space, but every client reads such a name up to the
 * semicolon.
 */
function plainName(disposition: string): string | null {
  const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  return match === null ? null : headerText(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? '')
}

const lastSegment = (url: string): string | null => decoded(new URL(url).pathname.split('/').pop() ?? '')

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Removes folders and control characters, because this is a name and not a path. */
function tidy(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? ''
  const clean = base.replaceAll(/\p{Cc}/gu, '').trim()
  return clean === '.' || clean === '..' ? '' : beginningOf(clean, charactersMax)
}

/** Cuts a long name. It leaves no half of a character at its end, because no URL could contain one. */
export const beginningOf = (name: string, unitsMax: number): string =>
  name.slice(0, unitsMax).replace(/[\uD800-\uDBFF]$/, '')
