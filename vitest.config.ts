import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { serverTests } from './scripts/tests/server-tests.ts'

/** These limits only catch hangs, because a slow machine is not a failure. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } }

/** Whether `npm run growth` reads the output of some tests. */
const isRead = process.env['ROWS_OF_EVERYTHING'] !== undefined

/** The part of Cloudflare Access that a Worker sees: a signing key, and the URL of its public key. */
const access = generateKeyPairSync('rsa', { modulusLength: 2048 })
const accessIssuer = 'https://team-of-the-tests.cloudflareaccess.com'
const accessKeys = { keys: [{ ...access.publicKey.export({ format: 'jwk' }), kid: 'key-of-the-tests', alg: 'RS256' }] }

/** Tests that take more than ten seconds, by their names. They have a command of their own. */
const slow = process.env['WITHOUT_SLOW_TESTS'] === 'true' ? ['test/**/*.slow.test.ts'] : []

/** Folders that have their own project. */
const elsewhere = ['test/worker/**', 'test/simulation/**', 'test/end-to-end/**', 'test/containers/**']

const measurements = 'test/end-to-end/page-scores.test.ts'

/** The folder of a test decides its project. Code that runs in workerd is tested in workerd, and other code in Node. */
export default defineConfig({
  test: {
    // The default would leave one of two processors idle.
    maxWorkers: '100%',
    // Output of passing tests would bury the failures.
    silent: isRead ? false : 'passed-only',
    // The reporter names each test that takes longer.
    slowTestThreshold: 10_000,
    // The errors in the service's log help to understand a failure, and its thousands of requests do not.
    onConsoleLog: (line, type) => isRead || type === 'stderr' || !line.startsWith('{"event":'),
    projects: [
      {
        test: {
          name: 'node',
          globalSetup: ['test/databases/new-data.ts'],
          setupFiles: ['test/fixed-seed.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...slow, ...(process.env['WITHOUT_SERVERS'] === 'true' ? serverTests() : [])],
          // Files share a process and its modules, which halves the time of short files. None of them keeps global state.
          isolate: false,
          // Processes that tests start find their modules compiled, which saves a third of the start.
          env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.rowmill/compile-cache', import.meta.url)) },
          ...patience,
        },
      },
      {
        // The simulation replaces modules and the clock, so each of its files has a process to itself.
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          exclude: slow,
          setupFiles: ['test/simulation/support/replaced-modules.ts'],
          ...patience,
        },
      },
      {
        // These tests use started services. Most files share one, and a file with its own limits starts another.
        test: {
          name: 'end-to-end',
          include: ['test/end-to-end/**/*.test.ts'],
          exclude: [measurements],
          globalSetup: ['test/end-to-end/started-service.ts'],
          // Each file starts the embedded PostgreSQL once, and ends before optimized code would save time.
          execArgv: ['--liftoff-only'],
          ...patience,
        },
      },
      {
        // Runs after the end-to-end tests, because another test on the same processor would slow what it measures.
        test: { name: 'measurements', include: [measurements], sequence: { groupOrder: 1 }, ...patience },
      },
      {
        // These tests enable containers in the service. lab/containers replaces the platform that runs them.
        test: { name: 'containers', include: ['test/containers/**/*.test.ts'], ...patience },
      },
      {
        plugins: [
          cloudflareTest({
            main: './test/worker/quiet-worker.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // URLs in tests have public hosts, because others are refused. No request leaves this machine.
              outboundService: (request: { readonly url: string }) =>
                request.url === `${accessIssuer}/cdn-cgi/access/certs`
                  ? Response.json(accessKeys)
                  : new Response('Tests have no network.', { status: 503 }),
              // Messages go to the dead letter queue at once instead of after a hundred tries.
              queueConsumers: {
                'rowmill-conversions': { maxRetries: 0, deadLetterQueue: 'rowmill-conversions-dead' },
                'rowmill-conversions-dead': {},
              },
              bindings: {
                // The number of rows in the accounts and the directory of the growth tests. 1000000 takes minutes.
                ROWS_OF_EVERYTHING: process.env['ROWS_OF_EVERYTHING'] ?? '100000',
                // Tests play the engine themselves; test/worker/engine converts in the isolate.
                ISOLATE_BYTES_MAX: '0',
                MIGRATIONS: await readD1Migrations('src/directory/migrations'),
                KEY_SECRET: 'a key secret of the tests',
                RUN_SECRET: 'a run secret of the tests',
                OPERATOR_TOKEN: 'operator-token-of-the-tests',
                BILLING_SECRET: 'a billing secret of the tests',
                ACCESS_ISSUER: accessIssuer,
                ACCESS_AUDIENCE: 'audience-of-the-tests',
                ACCESS_PRIVATE_KEY: JSON.stringify(access.privateKey.export({ format: 'jwk' })),
                // There are no files in workerd.
                PROTECTED_WORKBOOK: readFileSync('test/fixtures/encrypted/standard.xlsx').toString('base64'),
                PUBLIC_ORIGIN: 'https://api.example',
                S3_ENDPOINT: 'https://s3.example',
                S3_ACCESS_KEY_ID: 'access',
                S3_SECRET_ACCESS_KEY: 'secret',
                S3_BUCKET: 'rowmill-files',
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          // Files share a runtime, which takes seconds to start, and each begins with empty storage.
          isolate: false,
          // Modules from this cache reach workerd without their source maps, and failures would name wrong lines.
          fsModuleCache: false,
          include: ['test/worker/**/*.test.ts'],
          setupFiles: [
            'test/fixed-seed.ts',
            ...(isRead ? [] : ['test/worker/quiet-log.ts']),
            'test/worker/new-storage.ts',
          ],
          ...patience,
        },
      },
    ],
  },
})
