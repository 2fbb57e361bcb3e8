// The mistakes that people make with URLs. Nothing here decides whether a URL may be called.

/** A broken `https://` before a host, perhaps repeated. */
const schemeMeant = /^(?:(?:h[tp]{1,4}s?)?[:;]?\/+|h[tp]{1,4}s?[:;]|(?=www\.))+/i
const charactersAroundUrl = /^[\s<>"'`([]+|[\s<>"'`)\],;]+$/g
const markdownLink = /^\[[^\]]*\]\((.*)\)$/
/** A public name with at most a usual port. The last label of a name has letters only. */
const publicHost = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::(?:443|8443))?(?:[/?#]|$)/i

/**
 * Returns the https URL that was probably meant by a text that is not one: `https:/example.com/a.csv`,
 * `example.com/a.csv`, or a URL in quotation marks. Returns null if nothing is likely. A name alone may be that of a
 * file.
 */
export function urlMeant(text: string): string | null {
  const bare = (markdownLink.exec(text.trim())?.[1] ?? text).replaceAll(charactersAroundUrl, '').replaceAll('\\', '/')
  const rest = bare.replace(schemeMeant, '')
  const isAddress = rest !== bare || bare.startsWith('www.') || bare.includes('/')
  if (!isAddress || !publicHost.test(rest)) return null
  const meant = `https://${rest.replaceAll(/\s/g, '%20')}`
  return meant === text ? null : meant
}

/** Tests whether a text is the path of a file on a computer: `C:\\people.csv`, `/home/ann/people.csv`, `people.csv`. */
export const isFilePath = (text: string): boolean =>
  /^(?:file:|[a-z]:[\\/]|\\\\|\/(?!\/)|\.{1,2}[\\/]|~[\\/])|^[^:/?#\\]+\.(?:csv|tsv|txt|xlsx?|xlsb|ods|json|ndjson|xml|sql|gz|zip)$/i.test(
    text,
  )

/** Tests whether a URL contains its data, or refers to the memory of a browser. */
export const isOwnData = (text: string): boolean => /^(?:data|blob):/i.test(text)

/** Tests whether a URL has the scheme of an object store, such as `s3:`. */
export const isBucket = ({ protocol }: URL): boolean =>
  /^(?:s3[an]?|gs|gcs|r2|az|azure|abfss?|wasbs?|oss|b2):$/.test(protocol)
