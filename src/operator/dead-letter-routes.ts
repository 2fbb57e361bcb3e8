import { Hono } from 'hono'
import type { DeadLetter } from '../contract/operator.ts'
import { findDeadLetter, listDeadLetters, noteReplay } from '../directory/dead-letters.ts'

/**
 * The routes of messages that no consumer could handle. A replay does no harm, because a message is only a signal, and
 * its account decides.
 */
export const deadLetterRoutes = new Hono<{ Bindings: Env }>()
  .get('/', async (c) => c.json({ data: await listDeadLetters(c.env) }))
  .post('/:id/replay', async (c) => {
    const letter = await findDeadLetter(c.env, c.req.param('id'))
    if (letter === null) return c.json({ error: 'no such dead letter' }, 404)
    await replay(c.env, letter)
    await noteReplay(c.env, letter.id, Date.now())
    return c.json({ ok: true })
  })

async function replay(env: Env, letter: DeadLetter): Promise<void> {
  if (letter.queue === 'conversions') await env.CONVERSIONS.send(letter.body)
  else await env.DELIVERIES.send(letter.body)
}
