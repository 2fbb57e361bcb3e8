import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { publicHere } from './rebinding/names.ts'

const folder = mkdtempSync(join(tmpdir(), 'rowmill-rebinding-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Only root may create another network and other mounts, and only on Linux. */
const canUnshare =
  spawnSync('unshare', ['-nm', 'sh', '-c', 'ip link set lo up && mount --bind /etc/hostname /etc/resolv.conf'])
    .status === 0
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

interface Outcome {
  readonly conversions: Readonly<Record<string, string>>
  readonly reached: readonly string[]
  readonly inside: readonly string[]
  readonly control: readonly string[]
}

async function runWorld(): Promise<Outcome> {
  const [key, certificate, names] = ['key.pem', 'certificate.pem', 'resolv.conf'].map((name) => join(folder, name))
  const subject = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=example.com -addext'.split(' ')
  const hosts = 'subjectAltName=DNS:cloudflare-dns.com,DNS:*.example.com,DNS:*.after.example.com'
  execFileSync('openssl', [...subject, hosts, '-keyout', key ?? '', '-out', certificate ?? ''], { stdio: 'ignore' })
  writeFileSync(names ?? '', 'nameserver 127.0.0.1\n')
  const setUp = [
    'ip link set lo up',
    `ip addr add ${publicHere}/32 dev lo`,
    'ip addr add 169.254.169.254/32 dev lo',
    'ip addr add 10.0.0.5/32 dev lo',
    `mount --bind ${names} /etc/resolv.conf`,
    `exec ${process.execPath} test/end-to-end/rebinding/world.ts`,
  ]
  const env = { ...process.env, WORLD_KEY: key, NODE_EXTRA_CA_CERTS: certificate, TMPDIR: folder }
  const { stdout } = await promisify(execFile)('unshare', ['-nm', 'sh', '-ec', setUp.join('\n')], {
    env,
    timeout: 400_000,
  })
  return JSON.parse(stdout) as Outcome
}

test.skipIf(!canUnshare || !hasOpenssl)(
  'a name that resolves to an internal address after its check reaches nothing: downloads, redirects, the size probe, webhooks (needs root, unshare, iproute2 and openssl)',
  async () => {
    const { conversions, reached, inside, control } = await runWorld()
    expect(inside).toEqual([])
    expect(control).toEqual(['169.254.169.254'])
    // The converting process has no environment, so it does not trust the test's certificate authority. It fails at the
    // public server or at its next lookup. pinned-fetch.test.ts checks that it connects to the checked address.
    expect(new Set(Object.values(conversions))).toEqual(new Set(['unreachable']))
    for (const name of ['127-0-0-1', '169-254-169-254'])
      for (const request of [
        `HEAD rebind-${name}.example.com/file.csv`,
        `HEAD rebind-${name}.after.example.com/file.csv`,
        `HEAD inside-${name}.example.com/file.csv`,
        `POST inside-${name}.example.com/hook`,
      ])
        expect(reached).toContain(request)
  },
  450_000,
)
