import { Hono } from 'hono'
import { accountsAfter } from '../accounts/register.ts'
import type { AccountId } from '../contract/ids.ts'
import { accountStub } from '../stubs/account.ts'

/** The accounts that one request searches. Each takes one call, and a request may make a thousand calls. */
const accountsPerRequest = 500
const accountsAtOnce = 25

interface Found {
  readonly account_id: AccountId
  readonly email: string
  readonly kind: 'conversion' | 'event'
}

/**
 * Finds the account of an id. No table names the account of a conversion or an event, because lookups are rare and a
 * row for each would cost more. The accounts are searched instead. A request id is only in the logs.
 */
export const findRoutes = new Hono<{ Bindings: Env }>().get('/:id', async (c) => {
  const id = c.req.param('id')
  if (id.startsWith('req_'))
    return c.json({
      kind: 'request',
      look_in: 'Workers Logs',
      filter: `request_id = "${id}"`,
      shows: 'account, conversion',
    })
  const accounts = await accountsAfter(c.env, c.req.query('after') ?? '', accountsPerRequest)
  for (let at = 0; at < accounts.length; at += accountsAtOnce) {
    const searches = accounts
      .slice(at, at + accountsAtOnce)
      .map(async ({ accountId, email }): Promise<Found | null> => {
        const kind = await accountStub(c.env, accountId).kindOf(id)
        return kind === null ? null : { account_id: accountId, email, kind }
      })
    const found = (await Promise.all(searches)).find((one) => one !== null)
    if (found !== undefined) return c.json(found)
  }
  const last = accounts.length < accountsPerRequest ? undefined : accounts.at(-1)?.accountId
  return c.json({ error: last === undefined ? 'nobody has this id' : `not found yet: go on with --after ${last}` }, 404)
})
