import type { Message } from '../contract/catalog/message.ts'
import { requests } from '../contract/catalog/requests.ts'
import { type AddressVerdict, classifyAddress } from './classify-address.ts'
import { parseIp } from './ip-address.ts'
import { isBucket, isFilePath, isOwnData, urlMeant } from './url-meant.ts'

/** Returns all addresses of a name, or an empty list if it has none. It throws if no resolver could be reached. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface UrlPolicy {
  /** The origins that pass every check in a local run. The list is empty in a deployment. */
  readonly trustedOrigins: readonly string[]
  readonly resolve: Resolve
  /** Classifies one address by the table of special ranges, unless a test has its own network. */
  readonly classify?: (address: string) => AddressVerdict
}

export type UrlVerdict =
  | {
      readonly ok: true
      readonly url: URL
      /** The name for SNI and Host, or the literal address. IPv6 has no brackets. */
      readonly host: string
      readonly port: number
      /**
       * Every address of the host, all of them public. Connect to one of these and to nothing else. The list is empty
       * if the host is trusted.
       */
      readonly addresses: readonly string[]
      readonly trusted: boolean
    }
  | {
      readonly ok: false
      readonly reason: UrlRefusal
      readonly message: Message
      /** The message has advice about files, which does not help with the URL of a webhook. */
      readonly isAboutFiles?: true
    }

/** The reason `unresolved` means that the name has no address now, which is not a statement about its safety. */
export type UrlRefusal = 'syntax' | 'scheme' | 'port' | 'user_info' | 'host' | 'address' | 'unresolved'

const say = requests.invalid_url
const allowedPorts = new Set([443, 8443])
/**
 * Top-level domains that no public host has: reserved ones (RFC 2606, 6761, 6762, 7686, 8375, 9476, ICANN's .internal) and
 * those that private networks are known to use (RFC 6762, appendix G). A name below one can only resolve to a private host.
 */
const privateSuffixes =
  `localhost localdomain local test invalid example onion alt internal intranet private corp home lan
  home.arpa svc`.split(/\s+/)

/** Decides whether a file or webhook URL may be called. The verdict contains the addresses for which it holds. */
export async function checkPublicUrl(text: string, policy: UrlPolicy): Promise<UrlVerdict> {
  const written = checkSpelling(text)
  if (!written.ok) return written
  const { url } = written
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (policy.trustedOrigins.includes(url.origin)) {
    return { ok: true, url, host, port: portOf(url), addresses: [], trusted: true }
  }
  // Another scheme or port would not help a private host, so the host is checked first.
  const isAddress = parseIp(host) !== null
  const refusedHost = isAddress ? checkAddresses(host, [host], policy) : checkHostName(host, url)
  const refusal = refusedHost ?? checkSchemeAndPort(url)
  if (refusal !== null) return refusal
  const addresses = isAddress ? [host] : await resolved(withoutTrailingDot(host), policy.resolve)
  if (addresses.length === 0) return refuse('unresolved', say.noAddress(host))
  return (
    checkAddresses(host, addresses, policy) ?? { ok: true, url, host, port: portOf(url), addresses, trusted: false }
  )
}

function checkSpelling(text: string): { readonly ok: true; readonly url: URL } | (UrlVerdict & { ok: false }) {
  if (isFilePath(text)) return refuseFile('syntax', say.ownFile)
  if (isOwnData(text)) return refuseFile('syntax', say.ownData)
  // `URL` accepts these, and other parsers read them in other ways. The pattern searches for control characters on
  // purpose.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return refuse('syntax', say.control(urlMeant(text)))
  const url = URL.parse(text)
  if (url !== null && isBucket(url)) return refuseFile('scheme', say.bucket(url.protocol))
  if (url === null && isPortTooLarge(text)) return refuse('port', say.port(writtenPort(text)))
  if (url === null || url.hostname === '') return refuseIncomplete(text)
  if (!/^https?:\/\/[^/]/i.test(text)) {
    const isWeb = /^https?:$/.test(url.protocol)
    return refuse('scheme', isWeb ? say.incomplete(text, urlMeant(text)) : say.scheme(url.protocol, urlMeant(text)))
  }
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) return refuse('user_info', say.userInfo)
  return { ok: true, url }
}

function refuseIncomplete(text: string): UrlVerdict & { ok: false } {
  const meant = urlMeant(text)
  const message = say.incomplete(text, meant)
  return meant === null ? refuseFile('syntax', message) : refuse('syntax', message)
}

const writtenPort = (text: string): number => Number(/^https:\/\/[^/?#]+:(\d{1,15})(?:[/?#]|$)/i.exec(text)?.[1] ?? 0)
/** Tests for a URL whose only mistake is its port. */
const isPortTooLarge = (text: string): boolean =>
  writtenPort(text) > 65_535 && URL.canParse(text.replace(/:\d{1,15}(?=[/?#]|$)/, ''))

function checkSchemeAndPort(url: URL): (UrlVerdict & { ok: false }) | null {
  if (url.protocol !== 'https:') return refuse('scheme', say.scheme(url.protocol, urlMeant(url.href)))
  if (!allowedPorts.has(portOf(url))) return refuse('port', say.port(portOf(url)))
  return null
}

function checkAddresses(host: string, addresses: readonly string[], { classify = classifyAddress }: UrlPolicy) {
  for (const address of addresses) {
    const verdict = classify(address)
    if (!verdict.public) return refuse('address', say.privateAddress(host, address, verdict.why))
  }
  return null
}

function checkHostName(host: string, { href }: URL): (UrlVerdict & { ok: false }) | null {
  const name = withoutTrailingDot(host)
  const isPrivate = privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (isPrivate || !name.includes('.')) return refuse('host', say.privateName(host, urlMeant(href)))
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => label === '' || label.length > 63)) {
    return refuse('syntax', say.hostName(host))
  }
  return null
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host)
  } catch {
    return []
  }
}

const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port))
const withoutTrailingDot = (host: string): string => host.replace(/\.$/, '')
const refuse = (reason: UrlRefusal, message: Message): UrlVerdict & { ok: false } => ({ ok: false, reason, message })
/** Refuses a URL with advice about files. */
const refuseFile = (reason: UrlRefusal, message: Message): UrlVerdict & { ok: false } => ({
  ...refuse(reason, message),
  isAboutFiles: true,
})
