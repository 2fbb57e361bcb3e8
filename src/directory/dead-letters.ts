import type { DeadLetter } from '../contract/operator.ts'
import { inDirectory } from './tables.ts'

const keptMs = 30 * 86_400_000
const listedMax = 500
/**
 * The number of letters that one statement deletes. A batch of messages adds at most as many, so old letters disappear.
 */
const forgottenAtOnce = 100

/** Stores dead letters under the ids of their messages, so a letter that arrives twice is stored once. */
export async function keepDeadLetters(
  env: Env,
  queue: DeadLetter['queue'],
  messages: readonly { readonly id: string; readonly body: unknown }[],
  nowMs: number,
): Promise<void> {
  const diedAt = new Date(nowMs).toISOString()
  await inDirectory(env, [
    ...messages.map(
      ({ id, body }) =>
        [
          'insert into dead_letters (id, queue, body, died_at) values (?, ?, ?, ?) on conflict do nothing',
          id,
          queue,
          JSON.stringify(body),
          diedAt,
        ] as const,
    ),
    [
      `delete from dead_letters where id in (select id from dead_letters where died_at < ? limit ${forgottenAtOnce})`,
      new Date(nowMs - keptMs).toISOString(),
    ],
  ])
}

export async function listDeadLetters(env: Env): Promise<readonly DeadLetter[]> {
  const [rows = []] = await inDirectory(env, [
    [`select id, queue, body, died_at, replayed_at from dead_letters order by died_at desc limit ${listedMax}`],
  ])
  return rows.map(letterOf)
}

export async function findDeadLetter(env: Env, id: string): Promise<DeadLetter | null> {
  const [rows = []] = await inDirectory(env, [
    ['select id, queue, body, died_at, replayed_at from dead_letters where id = ?', id],
  ])
  return rows[0] === undefined ? null : letterOf(rows[0])
}

export async function noteReplay(env: Env, id: string, nowMs: number): Promise<void> {
  await inDirectory(env, [['update dead_letters set replayed_at = ? where id = ?', new Date(nowMs).toISOString(), id]])
}

// The rows as the statements above wrote them.
const letterOf = (row: Record<string, unknown>): DeadLetter =>
  ({ ...row, body: JSON.parse(String(row['body'])) as unknown }) as DeadLetter
