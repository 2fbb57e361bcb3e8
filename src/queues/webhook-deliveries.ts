import type { DeliveryMessage, DeliveryOrder } from '../contract/delivery.ts'
import { readLimits } from '../contract/limits.ts'
import { measure } from '../metrics/measure.ts'
import { logError } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'
import { outgoingFetch } from '../url-safety/outgoing-fetch.ts'
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts'
import { deliver } from '../webhooks/deliver.ts'
import { errorWaitSeconds } from './error-wait.ts'

/**
 * Sends webhooks. Every message is settled as soon as its account has handed out the attempt. The call itself continues
 * in the background, so a receiver that hangs delays no message of another account. If the result of the leased attempt
 * never arrives, the account's alarm starts the next one.
 */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryMessage>,
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const { accountId, eventId, attempt } = message.body
        const account = accountStub(env, accountId)
        const order = await account.beginDelivery(eventId, attempt)
        if (order !== null) ctx.waitUntil(send(order, env))
        message.ack()
      } catch (error) {
        logError('delivery_not_begun', factsOf(message.body), error)
        message.retry({ delaySeconds: errorWaitSeconds(message.attempts) })
      }
    }),
  )
}

async function send(order: DeliveryOrder, env: Env): Promise<void> {
  const result = await deliver(order, {
    timeoutMs: readLimits({ ...env }).WEBHOOK_TIMEOUT_SECONDS * 1000,
    check: (url) => checkWebhookUrl(url, env),
    fetch: outgoingFetch(env),
  })
  measure(env, {
    kind: 'delivery',
    accountId: order.accountId,
    delivered: result.delivered,
    ms: result.tookMs,
    status: result.status ?? 0,
    attempt: order.attempt,
  })
  await accountStub(env, order.accountId).endDelivery(order.eventId, order.attempt, result)
}

const factsOf = ({ accountId, eventId, attempt }: DeliveryMessage) => ({
  account: accountId,
  webhook_event: eventId,
  attempt,
})
