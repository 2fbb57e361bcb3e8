import { Hono } from 'hono'
import * as z from 'zod'
import { isSame, sha256 } from '../auth/tokens.ts'
import { explain } from '../contract/shapes.ts'
import { rebuildDirectory } from '../accounts/rebuild-directory.ts'
import { log, logError } from '../logs/log.ts'
import { sweepOrphans } from '../retention/sweep-orphans.ts'
import { hasPassedAccess } from './access.ts'
import { accountRoutes } from './account-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { deadLetterRoutes } from './dead-letter-routes.ts'
import { findRoutes } from './find.ts'

/** Addresses and reasons are about people, so they are not logged. */
const loggedChanges = new Set(['plan', 'allowance', 'billing_day', 'suspended'])
const withoutEmail = (path: string): string => path.replace(/[^/]*(?:@|%40)[^/]*/gi, 'EMAIL')

/** The operator's API, behind one token and, in a deployment, Cloudflare Access. Mounted at `/ops`. */
export const operatorRoutes = new Hono<{ Bindings: Env }>()
  .onError((error, c) => {
    if (error instanceof SyntaxError) return c.json({ error: 'the body is not valid JSON' }, 422)
    if (error instanceof z.ZodError) return c.json({ error: explain(error) }, 422)
    logError('operator_error', { method: c.req.method, path: c.req.path }, error)
    return c.json({ error: 'something went wrong; see the logs' }, 500)
  })
  .use(async (c, next): Promise<Response | void> => {
    const assertion = c.req.header('cf-access-jwt-assertion') ?? ''
    if (!(await hasPassedAccess(c.env, assertion, Date.now())))
      return c.json({ error: 'Cloudflare Access has not let this request through' }, 403)
    const given = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    // A deployment without the secret has no operator. Hashes are compared, so that the time reveals nothing about the
    // token.
    const token: string | undefined = c.env.OPERATOR_TOKEN
    const isSet = token !== undefined && token !== ''
    if (!isSet || !isSame(await sha256(given), await sha256(token))) return c.json({ error: 'not the operator' }, 401)
    await next()
    // Responses contain keys and secrets, so they are not stored. Only the request is logged.
    c.header('cache-control', 'no-store')
    const { method, path } = c.req
    // Without this, the log could not distinguish a change of the plan from a suspension.
    const changes = method === 'PATCH' && c.res.ok ? await c.req.json<Record<string, string | number | boolean>>() : {}
    const loggable = Object.fromEntries(Object.entries(changes).filter(([name]) => loggedChanges.has(name)))
    if (method !== 'GET') log('operator', { method, path: withoutEmail(path), status: c.res.status, ...loggable })
  })
  .get('/health', (c) => c.json({ ok: true }))
  .post('/sweep', async (c) => c.json(await sweepOrphans(c.env)))
  .post('/directory/rebuild', async (c) => c.json(await rebuildDirectory(c.env)))
  .route('/accounts', accountRoutes)
  .route('/cases', caseRoutes)
  .route('/dead-letters', deadLetterRoutes)
  .route('/find', findRoutes)
