import { monotonicFactory } from 'ulidx'

/**
 * Random bytes for several ids. Requesting the bytes of each id separately would take longer than all other work for
 * it.
 */
const pool = new Uint8Array(1024)
let at = pool.length

function random(): number {
  if (at === pool.length) {
    crypto.getRandomValues(pool)
    at = 0
  }
  return (pool[at++] ?? 0) / 256
}

/** Creates an id. Ids that this isolate creates one after another are in that order. */
export const newUlid = monotonicFactory(random)
