import { env as startedWith } from 'cloudflare:workers'
import { Hono } from 'hono'
import { respondToApi } from './api/app.ts'
import { isForOwnHost, misdirected } from './api/own-host.ts'
import { isApi, isMeantForApi } from './api/place.ts'
import { billing } from './billing/routes.ts'
import { requireSecrets } from './auth/required-secrets.ts'
import type { Chore } from './contract/chores.ts'
import type { DeliveryMessage } from './contract/delivery.ts'
import type { ConversionMessage } from './contract/run.ts'
import { operatorRoutes } from './operator/routes.ts'
import { consumeChores } from './queues/chores.ts'
import { consumeConversions, consumeDeadConversions } from './queues/conversions.ts'
import { noteDeadLetters } from './queues/dead-letters.ts'
import { consumeDeliveries } from './queues/webhook-deliveries.ts'
import { runRoutes } from './runs/routes.ts'
import { sweepOrphans } from './retention/sweep-orphans.ts'
import { settings } from './settings/app.tsx'
import { site } from './site/app.tsx'
import { isLocalRun, refuseTrustInDeployment } from './url-safety/local-run.ts'

export { AccountObject } from '../durable-objects/account/account-object.ts'
export { DispatcherObject } from '../durable-objects/dispatcher/dispatcher-object.ts'
export { EngineObject } from '../durable-objects/engine/engine-object.ts'
export { RunGateway } from './runs/gateway.ts'

requireSecrets({ ...startedWith })
refuseTrustInDeployment(startedWith)

/** The routes in addition to the API: the operator's, the account pages, and the public site. */
const app = new Hono<{ Bindings: Env }>()
  // A deployed engine has its own entrypoint (RunGateway). The engine of a local run is a separate process.
  .use('/runs/*', async (c, next) => (isLocalRun(c.env) ? next() : c.notFound()))
  .route('/runs', runRoutes)
  .route('/ops', operatorRoutes)
  .route('/billing', billing)
  .route('/settings', settings)
  .route('/', site)

export default {
  fetch(request, env, ctx) {
    if (!isForOwnHost(request.url, env.PUBLIC_ORIGIN, isLocalRun(env))) return misdirected()
    return isApi(request.url) || isMeantForApi(request) ? respondToApi(request, env) : app.fetch(request, env, ctx)
  },
  async queue(batch, env, ctx) {
    switch (batch.queue) {
      case 'rowmill-conversions':
        return consumeConversions(batch as MessageBatch<ConversionMessage>, env)
      case 'rowmill-conversions-dead':
        await noteDeadLetters('conversions', batch as MessageBatch<ConversionMessage>, env)
        return consumeDeadConversions(batch as MessageBatch<ConversionMessage>, env)
      case 'rowmill-deliveries':
        return consumeDeliveries(batch as MessageBatch<DeliveryMessage>, env, ctx)
      case 'rowmill-deliveries-dead':
        // The event survives its message, because the account's alarm checks every event that still waits.
        await noteDeadLetters('deliveries', batch as MessageBatch<DeliveryMessage>, env)
        return batch.ackAll()
      case 'rowmill-chores':
        return consumeChores(batch as MessageBatch<Chore>, env)
      default:
        // Acknowledging messages of a queue that nobody handles would lose them.
        throw new Error(`No consumer handles the queue ${batch.queue}`)
    }
  },
  async scheduled(_, env) {
    await sweepOrphans(env)
  },
} satisfies ExportedHandler<Env>
