import { Hono } from 'hono'
import { ulid } from 'ulidx'
import { routeOperation } from '../api/route.ts'
import type { Operation } from '../contract/account.ts'
import type { RequestId } from '../contract/ids.ts'
import { refusePrivateUrl } from './public-url.ts'
import type { SettingsEnv } from './guard.ts'
import { operateRaw } from './operate.ts'

/** What the pages' own scripts ask: the paths and bodies of the API, with the session and its form token for a key. */
export const door = new Hono<SettingsEnv>().all('/*', async (c) => {
  const requestId = `req_${ulid()}` as RequestId
  const url = new URL(c.req.url)
  const path = url.pathname.replace(/^\/settings\/api/, '')
  const text = c.req.method === 'POST' ? await c.req.text() : ''
  const body = parsed(text)
  const operation =
    body === undefined
      ? malformed
      : await refusePrivateUrl(
          routeOperation(c.req.method, path, url.searchParams, () => body),
          c.env,
        )
  const answered = await operateRaw(c, operation, requestId)
  return new Response(answered.body, {
    status: answered.status,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
  })
})

const malformed: Operation = {
  kind: 'refused',
  refusal: { code: 'invalid_request', message: 'The body is not valid JSON.', fields: { body: ['is not valid JSON'] } },
}

function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
