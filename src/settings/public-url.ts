import type { Operation } from '../contract/account.ts'
import { checkPublicUrl, readTrustedOrigins } from '../url-safety/check-public-url.ts'
import { dnsOverHttps } from '../url-safety/dns-over-https.ts'

/** As the API does it: an address that is not public is refused, one that does not resolve yet fails later. */
export async function refusePrivateUrl(operation: Operation, env: Env): Promise<Operation> {
  if (operation.kind !== 'open_url') return operation
  const isLocal = env.LOCAL_ENGINE_URL !== undefined && env.LOCAL_ENGINE_URL !== ''
  const verdict = await checkPublicUrl(operation.url, {
    trustedOrigins: isLocal ? readTrustedOrigins(env.LOCAL_TRUSTED_ORIGINS) : [],
    resolve: dnsOverHttps({ fetch: (address, init) => fetch(address, init) }),
  })
  if (verdict.ok || verdict.reason === 'unresolved') return operation
  return { kind: 'refused', refusal: { code: 'invalid_url', message: verdict.message } }
}
