import { env } from 'cloudflare:workers'
import { ulid } from 'ulidx'
import { beforeAll, describe, expect, test } from 'vitest'
import { forgetMailTokens, makeMailToken, readMailToken, useMailToken } from '../../../src/accounts/mail-tokens.ts'
import { accountsAfter, findSignIn, setPassword } from '../../../src/accounts/register.ts'
import { admitTry, resetTries } from '../../../src/accounts/throttle.ts'
import type { AccountId } from '../../../src/contract/ids.ts'
import { findDeadLetter, keepDeadLetters, listDeadLetters } from '../../../src/directory/dead-letters.ts'
import { accountOfCase, listAccounts, listCases } from '../../../src/directory/read.ts'
import { inDirectory } from '../../../src/directory/tables.ts'
import { noted, rowsOfEverything } from '../rows-of-everything.ts'

const many = rowsOfEverything
const day = 86_400_000
const address = 'person7@example.com'
const accountId = `0${'7'.padStart(25, '0')}` as AccountId

/** Returns a database that counts the rows that its statements read. */
function metered(database: D1Database): { readonly database: D1Database; readonly rows: () => number } {
  let rows = 0
  const counted = <T extends D1Result>(result: T): T => {
    rows += result.meta.rows_read
    return result
  }
  const inner = new WeakMap<object, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: async () => counted(await statement.run()),
      all: async () => counted(await statement.all()),
      first: async () => counted(await statement.all()).results[0] ?? null,
    } as unknown as D1PreparedStatement
    inner.set(wrapped, statement)
    return wrapped
  }
  const counting = {
    prepare: (sql: string) => wrap(database.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) =>
      (await database.batch(statements.map((each) => inner.get(each) ?? each))).map(counted),
  } as unknown as D1Database
  return { database: counting, rows: () => rows }
}

/** A directory after many years, with rows of every kind. Most of them are neither due nor searched for. */
async function fill(): Promise<void> {
  const now = Date.now()
  const at = new Date(now).toISOString()
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${many})`
  const id = "'0' || printf('%025d', n)"
  await inDirectory(env, [
    [
      `insert into accounts (email, account_id, password, created_at) ${numbers} select 'person' || n || '@example.com', ${id}, '', '${at}' from numbers`,
    ],
    [
      `insert into mail_tokens (hash, purpose, email, account_id, expires_ms)
       ${numbers} select 'h' || n, 'sign_up', 'person' || n || '@example.com', ${id}, ${now + day} from numbers`,
    ],
    [
      `insert into throttles (subject, tries, free_at_ms, last_ms) ${numbers} select 's' || n, 1, 0, ${now} from numbers`,
    ],
    [
      `insert into account_states (account_id, email, plan, allowance, used, period_start, billing_day, suspended, created_at, version)
       ${numbers} select ${id}, 'Person' || n || '@example.com', 'pro', 100, 10, '${at}', 1, 0, '${at}', 1 from numbers`,
    ],
    [
      `insert into cases (id, account_id, conversion_id, share, status, created_at, expires_at, version)
       ${numbers} select 'case_' || printf('%025d', n), ${id}, ${id}, 'report', 'landed', '${at}', '${at}', 1 from numbers`,
    ],
    [
      `insert into dead_letters (id, queue, body, died_at) ${numbers} select 'd' || n, 'conversions', '{}', '${at}' from numbers`,
    ],
  ])
}

describe(`a directory with ${many.toLocaleString('en-US')} of everything`, () => {
  beforeAll(fill)

  const now = Date.now()
  const tries = [{ subject: 'one', freeTries: 5 }]
  const token = { email: address, accountId }
  // A list has at most 500 rows. A write also counts the entries of its indexes.
  test.each<readonly [string, (environment: Env) => Promise<unknown>, number]>([
    ['admits a try to sign in', (environment) => admitTry(environment, tries, now), 20],
    ['forgives tries', (environment) => resetTries(environment, { subject: 'one', freeTries: 5 }), 5],
    ['finds who signs in', (environment) => findSignIn(environment, { email: address }), 5],
    ['changes a password', (environment) => setPassword(environment, accountId, 'a long new password'), 5],
    ['writes the link of a mail', (environment) => makeMailToken(environment, 'reset_password', token, 60), 20],
    ['reads the link of a mail', (environment) => readMailToken(environment, 'sign_up', 'no such token'), 5],
    [
      'uses the link of a mail',
      async (environment) =>
        useMailToken(environment, 'reset_password', await makeMailToken(env, 'reset_password', token, 60)),
      40,
    ],
    ['forgets the links of an account', (environment) => forgetMailTokens(environment, accountId), 20],
    ['lists the newest accounts', (environment) => listAccounts(environment, { email: null, percent: 0 }), 510],
    ['finds an account by its address', (environment) => listAccounts(environment, { email: address, percent: 0 }), 5],
    [
      'lists the accounts that are nearly full',
      (environment) => listAccounts(environment, { email: null, percent: 80 }),
      5,
    ],
    ['lists the newest cases', (environment) => listCases(environment, null), 510],
    ['lists the open cases', (environment) => listCases(environment, 'open'), 5],
    ['finds the account of a case', (environment) => accountOfCase(environment, `case_${'7'.padStart(25, '0')}`), 5],
    ['lists dead letters', (environment) => listDeadLetters(environment), 1010],
    ['finds a dead letter', (environment) => findDeadLetter(environment, 'd7'), 5],
    [
      'keeps a dead letter',
      (environment) => keepDeadLetters(environment, 'conversions', [{ id: ulid(), body: {} }], now),
      20,
    ],
    ['iterates over accounts', (environment) => accountsAfter(environment, accountId, 500), 510],
  ])('%s without reading all of them', async (name, work, most) => {
    const { database, rows } = metered(env.DIRECTORY)
    await work({ ...env, DIRECTORY: database })
    expect(noted('directory', name, rows())).toBeLessThanOrEqual(most)
  })

  test('accounts near their limit are listed, the fullest first', async () => {
    const full = [95, 100, 85].map(
      (used, n) =>
        [
          'update account_states set used = ? where account_id = ?',
          used,
          `0${String(n + 1).padStart(25, '0')}`,
        ] as const,
    )
    await inDirectory(env, [
      ...full,
      ['update account_states set allowance = 0, used = 0 where account_id = ?', accountId],
    ])
    const found = await listAccounts(env, { email: null, percent: 85 })
    expect(found.map(({ used, allowance }) => [used, allowance])).toEqual([
      [0, 0],
      [100, 100],
      [95, 100],
      [85, 100],
    ])
  })
})
