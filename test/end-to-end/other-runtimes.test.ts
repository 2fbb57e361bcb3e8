import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ops } from './ops.ts'

const service = inject('service')
const folder = mkdtempSync(join(tmpdir(), 'rowmill-runtimes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runtimes = [
  ['Node', process.execPath, []],
  ['Deno', 'deno', ['run', '--quiet', '--allow-net=127.0.0.1', '--allow-read']],
  ['Bun', 'bun', ['run']],
] as const
const isHere = (command: string): boolean => spawnSync(command, ['--version']).status === 0

const secret = 'whsec_runtimes'
const body = '{"type":"ping","data":null}'

const program = `
import { ConversionFailedError, Rowmill, verifyWebhook } from './rowmill.js'
const [apiKey, baseUrl, path, signature] = JSON.parse(process.env.PROGRAM ?? '[]')
const rowmill = new Rowmill({ apiKey, baseUrl })
const small = await rowmill.convert(path, { to: 'sqlite' })
const large = await rowmill.convert(new Blob(['id,name\\n' + '1,Zoë\\n'.repeat(200_000)]), { to: 'sqlite', name: 'large.csv' })
const failed = await rowmill
  .convert(new TextEncoder().encode('PK\\u0003\\u0004 and no more'), { to: 'sqlite', name: 'broken.xlsx' })
  .catch((error) => error)
const listed = []
for await (const { name } of rowmill.conversions({ limit: 2 })) if (listed.push(name) === 3) break
console.log(JSON.stringify({
  script: await small.text(),
  rows: [small.rows.converted, large.rows.converted],
  failed: [failed instanceof ConversionFailedError, failed.code],
  listed,
  event: (await verifyWebhook(${JSON.stringify(body)}, signature, '${secret}')).type,
}))
`

beforeAll(async () => {
  const common = { bundle: true, format: 'esm', platform: 'neutral', target: 'es2022' } as const
  await build({ ...common, entryPoints: ['clients/javascript/rowmill.ts'], outfile: join(folder, 'rowmill.js') })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  // Deno has no global with that name.
  writeFileSync(join(folder, 'program.js'), `import process from 'node:process'\n${program}`)
  writeFileSync(join(folder, 'people.csv'), 'id,name\n1,Zoë\n2,Søren\n')
})

for (const [name, command, args] of runtimes)
  test.skipIf(!isHere(command))(
    `the client converts, lists, fails and verifies in ${name} (npm install --global ${name.toLowerCase()})`,
    async () => {
      const seconds = Math.floor(Date.now() / 1000)
      const signature = `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
      // Other tests use the service's default account at the same time, and this test needs its own list.
      const email = `${crypto.randomUUID()}@example.com`
      const { api_key } = await ops(service.stateFolder, 'account', 'create', '--email', email)
      const given = JSON.stringify([api_key, service.base_url, join(folder, 'people.csv'), signature])
      const allowed = name === 'Deno' ? [...args, '--allow-env'] : args
      const { stdout } = await promisify(execFile)(command, [...allowed, join(folder, 'program.js')], {
        env: { ...process.env, PROGRAM: given },
      })
      expect(JSON.parse(stdout)).toEqual({
        script: expect.stringContaining('Søren'),
        rows: [2, 200_000],
        failed: [true, 'corrupt_file'],
        listed: ['broken.xlsx', 'large.csv', 'people.csv'],
        event: 'ping',
      })
    },
  )
