import worker from '../../src/worker.ts'

export { AccountObject, DispatcherObject, EngineObject, RunGateway } from '../../src/worker.ts'

const isPoison = (body: unknown): boolean => typeof body === 'object' && body !== null && 'poison' in body

/**
 * The Worker of these tests accepts messages and ignores them. Tests call the consumers directly, because a real one
 * would change the waiting conversions of every other test.
 */
export default {
  ...worker,
  queue(batch, env, ctx) {
    if (batch.queue.endsWith('-dead')) return worker.queue(batch, env, ctx)
    // A message with this marker fails, and dies.
    for (const message of batch.messages) {
      if (isPoison(message.body)) message.retry()
      else message.ack()
    }
    return undefined
  },
} satisfies ExportedHandler<Env>
