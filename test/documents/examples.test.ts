import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../databases/postgresql.ts'

/** A folder in which `rowmill` is installed as a command and a package. */
const folder = mkdtempSync(join(tmpdir(), 'rowmill-examples-'))
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})
const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` }
const example = (name: string): string => resolve('examples', name)
const data = join(folder, 'data')

beforeAll(() => {
  const built = join(folder, 'package')
  execFileSync(process.execPath, ['scripts/launch.mjs', 'scripts/build-package.ts', join(built, 'dist')])
  writeFileSync(join(built, 'package.json'), readFileSync('package/package.json'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(data)
  const command = join(folder, 'bin/rowmill')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(built, 'dist/cli.js')}' "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(data, 'orders.csv'), readFileSync('examples/orders.csv'))
  writeFileSync(join(data, 'people.csv'), 'id,name\n1,Zoë\n')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(built, join(folder, 'node_modules/rowmill'))
  for (const name of ['hono', 'express']) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
})

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0

test.skipIf(!isInstalled('sqlite3'))(
  `folder-to-sqlite.sh loads a folder${isInstalled('sqlite3') ? '' : ' (skipped: apt-get install sqlite3)'}`,
  () => {
    const database = join(folder, 'shop.db')
    execFileSync(example('folder-to-sqlite.sh'), [data, database], { env })
    const count = (table: string) => new DatabaseSync(database).prepare(`select count(*) as rows from ${table}`).get()
    expect([count('orders'), count('people')]).toEqual([{ rows: 4 }, { rows: 1 }])
  },
)

test('nightly.sh moves the files that it converted, and fails if a file fails', () => {
  const inbox = join(folder, 'inbox')
  mkdirSync(inbox)
  writeFileSync(join(inbox, 'people.csv'), 'id,name\n1,Zoë\n')
  writeFileSync(join(inbox, 'broken.xlsx'), 'PK\u0003\u0004 and no more')
  const run = spawnSync(example('nightly.sh'), [inbox], { env, encoding: 'utf8' })
  expect([run.status, run.stdout]).toEqual([1, '1 files failed\n'])
  const list = (name: string): string[] => readdirSync(join(inbox, name)).toSorted()
  expect([list('done'), list('failed'), list('sql')]).toEqual([['people.csv'], ['broken.xlsx'], ['people.csv.sql']])
})

test('the GitHub Action converts patterns into a folder, and fails on rejected rows', () => {
  const inputs = {
    FILES: `  ${data}/*.csv\n\n`,
    TO: 'sqlite',
    OUT_DIR: join(folder, 'sql'),
    OPTIONS: '--quiet',
    ROWMILL: 'rowmill',
  }
  const run = (over: Record<string, string> = {}) =>
    spawnSync(resolve('action/convert.sh'), { env: { ...env, ...inputs, ...over }, encoding: 'utf8' })
  expect([run().status, readdirSync(join(folder, 'sql')).toSorted()]).toEqual([0, ['orders.sql', 'people.sql']])
  const rejects = join(folder, 'rejects.csv')
  writeFileSync(rejects, `id\n${'1\n'.repeat(100)}x\n`)
  expect(run({ FILES: rejects, OPTIONS: '--sample-rows 5 --quiet' }).status).toBe(3)
  expect(run({ FILES: '$(touch /tmp/rowmill-injected)' }).status).toBe(2)
})

describe('webhook receivers', () => {
  const body = '{"id":"evt_1","type":"ping","created_at":"2024-01-01T00:00:00Z","data":{"sent_at":"x"}}'
  const signed = (secret: string): Record<string, string> => {
    const time = Math.floor(Date.now() / 1000)
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { 'content-type': 'application/json', 'service-signature': `t=${time},v1=${mac}` }
  }
  const copied = (name: string): string => {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(example(name)))
    return path
  }

  test('the one for Hono accepts signed calls and refuses all others', async () => {
    const { app } = (await import(copied('webhook-hono.mjs'))) as {
      app: { request: (path: string, init: object, env: object) => Promise<Response> }
    }
    const post = async (headers: Record<string, string>) =>
      (await app.request('/hooks', { method: 'POST', headers, body }, { WEBHOOK_SECRET: 'whsec_right' })).status
    expect([await post(signed('whsec_right')), await post(signed('whsec_wrong')), await post({})]).toEqual([
      204, 400, 400,
    ])
  })

  test('the one for Express accepts signed calls and refuses all others', async () => {
    const child = spawn(process.execPath, [copied('webhook-express.mjs')], {
      env: { ...env, WEBHOOK_SECRET: 'whsec_right', PORT: '0' },
    })
    started.push(child)
    const port = await new Promise<string>((ready) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /listening on (\d+)/.exec(chunk.toString())
        if (found?.[1] !== undefined) ready(found[1])
      })
    })
    const post = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', headers, body })).status
    expect([await post(signed('whsec_right')), await post(signed('whsec_wrong'))]).toEqual([204, 400])
  })
})

test('action.yml names only flags and files that exist', () => {
  expect(readFileSync('action/action.yml', 'utf8')).toContain('convert.sh')
})

describe.skipIf(!hasPostgresql())(`PostgreSQL${hasPostgresql() ? '' : ` (skipped: ${postgresqlMissing})`}`, () => {
  let postgresql: Postgresql
  beforeAll(async () => {
    postgresql = await startPostgresql()
  })
  afterAll(() => postgresql.stop())
  /** Connects to the server's socket, with a new database. */
  const fresh = async () => {
    const database = await postgresql.fresh()
    const [, socket = '', name = ''] = /unix:(.*):5432\/(.*)$/.exec(database.url) ?? []
    return { database, socket, name }
  }
  const customer = 'SELECT customer FROM orders WHERE order_no = 1001'

  test('pipe-to-psql.sh loads a file, and fails if psql fails', async () => {
    const { database, socket, name } = await fresh()
    const args = [join(data, 'orders.csv'), `postgresql://loader@/${name}?host=${encodeURIComponent(socket)}`]
    execFileSync(example('pipe-to-psql.sh'), args, { env })
    expect(await database.query(customer)).toEqual([["Zoë O'Neil"]])
    const again = spawnSync(example('pipe-to-psql.sh'), args, { env, encoding: 'utf8' })
    expect([again.status === 0, again.stderr]).toEqual([false, expect.stringContaining('already exists')])
  })

  // The images of these services are not available everywhere, so their commands run here in the order of their
  // dependencies.
  test('the services of compose.yaml convert the file and load it', async () => {
    const { database, socket, name } = await fresh()
    const services = readFileSync('examples/compose.yaml', 'utf8')
    const commandOf = (service: string): string =>
      new RegExp(`\\n {2}${service}:\\n(?: {4}.*\\n)*? {4}command: (.*)`).exec(services)?.[1] ?? ''
    const here = (command: string): string =>
      command
        .replaceAll('/data/', `${data}/`)
        .replace('npx --yes rowmill', 'rowmill')
        .replace('-h database -U postgres', `-h ${socket} -U loader -d ${name}`)
    for (const service of ['convert', 'load']) execFileSync('sh', ['-c', here(commandOf(service))], { env })
    expect(await database.query(customer)).toEqual([["Zoë O'Neil"]])
  })
})
