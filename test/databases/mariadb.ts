import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ClientSession, type Request } from './client-session.ts'
import { copyNewData } from './new-data.ts'
import { ownerNamed, run, runOrThrow, startServer, temporaryFolder } from './processes.ts'

export interface Mariadb {
  /** Runs a script like a user: with the client, from a file's bytes, and without any other privileges. */
  load(script: string, ...options: string[]): Promise<void>
  /** Returns rows of strings, with NULL as null. */
  query(sql: string): Promise<(string | null)[][]>
  /** Creates an empty database. */
  create(database: string, options?: string): Promise<void>
  /** Runs a script as root, for example a whole dump. */
  administer(script: string | Uint8Array, database?: string): Promise<void>
  /** Runs a whole script as root and returns the numbers of the lines that the server refuses. */
  refusedLines(script: string, database: string): Promise<number[]>
  /** Queries a database as root. */
  read(database: string, sql: string): Promise<(string | null)[][]>
  /** Queries a database as root and ignores statements that fail. */
  readForced(database: string, sql: string): Promise<(string | null)[][]>
  /** Returns the output of mariadb-dump with these arguments. */
  dump(...args: string[]): Promise<Uint8Array>
  stop(): Promise<void>
}

export const mariadbMissing = 'MariaDB is not installed: apt-get install mariadb-server'
export const hasMariadb = (): boolean => existsSync('/usr/sbin/mariadbd') && existsSync('/usr/bin/mariadb')

const smallLog = '--innodb-log-file-size=10M'
const reading = ['--batch', '--skip-column-names']

/** Reconnecting takes a few milliseconds and clears the session. */
const mariadbInput = ({ sql, database, end }: Request): string => `\\r ${database}\n${sql}\n;\nSELECT '${end}';\n`

/** Starts a private server on a socket in a temporary folder. Programs that cannot use sockets get a loopback port too. */
export async function startMariadb(port?: number): Promise<Mariadb> {
  const owner = ownerNamed('mysql')
  const folder = temporaryFolder('mariadb', owner)
  const socket = join(folder, 's')
  const data = join(folder, 'data')
  // A starting server deletes other processes' files from the folder for temporary files.
  const common = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${folder}`]
  // The data is not needed after a crash, and the server copies a smaller log sooner.
  const unsafe = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', smallLog]
  await copyNewData('mariadb', data, owner, (made) =>
    runOrThrow(
      '/usr/bin/mariadb-install-db',
      [
        ...['--no-defaults', `--datadir=${made}`, `--tmpdir=${folder}`],
        ...['--auth-root-authentication-method=normal', '--skip-test-db', smallLog],
      ],
      '',
      owner,
    ),
  )
  const client = (user: string, ...more: string[]): string[] => [
    '--no-defaults',
    `--socket=${socket}`,
    `--user=${user}`,
    ...more,
  ]
  const session = (user: string, ...more: string[]): ClientSession =>
    new ClientSession('/usr/bin/mariadb', client(user, ...reading, '--unbuffered', ...more), {}, mariadbInput)
  const asRoot = session('root', '--default-character-set=utf8mb4')
  const asLoader = session('loader')
  const server = await startServer(
    '/usr/sbin/mariadbd',
    [
      ...common,
      `--socket=${socket}`,
      ...(port === undefined ? ['--skip-networking'] : [`--port=${port}`, '--bind-address=127.0.0.1']),
      `--pid-file=${join(folder, 'pid')}`,
      '--innodb-buffer-pool-size=64M',
      ...unsafe,
    ],
    folder,
    owner,
    // The socket exists shortly before the server is ready, and each client that starts earlier takes its time.
    async () =>
      existsSync(socket) &&
      asRoot.run('mysql', 'SELECT 1').then(
        () => true,
        () => false,
      ),
  )
  await asRoot.run(
    'mysql',
    `CREATE DATABASE tests CHARACTER SET utf8mb4; CREATE USER loader@localhost;
     GRANT CREATE, CREATE TEMPORARY TABLES, DROP, INSERT, SELECT ON tests.* TO loader@localhost;`,
  )
  const rowsOf = (lines: string): (string | null)[][] =>
    lines
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').map((value) => (value === 'NULL' ? null : value)))
  return {
    async create(database, options = 'CHARACTER SET utf8mb4') {
      await asRoot.run('mysql', `CREATE DATABASE ${database} ${options}`)
    },
    async administer(script, database = 'tests') {
      const { code, stderr } = await run(
        '/usr/bin/mariadb',
        client('root', '--default-character-set=utf8mb4', '--binary-mode', database),
        script,
      )
      if (code !== 0) throw new Error(stderr.slice(0, 2000))
    },
    async refusedLines(script, database) {
      const options = ['--force', '--default-character-set=utf8mb4', '--binary-mode', database]
      const { stderr } = await run('/usr/bin/mariadb', client('root', ...options), script)
      return Array.from(stderr.matchAll(/^ERROR .*? at line (\d+)/gm), ([, line]) => Number(line))
    },
    async read(database, sql) {
      return rowsOf(await asRoot.run(database, sql))
    },
    async readForced(database, sql) {
      const options = ['--force', ...reading, '--default-character-set=utf8mb4', database]
      return rowsOf((await run('/usr/bin/mariadb', client('root', ...options), sql)).stdout)
    },
    async dump(...args) {
      const { code, stderr, bytes } = await run('/usr/bin/mariadb-dump', client('root', ...args))
      if (code !== 0) throw new Error(stderr.slice(0, 2000))
      return bytes
    },
    async load(script, ...options) {
      await runOrThrow('/usr/bin/mariadb', client('loader', ...options, 'tests'), script)
    },
    async query(sql) {
      // In batch mode the client separates values by tabs, escapes their content, and prints NULL as a bare word.
      // Select HEX() for text.
      return rowsOf(await asLoader.run('tests', sql))
    },
    async stop() {
      await Promise.all([asRoot.stop(), asLoader.stop()])
      await server.stop()
    },
  }
}
