import { spawnSync } from 'node:child_process'
import { serverTests } from './tests/server-tests.ts'

/**
 * npm test runs the files that need no database server and take less than ten seconds. npm run test:slow runs the slower
 * ones, and npm run test:databases those with servers. Paths after `--` select tests of any kind. Other arguments are
 * Vitest's.
 */
type Kind = 'short' | 'slow' | 'databases'
const kinds: Readonly<Record<string, Kind>> = { '--slow': 'slow', '--databases': 'databases' }
const [first = '', ...rest] = process.argv.slice(2)
const kind = kinds[first] ?? 'short'
const given = kind === 'short' ? process.argv.slice(2) : rest
const isChosen = given.some((argument) => argument.startsWith('test/'))
const selected: Readonly<Record<Kind, { readonly projects: readonly string[]; readonly files: readonly string[] }>> = {
  short: { projects: ['node', 'simulation', 'worker'], files: [] },
  slow: { projects: ['node', 'simulation'], files: ['.slow.test.ts'] },
  databases: { projects: ['node'], files: serverTests() },
}
const { projects, files } = selected[kind]

const { status } = spawnSync(
  'vitest',
  ['run', ...projects.flatMap((name) => ['--project', name]), ...files, ...given],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      WITHOUT_SERVERS: String(kind !== 'databases' && !isChosen),
      WITHOUT_SLOW_TESTS: String(kind === 'short' && !isChosen),
    },
  },
)
process.exit(status ?? 1)
