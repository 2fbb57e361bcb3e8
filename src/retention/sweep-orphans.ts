import { isAccountId } from '../contract/ids.ts'
import { log } from '../logs/log.ts'
import { idsOfKey, keyPrefixes } from '../storage/keys.ts'
import { accountStub } from '../stubs/account.ts'

/**
 * Removes objects that nothing owns. Every ending removes its own files, so this is the net below: an upload that took
 * hours, an output of an engine that died. Each account says itself what is its own.
 */
export async function sweepOrphans(env: Env): Promise<{ readonly seen: number; readonly removed: number }> {
  let seen = 0
  let removed = 0
  for (const prefix of keyPrefixes) {
    let cursor: string | undefined
    do {
      const page = await env.FILES.list({
        prefix,
        limit: 1000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen += page.objects.length
      const orphans = await orphansIn(
        env,
        page.objects.map((object) => object.key),
      )
      if (orphans.length > 0) await env.FILES.delete(orphans)
      removed += orphans.length
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor !== undefined)
  }
  log('orphans_swept', { seen, removed })
  return { seen, removed }
}

async function orphansIn(env: Env, keys: readonly string[]): Promise<string[]> {
  const byAccount = Map.groupBy(keys, (key) => idsOfKey(key).account)
  const orphans: string[] = []
  for (const [account, owned] of byAccount) {
    // A name that no account could have given is nobody's to judge: it stays.
    if (isAccountId(account)) orphans.push(...(await accountStub(env, account).orphansOf(owned)))
  }
  return orphans
}
