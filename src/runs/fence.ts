import type { RunAccount } from '../contract/run.ts'
import type { Capability } from './capability.ts'

const stopped = (): Response => Response.json({ reply: 'stop' }, { status: 409 })

/** Acts only while the attempt is the current one, because a capability outlives its run. */
export async function whileCurrent(
  account: RunAccount,
  capability: Capability,
  action: () => Promise<Response>,
): Promise<Response> {
  return (await account.checkAttempt(capability)) === 'stop' ? stopped() : action()
}

/**
 * Writes an object of the current attempt. The attempt may end while R2 writes, and its end has removed the earlier
 * objects. The new object is then removed too, unless the conversion owns it.
 */
export async function writeObject(
  files: R2Bucket,
  account: RunAccount,
  capability: Capability,
  key: string,
  write: () => Promise<Response>,
): Promise<Response> {
  return whileCurrent(account, capability, async () => {
    const response = await write()
    if ((await account.checkAttempt(capability)) === 'continue') return response
    if ((await account.orphansOf([key])).length === 0) return response
    await files.delete(key)
    return stopped()
  })
}
