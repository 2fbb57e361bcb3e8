import type { ConversionMessage, EngineStart, RunOrder } from '../contract/run.ts'
import { readLimits } from '../contract/limits.ts'
import { logError } from '../logs/log.ts'
import { capabilityOf, signCapability } from '../runs/capability.ts'
import { withPassword } from '../storage/sealed-password.ts'
import { accountStub } from '../stubs/account.ts'
import { dispatcherStub } from '../stubs/dispatcher.ts'
import { engineStub } from '../stubs/engine.ts'
import { trustedOriginsOf } from '../url-safety/local-run.ts'
import { errorWaitSeconds, errorWaitSecondsMax } from './error-wait.ts'

/**
 * Passes waiting conversions to engines. A message is only a signal. The account object has the work, and its lease
 * recovers a run that dies. Each message is settled alone, so that an error does not affect the others.
 */
export async function consumeConversions(batch: MessageBatch<ConversionMessage>, env: Env): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const { accountId, conversionId, poke } = message.body
        const readiness = await startRun(message.body, env)
        // Sends a new message instead of a retry. Waiting for an engine is not a failure and must not use up the
        // retries.
        if (readiness !== 'settled') await accountStub(env, accountId).waitForEngine(conversionId, poke, readiness)
        message.ack()
      } catch (error) {
        logError('run_not_started', factsOf(message.body), error)
        message.retry({ delaySeconds: errorWaitSeconds(message.attempts) })
      }
    }),
  )
}

/** Ends the conversion of a message that could not be handled, so that it does not wait forever. */
export async function consumeDeadConversions(batch: MessageBatch<ConversionMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const { accountId, conversionId } = message.body
    try {
      logError('conversion_message_died', factsOf(message.body))
      await accountStub(env, accountId).abandonRun(conversionId, 'its message could not be handled')
      message.ack()
    } catch (error) {
      logError('run_not_abandoned', factsOf(message.body), error)
      message.retry({ delaySeconds: errorWaitSecondsMax })
    }
  }
}

/**
 * Checks with the account object first, because a message without work must not start a container. The engine is made
 * ready before the attempt begins, so that waiting for one uses up neither attempt nor lease.
 */
async function startRun(message: ConversionMessage, env: Env): Promise<'settled' | 'busy' | 'queued'> {
  const { accountId, conversionId, poke } = message
  const account = accountStub(env, accountId)
  if (!(await account.isWaiting(conversionId, poke))) {
    if (message.hasSlot === true) await dispatcherStub(env, accountId).leave({ accountId, conversionId, poke })
    return 'settled'
  }
  const engine = engineStub(env, conversionId, poke)
  const readiness = await engine.prepare({ accountId, conversionId, poke })
  if (readiness !== 'ready') return readiness
  const begun = await account.beginRun(conversionId)
  if (begun.kind === 'nothing') {
    await engine.release(conversionId)
    return 'settled'
  }
  const { order } = begun
  try {
    await engine.run(await startOf(order, env))
  } catch (error) {
    logError('run_not_taken', { account: accountId, conversion: conversionId, attempt: order.attempt }, error)
    await account.endRun(order, { kind: 'given_back' })
  }
  return 'settled'
}

async function startOf(order: RunOrder, env: Env): Promise<EngineStart> {
  const limits = readLimits({ ...env })
  return {
    order: await withPassword(order, env.RUN_SECRET),
    origin: env.PUBLIC_ORIGIN,
    capability: await signCapability(capabilityOf(order), env.RUN_SECRET),
    download: {
      via: 'direct',
      trustedOrigins: trustedOriginsOf(env),
      limitSeconds: limits.DOWNLOAD_LIMIT_SECONDS,
      stallSeconds: limits.DOWNLOAD_STALL_SECONDS,
    },
  }
}

const factsOf = ({ accountId, conversionId }: ConversionMessage) => ({ account: accountId, conversion: conversionId })
