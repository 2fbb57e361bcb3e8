import { checkPublicUrl, readTrustedOrigins, type UrlVerdict } from '../url-safety/check-public-url.ts'
import { dnsOverHttps } from '../url-safety/dns-over-https.ts'

type Addresses = Pick<Env, 'LOCAL_ENGINE_URL' | 'LOCAL_TRUSTED_ORIGINS'>

/** May a webhook be sent here now? Only a local run, which has an engine of its own, trusts origins. */
export function checkWebhookAddress(url: string, env: Addresses): Promise<UrlVerdict> {
  const isLocal = env.LOCAL_ENGINE_URL !== undefined && env.LOCAL_ENGINE_URL !== ''
  return checkPublicUrl(url, {
    trustedOrigins: isLocal ? readTrustedOrigins(env.LOCAL_TRUSTED_ORIGINS) : [],
    resolve: dnsOverHttps({ fetch: (address, init) => fetch(address, init) }),
  })
}

/**
 * The sentence that refuses an address at registration, or null. A name without an address today may get one tomorrow:
 * it is taken, and judged at every attempt.
 */
export async function refuseWebhookAddress(url: string, env: Addresses): Promise<string | null> {
  const verdict = await checkWebhookAddress(url, env)
  return verdict.ok || verdict.reason === 'unresolved' ? null : verdict.message
}
