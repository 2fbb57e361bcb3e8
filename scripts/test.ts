import { spawnSync } from 'node:child_process'
import { serverTests } from './tests/server-tests.ts'

/**
 * npm test runs every test that needs no database server, and npm run test:databases runs the others. Paths after `--`
 * select tests of either kind. Other arguments are Vitest's.
 */
const [first, ...rest] = process.argv.slice(2)
const isDatabases = first === '--databases'
const given = isDatabases ? rest : process.argv.slice(2)
const isChosen = given.some((argument) => argument.startsWith('test/'))
const projects = isDatabases ? ['node'] : ['node', 'simulation', 'worker']
const files = isDatabases ? serverTests() : []

const { status } = spawnSync(
  'vitest',
  ['run', ...projects.flatMap((name) => ['--project', name]), ...files, ...given],
  { stdio: 'inherit', env: { ...process.env, WITHOUT_SERVERS: String(!isDatabases && !isChosen) } },
)
process.exit(status ?? 1)
