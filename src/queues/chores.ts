import { rebuildDirectory } from '../accounts/rebuild-directory.ts'
import type { Chore } from '../contract/chores.ts'
import { logError } from '../logs/log.ts'
import { sweepOrphans } from '../retention/sweep-orphans.ts'
import { errorWaitSeconds } from './error-wait.ts'

/** Continues work that one call could not finish. A slice may arrive twice, and repeating it changes nothing. */
export async function consumeChores(batch: MessageBatch<Chore>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const chore = message.body
    try {
      if (chore.kind === 'sweep') await sweepOrphans(env, chore)
      else await rebuildDirectory(env, chore)
      message.ack()
    } catch (error) {
      logError('chore_failed', { chore: JSON.stringify(chore) }, error)
      message.retry({ delaySeconds: errorWaitSeconds(message.attempts) })
    }
  }
}
