import { logError } from '../logs/log.ts'
import type { Mail } from '../contract/operator.ts'

const givenUpMs = 86_400_000

/**
 * Sends a mail through the platform's binding. In a local run, the platform writes the mail to a file and logs its
 * name.
 */
export async function sendMail(env: Pick<Env, 'MAIL' | 'MAIL_FROM'>, mail: Mail, nowMs: number): Promise<void> {
  try {
    await env.MAIL.send({
      from: { name: 'Rowmill', email: env.MAIL_FROM },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
    })
  } catch (error) {
    const isGivenUp = nowMs - mail.sinceMs >= givenUpMs
    logError(isGivenUp ? 'mail_given_up' : 'mail_failed', {}, error)
    if (!isGivenUp) throw error
  }
}
