import { env as startedWith } from 'cloudflare:workers'
import { Hono } from 'hono'
import { answerApi } from './api/app.ts'
import { isApi } from './api/place.ts'
import { answerDocs } from './api/reference/answer-docs.ts'
import type { DeliveryMessage } from './contract/delivery.ts'
import type { ConversionMessage } from './contract/run.ts'
import { operatorRoutes } from './operator/routes.ts'
import { consumeConversions, consumeDeadConversions } from './queues/conversions.ts'
import { noteDeadLetters } from './queues/dead-letters.ts'
import { consumeDeliveries } from './queues/webhook-deliveries.ts'
import { runRoutes } from './runs/routes.ts'
import { sweepOrphans } from './retention/sweep-orphans.ts'
import { settings } from './settings/app.tsx'
import { refuseTrustInDeployment } from './url-safety/local-run.ts'

export { AccountObject } from '../durable-objects/account/account-object.ts'
export { EngineObject } from '../durable-objects/engine/engine-object.ts'

refuseTrustInDeployment(startedWith)

/** The other doors: the engine's few routes, the operator's, and the pages for people. */
const app = new Hono<{ Bindings: Env }>()
  .get('/docs', (c) => answerDocs(c.env))
  .route('/runs', runRoutes)
  .route('/ops', operatorRoutes)
  .route('/settings', settings)
  .get('/', (c) => c.redirect('/settings'))

export default {
  fetch: (request, env, ctx) => (isApi(request.url) ? answerApi(request, env) : app.fetch(request, env, ctx)),
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
        // Nothing is lost with the message: the account's alarm looks after every event that still waits.
        await noteDeadLetters('deliveries', batch as MessageBatch<DeliveryMessage>, env)
        return batch.ackAll()
    }
  },
  async scheduled(_, env) {
    await sweepOrphans(env)
  },
} satisfies ExportedHandler<Env>
