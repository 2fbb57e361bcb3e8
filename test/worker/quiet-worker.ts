import worker from '../../src/worker.ts'

export { AccountObject, DispatcherObject, EngineObject, RunGateway } from '../../src/worker.ts'

const isPoison = (body: unknown): boolean => typeof body === 'object' && body !== null && 'poison' in body

/**
 * The Worker of these tests takes messages and does nothing with them: what consumers do is tested by calling them, and a
 * conversion that waits for an engine would be asked about behind the back of every other test.
 */
export default {
  ...worker,
  queue(batch, env, ctx) {
    if (batch.queue.endsWith('-dead')) return worker.queue(batch, env, ctx)
    // A message that says so cannot be handled, and dies.
    for (const message of batch.messages) {
      if (isPoison(message.body)) message.retry()
      else message.ack()
    }
    return undefined
  },
} satisfies ExportedHandler<Env>
