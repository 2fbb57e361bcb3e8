import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'

export interface CaughtMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * Intercepts the mails that a test sends, and lets each fail with this error. It replaces the binding: after many calls,
 * workerd keeps calling the method that it has called before, and a replaced method would get no calls.
 */
export function caughtMails(error: Error | null = null): CaughtMail[] {
  const mails: CaughtMail[] = []
  const send = async (mail: CaughtMail): Promise<{ readonly messageId: string }> => {
    mails.push(mail)
    if (error !== null) throw error
    return { messageId: 'm' }
  }
  const { MAIL } = env
  const replace = (binding: object): void => void Object.assign(env, { MAIL: binding })
  replace({ send })
  onTestFinished(() => replace(MAIL))
  return mails
}
