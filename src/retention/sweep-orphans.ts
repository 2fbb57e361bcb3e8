import type { Chore, Continued } from '../contract/chores.ts'
import { isAccountId } from '../contract/ids.ts'
import { log } from '../logs/log.ts'
import { idsOfKey, keyPrefixes } from '../storage/keys.ts'
import { accountStub } from '../stubs/account.ts'

type Sweep = Extract<Chore, { kind: 'sweep' }>
const start: Sweep = { kind: 'sweep', prefix: 0, cursor: null, seen: 0, removed: 0 }
const pageSize = 1000
/** A page needs calls to up to a thousand accounts, and one invocation may make ten thousand calls. */
const pagesPerSlice = 5

/**
 * Removes objects that nothing owns. Every ending removes its own files, so the sweep finds only leftovers, such as an
 * upload that took hours or an output of an engine that died. Each account reports the objects that it owns. One call
 * checks a slice of the bucket and sends a message for the next slice.
 */
export async function sweepOrphans(
  env: Env,
  from: Sweep = start,
): Promise<Continued<{ readonly seen: number; readonly removed: number }>> {
  let at = from
  for (let page = 0; page < pagesPerSlice && at.prefix < keyPrefixes.length; page++) at = await sweepPage(env, at)
  const { seen, removed } = at
  const finished = at.prefix >= keyPrefixes.length
  if (finished) log('orphans_swept', { seen, removed })
  else await env.CHORES.send(at)
  return { seen, removed, finished }
}

async function sweepPage(env: Env, at: Sweep): Promise<Sweep> {
  const page = await env.FILES.list({
    prefix: keyPrefixes[at.prefix] ?? '',
    limit: pageSize,
    ...(at.cursor === null ? {} : { cursor: at.cursor }),
  })
  const keys = page.objects.map((object) => object.key)
  const orphans = await orphansIn(env, keys)
  if (orphans.length > 0) await env.FILES.delete(orphans)
  const next = page.truncated ? { prefix: at.prefix, cursor: page.cursor } : { prefix: at.prefix + 1, cursor: null }
  return { kind: 'sweep', ...next, seen: at.seen + keys.length, removed: at.removed + orphans.length }
}

async function orphansIn(env: Env, keys: readonly string[]): Promise<string[]> {
  const byAccount = Map.groupBy(keys, (key) => idsOfKey(key).account)
  const orphans: string[] = []
  for (const [account, owned] of byAccount) {
    // The object stays if its name cannot be the name of an account's object.
    if (isAccountId(account)) orphans.push(...(await accountStub(env, account).orphansOf(owned)))
  }
  return orphans
}
