const hostPattern = /^https?:\/\/([^/?#\\]+)/

/**
 * Returns whether the request is for the service's own host. A Worker also has other hosts (a preview, `workers.dev`, a
 * wildcard of the zone), which no Access rule protects. A local run also responds to `localhost`.
 */
export function isForOwnHost(url: string, publicOrigin: string | undefined, isLocal: boolean): boolean {
  const own = hostPattern.exec(publicOrigin ?? '')?.[1]
  const host = hostPattern.exec(url)?.[1]
  if (own === undefined || host === undefined) return false
  return host === own || (isLocal && host === own.replace('127.0.0.1', 'localhost'))
}

export const misdirected = (): Response =>
  new Response('This service does not serve this host.\n', { status: 421, headers: { 'content-type': 'text/plain' } })
