import { Hono } from 'hono'
import { caseStatuses } from '../contract/account.ts'
import type { CaseFile } from '../contract/operator.ts'
import { closed, oneOf, textOf } from '../contract/shapes.ts'
import { accountOfCase, listCases } from '../directory/read.ts'
import { presignDownload } from '../storage/presign.ts'
import { accountStub } from '../stubs/account.ts'

const landBody = closed({ note: textOf(1, 10_000).nullish() })
const statusQuery = oneOf(caseStatuses).nullable()
const fileUrlSeconds = 600

/**
 * The routes of conversions that were sent to the operator. They are listed from the directory, and each is read and
 * resolved in its account.
 */
export const caseRoutes = new Hono<{ Bindings: Env }>()
  .get('/', async (c) => {
    const status = statusQuery.parse(c.req.query('status') ?? null)
    return c.json({ data: await listCases(c.env, status) })
  })
  .get('/:id', async (c) => {
    const accountId = await accountOfCase(c.env, c.req.param('id'))
    const text = accountId === null ? null : await accountStub(c.env, accountId).readCase(c.req.param('id'))
    if (text === null) return c.json({ error: 'no such case' }, 404)
    const { object_key, ...file } = JSON.parse(text) as CaseFile
    const url = object_key === null ? null : presignDownload(c.env, object_key, file.name ?? file.id, fileUrlSeconds)
    return c.json({ ...file, file_url: url })
  })
  .post('/:id/land', async (c) => {
    const { note } = landBody.parse(await c.req.json())
    const accountId = await accountOfCase(c.env, c.req.param('id'))
    const result =
      accountId === null ? 'no_case' : await accountStub(c.env, accountId).landCase(c.req.param('id'), note ?? null)
    if (result === 'no_case') return c.json({ error: 'no such case' }, 404)
    if (result === 'landed_already') return c.json({ error: 'the case has landed already' }, 409)
    return c.json({ ok: true })
  })
