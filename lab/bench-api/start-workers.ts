import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { applyMigrations } from '../../scripts/local/migrations.ts'
import { freePort } from '../../scripts/local/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** In production a write goes to other machines. The cost of this machine's disk would be meaningless. */
const memoryDisk = '/dev/shm'
const operatorToken = 'operator-token-of-the-benchmark'
const compatibility = { compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] }

export interface Workers {
  readonly baseline: URL
  readonly rowmill: URL
  readonly operatorToken: string
  stop(): Promise<void>
}

/** Runs both Workers in one workerd, each on its own socket, without the proxy of `wrangler dev`. */
export async function startWorkers(): Promise<Workers> {
  if (existsSync(memoryDisk)) process.env['TMPDIR'] = memoryDisk
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-bench-api-'))
  const rowmill = bundle(join(root, 'wrangler.toml'), join(folder, 'rowmill'))
  const config = join(folder, 'baseline.toml')
  writeFileSync(
    config,
    `name = "baseline"\nmain = ${JSON.stringify(join(root, 'lab/bench-api/baseline-worker.mjs'))}\ncompatibility_date = "2026-10-01"\n`,
  )
  const baseline = bundle(config, join(folder, 'baseline'))
  // The Worker only responds to its own host and port, so both are needed before it starts.
  const port = await freePort()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      // Each request logs a line as in production, which is ignored here.
      handleStructuredLogs: () => {},
      workers: [
        {
          name: 'baseline',
          ...compatibility,
          modules: true,
          rootPath: baseline,
          scriptPath: 'baseline-worker.js',
          durableObjects: { EMPTY: { className: 'EmptyObject', useSQLite: true } },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
        {
          name: 'rowmill',
          ...compatibility,
          modulesRoot: rowmill,
          modules: modulesOf(rowmill),
          durableObjects: {
            ACCOUNT: { className: 'AccountObject', useSQLite: true },
            ENGINE: { className: 'EngineObject', useSQLite: true },
          },
          r2Buckets: ['FILES'],
          d1Databases: ['DIRECTORY'],
          analyticsEngineDatasets: { METRICS: { dataset: 'metrics' } },
          queueProducers: { CONVERSIONS: 'conversions', DELIVERIES: 'deliveries' },
          bindings: {
            KEY_SECRET: 'a key secret of the benchmark',
            RUN_SECRET: 'a run secret of the benchmark',
            OPERATOR_TOKEN: operatorToken,
            PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
            // In a local run, no proxy protects the operator's routes. No request of the benchmark starts an engine.
            LOCAL_ENGINE_URL: 'http://127.0.0.1:9',
            S3_ENDPOINT: 'https://s3.example',
            S3_ACCESS_KEY_ID: 'access',
            S3_SECRET_ACCESS_KEY: 'secret',
            S3_BUCKET: 'rowmill-files',
            LOCAL_TRUSTED_ORIGINS: '',
            RATE_LIMIT_PER_MINUTE: '100000000',
            WAITING_LIMIT: '100000000',
            WAITING_ALLOWANCES: '1000000',
          },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await applyMigrations(await miniflare.getD1Database('DIRECTORY', 'rowmill'))
  return {
    baseline: await miniflare.unsafeGetDirectURL('baseline'),
    rowmill: await miniflare.unsafeGetDirectURL('rowmill'),
    operatorToken,
    stop: async () => {
      await miniflare.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the bundled script, the guides that it imports as text, and the kernel. */
function modulesOf(folder: string): { type: 'ESModule' | 'Text' | 'CompiledWasm'; path: string }[] {
  const named = (ending: string): string[] => readdirSync(folder).filter((name) => name.endsWith(ending))
  return [
    { type: 'ESModule', path: join(folder, 'worker.js') },
    ...named('.md').map((name) => ({ type: 'Text' as const, path: join(folder, name) })),
    ...named('.wasm').map((name) => ({ type: 'CompiledWasm' as const, path: join(folder, name) })),
  ]
}

function bundle(config: string, target: string): string {
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const args = ['deploy', '--dry-run', '--containers-rollout=none', '--config', config, '--outdir', target]
  execFileSync(process.execPath, [wrangler, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
  })
  return target
}
