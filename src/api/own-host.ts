const hostPattern = /^https?:\/\/([^/?#\\]+)/

/**
 * Is the request for the host that clients know? A Worker can be reached under others (a preview, `workers.dev`, a zone's
 * wildcard), which nobody has put behind Access or any other rule. A local run also answers to `localhost`.
 */
export function isForOwnHost(address: string, publicOrigin: string | undefined, isLocal: boolean): boolean {
  const own = hostPattern.exec(publicOrigin ?? '')?.[1]
  const host = hostPattern.exec(address)?.[1]
  if (own === undefined || host === undefined) return false
  return host === own || (isLocal && host === own.replace('127.0.0.1', 'localhost'))
}

export const misdirected = (): Response =>
  new Response('This service does not serve this host.\n', { status: 421, headers: { 'content-type': 'text/plain' } })
