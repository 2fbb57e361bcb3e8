import { Hono } from 'hono'
import { readJson } from '../api/read-json.ts'
import { routeOperation } from '../api/route.ts'
import { newRequestId } from '../ids/request-id.ts'
import type { SettingsEnv } from './guard.ts'
import { operateLimited } from './operate.ts'

/** The endpoint for the pages' own scripts: the paths and bodies of the API, authorized by the session and its form token. */
export const pageApi = new Hono<SettingsEnv>().all('/*', async (c) => {
  const requestId = newRequestId()
  const url = new URL(c.req.url)
  const path = url.pathname.replace(/^\/settings\/api/, '')
  const raw = c.req.method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : new Uint8Array(0)
  const operation = routeOperation(c.req.method, path, url.searchParams, () => readJson(raw))
  const response = await operateLimited(c, operation, requestId)
  return new Response(response.body, {
    status: response.status,
    headers: { ...response.headers, 'content-type': 'application/json', 'x-request-id': requestId },
  })
})
