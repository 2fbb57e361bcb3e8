import type { UrlPolicy } from './check-public-url.ts'
import { dnsOverHttps, type DnsOverHttpsOptions } from './dns-over-https.ts'

/**
 * The variables that mark a local run. Only there does the engine have a URL, and only there can origins be trusted.
 */
export interface LocalVars {
  readonly LOCAL_ENGINE_URL?: string
  readonly LOCAL_TRUSTED_ORIGINS?: string
  /** The proxy through which requests to customers' URLs leave a local run (scripts/local/egress.ts), and its secret. */
  readonly LOCAL_EGRESS_URL?: string
  readonly LOCAL_EGRESS_TOKEN?: string
}

export const isLocalRun = ({ LOCAL_ENGINE_URL }: LocalVars): boolean => (LOCAL_ENGINE_URL ?? '') !== ''

/**
 * Returns `LOCAL_TRUSTED_ORIGINS` as a list, which is empty in a deployment. An entry that is not an origin stops the
 * start.
 */
export function trustedOriginsOf(vars: LocalVars): readonly string[] {
  if (!isLocalRun(vars)) return []
  return (vars.LOCAL_TRUSTED_ORIGINS ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => new URL(entry).origin)
}

/** Stops a deployment with trusted origins, because it would call them unchecked. */
export function refuseTrustInDeployment(vars: LocalVars): void {
  if (!isLocalRun(vars) && (vars.LOCAL_TRUSTED_ORIGINS ?? '').trim() !== '')
    throw new Error('LOCAL_TRUSTED_ORIGINS is for local runs: a deployment that sets it does not start.')
}

/**
 * Returns the policy by which the Worker and its objects check addresses. They have no resolver, so names are looked up
 * over HTTPS.
 */
export const workerPolicy = (vars: LocalVars, fetch: DnsOverHttpsOptions['fetch']): UrlPolicy => ({
  trustedOrigins: trustedOriginsOf(vars),
  resolve: dnsOverHttps({ fetch }),
})
