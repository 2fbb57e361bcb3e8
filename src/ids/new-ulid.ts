import { monotonicFactory } from 'ulidx'

/** Random numbers by the kilobyte: asking for each single one costs more than all else about an id. */
const pool = new Uint8Array(1024)
let at = pool.length

function random(): number {
  if (at === pool.length) {
    crypto.getRandomValues(pool)
    at = 0
  }
  return (pool[at++] ?? 0) / 256
}

/** Ids that this isolate makes one after another are in that order. */
export const newUlid = monotonicFactory(random)
