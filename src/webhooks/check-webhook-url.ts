import { requests } from '../contract/catalog/requests.ts'
import { checkPublicUrl, type UrlVerdict } from '../url-safety/check-public-url.ts'
import { type LocalVars, workerPolicy } from '../url-safety/local-run.ts'

/** Decides whether a webhook may be sent to this URL now. */
export const checkWebhookUrl = (url: string, env: LocalVars): Promise<UrlVerdict> =>
  checkPublicUrl(url, workerPolicy(env, fetch))

/**
 * Returns the sentence that refuses a URL at registration, or null. A host without an IP address may get one later, so it
 * is accepted, and checked at every attempt.
 */
export async function refuseWebhookUrl(url: string, env: LocalVars): Promise<string | null> {
  const verdict = await checkWebhookUrl(url, env)
  if (verdict.ok || verdict.reason === 'unresolved') return null
  if (verdict.isAboutFiles === true) return requests.invalid_url.notReceiver(url)
  const isPrivate = verdict.reason === 'host' || verdict.reason === 'address'
  return isPrivate ? requests.invalid_url.ownMachine(verdict.message) : verdict.message
}
