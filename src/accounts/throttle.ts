import { sha256 } from '../auth/tokens.ts'
import { readLimits } from '../contract/limits.ts'

/** The scope in which tries are counted together, and the number of free ones. */
export interface Throttle {
  readonly subject: string
  readonly freeTries: number
}

/**
 * The number of rows that one statement deletes. One attempt adds fewer, so old subjects disappear even after a flood
 * of attempts.
 */
const forgottenAtOnce = 100

export type Admission = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/**
 * Counts a try before it is made, so that simultaneous tries cannot slip through. After the free tries, each one
 * doubles the next wait, up to a limit. Nobody is locked out, but guessing takes forever. A refused try does not count,
 * so a wait ends even if the tries continue.
 */
export async function admitTry(env: Env, throttles: readonly Throttle[], nowMs: number): Promise<Admission> {
  if (throttles.length === 0) return { ok: true }
  const hashed = await Promise.all(
    throttles.map(async (throttle) => ({ ...throttle, subject: await sha256(throttle.subject) })),
  )
  const waitMs = await longestWaitMs(env, hashed, nowMs)
  if (waitMs > 0) return refused(waitMs)
  const { SIGN_IN_DELAY_MAX_SECONDS, SIGN_IN_FORGET_SECONDS } = readLimits({ ...env })
  const forgetMs = SIGN_IN_FORGET_SECONDS * 1000
  const counting = env.DIRECTORY.prepare(
    `insert into throttles (subject, tries, free_at_ms, last_ms) values (?1, 1, 0, ?2)
     on conflict (subject) do update set
       tries = case when last_ms < ?2 - ?3 then 1 else tries + 1 end,
       free_at_ms = ?2 + case when last_ms < ?2 - ?3 or tries < ?4 then 0 else min(?5, 1000 << min(tries - ?4, 20)) end,
       last_ms = ?2
     where free_at_ms <= ?2
     returning tries`,
  )
  const [, ...counted] = await env.DIRECTORY.batch([
    env.DIRECTORY.prepare(
      `delete from throttles where subject in (select subject from throttles where last_ms < ? limit ${forgottenAtOnce})`,
    ).bind(nowMs - forgetMs),
    ...hashed.map(({ subject, freeTries }) =>
      counting.bind(subject, nowMs, forgetMs, freeTries, SIGN_IN_DELAY_MAX_SECONDS * 1000),
    ),
  ])
  if (counted.every(({ results }) => results.length > 0)) return { ok: true }
  // Another attempt was counted between the check and this statement.
  return refused(await longestWaitMs(env, hashed, nowMs))
}

/** Forgets the attempts before the right password. */
export async function resetTries(env: Env, { subject }: Throttle): Promise<void> {
  await env.DIRECTORY.prepare('delete from throttles where subject = ?')
    .bind(await sha256(subject))
    .run()
}

/** Takes back the count of an attempt that succeeded. Other attempts from the same network address still count. */
export async function refundTry(env: Env, { subject }: Throttle): Promise<void> {
  await env.DIRECTORY.prepare('update throttles set tries = max(0, tries - 1), free_at_ms = 0 where subject = ?')
    .bind(await sha256(subject))
    .run()
}

async function longestWaitMs(env: Env, throttles: readonly Throttle[], nowMs: number): Promise<number> {
  const places = throttles.map(() => '?').join(', ')
  const row = await env.DIRECTORY.prepare(
    `select max(free_at_ms) as free_at_ms from throttles where subject in (${places})`,
  )
    .bind(...throttles.map(({ subject }) => subject))
    .first<{ free_at_ms: number | null }>()
  return (row?.free_at_ms ?? 0) - nowMs
}

const refused = (waitMs: number): Admission => ({
  ok: false,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
})
