import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { MultipartUpload, RunAccount, RunReply } from '../contract/run.ts'
import { explain } from '../contract/shapes.ts'
import { rejectsKey } from '../storage/keys.ts'
import { accountStub } from '../stubs/account.ts'
import { logError } from '../logs/log.ts'
import { bearerOf, type Capability, readCapability } from './capability.ts'
import { fetchForRun } from './download.ts'
import { whileCurrent, writeObject } from './fence.ts'
import { readInput } from './input.ts'
import { fileMessage, endMessage, completeMessage, progressMessage } from './messages.ts'
import { abortUpload, beginUpload, bodyOf, completeUpload, putPart, putWhole } from './parts.ts'

export interface RunContext {
  Bindings: Env
  Variables: { capability: Capability; account: RunAccount }
}

const authorise = createMiddleware<RunContext>(async (c, next) => {
  const capability = await readCapability(bearerOf(c.req.raw.headers), c.env.RUN_SECRET, Date.now())
  if (capability === null) return c.json({ error: 'no capability of a run' }, 401)
  c.set('capability', capability)
  c.set('account', accountStub(c.env, capability.accountId))
  await next()
  return undefined
})

/** Returns the object that a run writes: its output, or the file that it downloads. */
const targetKey = (capability: Capability, target: string): string | null => {
  if (target === 'output') return capability.outputKey
  if (target === 'rejects') return rejectsKey(capability.outputKey)
  return target === 'input' && capability.mayDownload ? capability.inputKey : null
}

/** Returns the upload in parts that a path names, or null if it names none. */
function uploadOf(c: Context<RunContext>): MultipartUpload | null {
  const objectKey = targetKey(c.get('capability'), c.req.param('target') ?? '')
  const uploadId = c.req.query('upload') ?? ''
  return objectKey === null || uploadId === '' ? null : { objectKey, uploadId }
}

/** R2 accepts at most 10,000 parts in an upload. */
const partNumberOf = (text: string): number | null =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_000 ? Number(text) : null

const replyStatus = (reply: RunReply): 200 | 409 => (reply === 'continue' ? 200 : 409)

/** The routes that the engine may call for its run, mounted at `/runs`. */
export const runRoutes = new Hono<RunContext>()
  .onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: explain(error) }, 422)
    const capability: Capability | undefined = c.get('capability')
    const { accountId: account, conversionId: conversion, attempt } = capability ?? {}
    const facts = { account, conversion, attempt, method: c.req.method, path: c.req.path }
    logError('run_route_broke', facts, error)
    return c.json({ error: error.message }, 500)
  })
  .use(authorise)
  .get('/input', (c) => readInput(c.env.FILES, c.get('capability').inputKey, c.req.raw.headers))
  .get('/download', (c) => {
    const { capability, account } = c.var
    if (!capability.mayDownload) return c.notFound()
    return whileCurrent(account, capability, () => fetchForRun(c.req.raw, c.env))
  })

  .put('/progress', async (c) => {
    const { progress } = progressMessage.parse(await c.req.json())
    const reply = await c.get('account').reportProgress(c.get('capability'), progress)
    return c.json({ reply }, replyStatus(reply))
  })
  .put('/file', async (c) => {
    const { capability, account } = c.var
    if (!capability.mayDownload) return c.notFound()
    const { etag, ...file } = fileMessage.parse(await c.req.json())
    const stored = etag === undefined ? {} : { stored: { objectKey: capability.inputKey, etag } }
    const reply = await account.reportInput(capability, { ...file, ...stored })
    return c.json({ reply }, replyStatus(reply))
  })
  .put('/end', async (c) => {
    const outcome = endMessage.parse(await c.req.json())
    const reply = await c.get('account').endRun(c.get('capability'), outcome)
    // `stop` is not an error. It informs the run that its conversion has ended.
    return c.json({ reply })
  })

  .put('/:target', async (c) => {
    const { capability, account } = c.var
    const key = targetKey(capability, c.req.param('target'))
    if (key === null) return c.notFound()
    const bytes = await c.req.arrayBuffer()
    return writeObject(c.env.FILES, account, capability, key, () => putWhole(c.env.FILES, key, bytes))
  })
  .post('/:target/parts', async (c) => {
    const { capability, account } = c.var
    const key = targetKey(capability, c.req.param('target'))
    if (key === null) return c.notFound()
    return whileCurrent(account, capability, () =>
      beginUpload(c.env.FILES, key, (upload) => account.reportMultipart(capability, upload)),
    )
  })
  .put('/:target/parts/:number', async (c) => {
    const { capability, account } = c.var
    const [upload, partNumber] = [uploadOf(c), partNumberOf(c.req.param('number'))]
    if (upload === null || partNumber === null) return c.notFound()
    return whileCurrent(account, capability, async () => {
      return putPart(c.env.FILES, upload, partNumber, await bodyOf(c.req.raw))
    })
  })
  .post('/:target/complete', async (c) => {
    const { capability, account } = c.var
    const upload = uploadOf(c)
    if (upload === null) return c.notFound()
    const { parts, progress } = completeMessage.parse(await c.req.json())
    const reply = await account.reportProgress(capability, progress)
    if (reply === 'stop') return c.json({ reply }, 409)
    return writeObject(c.env.FILES, account, capability, upload.objectKey, () =>
      completeUpload(c.env.FILES, upload, parts),
    )
  })
  .delete('/:target/parts', async (c) => {
    const upload = uploadOf(c)
    return upload === null ? c.notFound() : abortUpload(c.env.FILES, upload)
  })
