import { env } from 'cloudflare:workers'
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { ulid } from 'ulidx'
import { afterEach, expect, test, vi } from 'vitest'
import { rebuildDirectory } from '../../../src/accounts/rebuild-directory.ts'
import type { Chore } from '../../../src/contract/chores.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import { sweepOrphans } from '../../../src/retention/sweep-orphans.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import worker from '../../../src/worker.ts'
import { newCaller } from '../api/support.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs the messages of a chore until no more follow. Each is handled by its own consumer. */
async function untilFinished(begin: (env: Env) => Promise<{ readonly finished: boolean }>): Promise<Chore[]> {
  const left: Chore[] = []
  vi.spyOn(env.CHORES, 'send').mockImplementation((chore) => {
    left.push(chore)
    return Promise.resolve({} as QueueSendResponse)
  })
  const { finished } = await begin(env)
  for (let at = 0; at < left.length; at++) {
    const message = { id: String(at), timestamp: new Date(), attempts: 1, body: left[at] }
    const batch = createMessageBatch('rowmill-chores', [message])
    const ctx = createExecutionContext()
    await worker.queue(batch, env, ctx)
    expect((await getQueueResult(batch, ctx)).explicitAcks).toEqual([String(at)])
  }
  expect(finished).toBe(left.length === 0)
  return left
}

/** Collects log lines of this event from now on. */
function linesOf(event: string): () => unknown[] {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  return () => lines.filter((line) => line.includes(event)).map((line) => JSON.parse(line) as unknown)
}

test('a sweep handles one slice of the bucket per call, and reports its end', async () => {
  const account = ulid() as AccountId
  const keys = Array.from({ length: 6 }, () => uploadKey(account, ulid() as ConversionId)).toSorted()
  for (const key of keys) await env.FILES.put(key, '')
  const swept = linesOf('orphans_swept')
  // A bucket lists a thousand objects at a time. This one lists one, so that six objects are six pages.
  const list = env.FILES.list.bind(env.FILES)
  const listing = vi.spyOn(env.FILES, 'list').mockImplementation((options) => list({ ...options, limit: 1 }))
  const left = await untilFinished((bindings) => sweepOrphans(bindings))
  expect(left.length).toBeGreaterThanOrEqual(1)
  listing.mockRestore()
  expect((await env.FILES.list({ prefix: `uploads/${account}/` })).objects).toEqual([])
  expect(swept()).toMatchObject([{ removed: 6 }])
})

test('a rebuild resumes after the last account of its slice, and reports its end', async () => {
  const callers = [await newCaller(), await newCaller(), await newCaller()]
  await env.DIRECTORY.prepare('delete from account_states').run()
  const rebuilt = linesOf('directory_rebuilt')
  const left = await untilFinished((bindings) => rebuildDirectory(bindings, undefined, 1))
  expect(left).toMatchObject([{ kind: 'rebuild', accounts: 1 }])
  expect(rebuilt()).toMatchObject([{ accounts: 3 }])
  const copies = async (): Promise<number> =>
    (await env.DIRECTORY.prepare('select 1 from account_states').all()).results.length
  await expect.poll(copies).toBe(callers.length)
})

test('messages of a queue without a consumer are not acknowledged', async () => {
  const message = { id: 'a', timestamp: new Date(), attempts: 1, body: {} }
  const batch = createMessageBatch('rowmill-unheard-of', [message])
  await expect(Promise.resolve(worker.queue(batch, env, createExecutionContext()))).rejects.toThrow(
    'No consumer handles the queue rowmill-unheard-of',
  )
})
