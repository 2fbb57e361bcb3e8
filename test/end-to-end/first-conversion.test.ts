import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/local/ports.ts'
import { Client } from './client.ts'
import { startService } from './service.ts'

const example = new Uint8Array(readFileSync('examples/orders.csv'))
const toPostgresql = { output: { dialect: 'postgresql' } } as const

/** Returns the first port that any process may use. Containers allow all ports, and only Linux reports this setting. */
const portsForAll = (() => {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  } catch {
    return 0
  }
})()

/** The `\set` line is for psql only. The rest of an `inserts` script is plain SQL. */
const plainSql = (script: string): string => script.replaceAll(/^\\set .*$/gm, '')

describe('the first conversion', () => {
  test('uploads, converts and downloads the example, and PostgreSQL loads it unchanged', async () => {
    const client = new Client(inject('service'))
    const conversion = await client.convert('orders.csv', example, toPostgresql)
    expect(conversion.status).toBe('done')
    const output = await client.download(conversion)
    expect(conversion.output?.bytes).toBe(output.length)

    const database = await PGlite.create()
    await database.exec(plainSql(new TextDecoder().decode(output)))
    const { rows } = await database.query(
      'select order_no, customer, placed::text, amount::text, paid, postcode from orders order by 1',
    )
    expect(rows).toEqual([
      {
        order_no: 1001,
        customer: "Zoë O'Neil",
        placed: '2023-12-31',
        amount: '1234.50',
        paid: true,
        postcode: '01234',
      },
      {
        order_no: 1002,
        customer: 'Brandt & Söhne, Köln',
        placed: '2024-01-13',
        amount: '99.00',
        paid: false,
        postcode: '50667',
      },
      { order_no: 1003, customer: 'Søren', placed: '2024-02-05', amount: '0.99', paid: true, postcode: '00501' },
      { order_no: 1004, customer: 'said "later"', placed: null, amount: '12.00', paid: false, postcode: '90210' },
    ])
    await database.close()
  })

  const convert = async (file: string) => {
    const { base_url, api_key } = inject('service')
    return promisify(execFile)('sh', ['examples/convert.sh', file, 'sqlite'], {
      env: { ...process.env, KEY: api_key, BASE: base_url },
      timeout: 60_000,
    })
  }

  test('also works with the command in the banner', async () => {
    const { stdout } = await convert('examples/orders.csv')
    expect(stdout).toContain('CREATE TABLE')
    expect(stdout).toContain("O''Neil")
  })

  test.each(['-tabs.tsv', 'it\'s "odd" \\n {a,b} [1-2] $HOME.tsv'])(
    'also reads a file of tabs that is called %j',
    async (name) => {
      const folder = mkdtempSync(join(tmpdir(), 'rowmill-odd-names-'))
      writeFileSync(join(folder, name), 'id\tname\n1\tZoë\n')
      // Responses may contain backslashes, which the `echo` of some shells interprets.
      const { stdout, stderr } = await convert(join(folder, name))
      rmSync(folder, { recursive: true })
      expect(stdout).toContain("(1, 'Zoë')")
      expect(JSON.parse(stderr)).toMatchObject({ rows: { converted: 1 }, tables: [{ source_name: name }] })
    },
  )

  test('reports why a file is refused', async () => {
    await expect(convert('/dev/null')).rejects.toMatchObject({
      stderr: expect.stringContaining('"code":"invalid_request"'),
    })
  })
})

describe('a separate service', () => {
  test.skipIf(process.platform !== 'linux')('reports at once that its folder cannot be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-state-'))
    mkdirSync(join(folder, 'service.pid'))
    for (const state of ['/proc/rowmill/state', folder]) {
      const refused = promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'scripts/start.ts'], {
        env: { ...process.env, ROWMILL_STATE: state },
        timeout: 60_000,
        killSignal: 'SIGKILL',
      })
      const stderr = expect.stringMatching(/^Cannot use the state folder .+\n$/)
      await expect(refused).rejects.toMatchObject({ code: 1, stderr })
    }
    rmSync(folder, { recursive: true })
  })

  test('reports a missing folder for temporary files at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-state-'))
    const refused = promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'scripts/start.ts'], {
      env: { ...process.env, ROWMILL_STATE: folder, PORT: String(await freePort()), TMPDIR: '/dev/null/none' },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    const stderr = expect.stringMatching(/^Cannot use the folder \/dev\/null\/none for .+ Set TMPDIR to another\.\n$/)
    await expect(refused).rejects.toMatchObject({ code: 1, stderr })
    expect(readdirSync(folder)).not.toContain('service.pid')
    rmSync(folder, { recursive: true })
  })

  test('logs that its disk is full, and keeps running', async ({ skip, onTestFinished }) => {
    const stateFolder = mkdtempSync(join(tmpdir(), 'rowmill-state-'))
    onTestFinished(() => {
      spawnSync('umount', [stateFolder])
      rmSync(stateFolder, { recursive: true, force: true })
    })
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', stateFolder])
    skip(mounted.status !== 0, 'mounts a small disk, which nobody but root may')
    const service = await startService({ stateFolder })
    const client = new Client(service)
    let logged = ''
    service.process.stderr?.on('data', (chunk: Buffer) => (logged += chunk.toString()))
    const large = new Uint8Array(24 << 20)
    const opened = await client.open('large.csv', large.length, toPostgresql)
    const hanging = client.upload(opened, large)
    hanging.catch(() => undefined)
    await expect.poll(() => logged).toContain(`The disk of ${stateFolder} is full.`)
    expect(await client.convert('orders.csv', example, toPostgresql)).toMatchObject({ status: 'done' })
    await service.stop()
  })

  test('reports in one sentence that its port is in use', async () => {
    const port = Number(new URL(inject('service').base_url).port)
    await expect(startService({ port })).rejects.toThrow(`Port ${port} is busy`)
  })

  test.skipIf(portsForAll <= 80)('reports in one sentence that its port needs privileges', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-state-'))
    const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-net_bind_service'] : ['env']
    const [command, ...args] = [...unprivileged, process.execPath, 'scripts/launch.mjs', 'scripts/start.ts']
    const refused = promisify(execFile)(command, args, { env: { ...process.env, PORT: '80', ROWMILL_STATE: folder } })
    const stderr = 'Port 80 is for privileged users alone. Set PORT to one above 1023.\n'
    await expect(refused).rejects.toMatchObject({ code: 1, stderr })
    rmSync(folder, { recursive: true })
  })
})
