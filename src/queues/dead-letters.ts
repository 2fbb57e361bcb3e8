import type { AccountId } from '../contract/ids.ts'
import type { DeadLetter } from '../contract/operator.ts'
import { keepDeadLetters } from '../directory/dead-letters.ts'
import { logError } from '../logs/log.ts'
import { measure } from '../metrics/measure.ts'

/**
 * Stores dead messages, so that the operator can see and replay them. An error here must not prevent the messages from
 * being settled.
 */
export async function noteDeadLetters(
  queue: DeadLetter['queue'],
  batch: MessageBatch<{ readonly accountId: AccountId }>,
  env: Env,
): Promise<void> {
  for (const { id, body } of batch.messages) {
    logError('dead_letter', { queue, id, body: JSON.stringify(body) })
    measure(env, { kind: 'dead_letter', accountId: body.accountId, queue })
  }
  try {
    await keepDeadLetters(env, queue, batch.messages, Date.now())
  } catch (error) {
    logError('dead_letter_not_kept', { queue }, error)
  }
}
