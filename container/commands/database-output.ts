import { commandMessages } from './catalog/commands.ts'
import { spawn } from 'node:child_process'
import type { Dialect, Spec } from '../../src/contract/spec.ts'
import { CommandFailure, UsageError } from './command.ts'
import { type LocalOutput, streamSink } from './local-output.ts'

interface Client {
  readonly program: string
  readonly args: (url: URL) => readonly string[]
  /** The environment variable that holds the password. */
  readonly password?: string
  /** The Debian package of the program. */
  readonly package: string
}

const mysqlArgs = (url: URL): string[] => [
  `--host=${url.hostname}`,
  ...(url.port === '' ? [] : [`--port=${url.port}`]),
  ...(url.username === '' ? [] : [`--user=${decodeURIComponent(url.username)}`]),
  '--default-character-set=utf8mb4',
  decodeURIComponent(url.pathname.slice(1)),
]

const withoutPassword = (url: URL): string => {
  const open = new URL(url)
  open.password = ''
  return open.href
}

/** The command-line client of each database, if it reads a script from standard input. */
const clients: Partial<Readonly<Record<Dialect, Client>>> = {
  postgresql: {
    program: 'psql',
    package: 'postgresql-client',
    args: (url) => ['--quiet', '--no-psqlrc', withoutPassword(url)],
    password: 'PGPASSWORD',
  },
  mysql: { program: 'mysql', package: 'default-mysql-client', args: mysqlArgs, password: 'MYSQL_PWD' },
  mariadb: { program: 'mariadb', package: 'mariadb-client', args: mysqlArgs, password: 'MYSQL_PWD' },
  sqlite: {
    program: 'sqlite3',
    package: 'sqlite3',
    args: (url) => ['-bail', decodeURIComponent(url.host + url.pathname)],
  },
}

const dialectOfScheme: Readonly<Record<string, Dialect>> = {
  'postgres:': 'postgresql',
  'postgresql:': 'postgresql',
  'mysql:': 'mysql',
  'mariadb:': 'mariadb',
  'sqlite:': 'sqlite',
}

/** Pipes the script into the database's own client, which must be installed. */
export async function openDatabaseOutput(address: string, { output }: Spec): Promise<LocalOutput> {
  const url = URL.canParse(address) ? new URL(address) : null
  const dialect = url === null ? undefined : dialectOfScheme[url.protocol]
  if (url === null || dialect === undefined) throw new UsageError(commandMessages.database.url(address))
  const isSameFamily = dialect === output.dialect || (dialect === 'mysql' && output.dialect === 'mariadb')
  if (!isSameFamily || output.format !== 'sql')
    throw new UsageError(commandMessages.database.otherDialect(url.protocol, dialect))
  const client = clients[dialect]
  if (client === undefined) throw new UsageError(commandMessages.database.noClient(dialect))
  return pipedInto(client, url)
}

async function pipedInto({ program, args, password, package: packageName }: Client, url: URL): Promise<LocalOutput> {
  // All users of the machine can read the arguments of a process, so the password is not among them.
  const secret = password === undefined || url.password === '' ? {} : { [password]: decodeURIComponent(url.password) }
  const child = spawn(program, args(url), {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...secret },
  })
  const exit = new Promise<number | null>((done) => child.once('close', done))
  await new Promise<void>((started, refuse) => {
    child.once('spawn', started)
    child.once('error', (error) =>
      refuse(new UsageError(commandMessages.database.notInstalled(program, error.message, packageName))),
    )
  })
  const refusal = (code: number | null): CommandFailure =>
    new CommandFailure({
      code: 'not_loaded',
      message: commandMessages.database.notLoaded(program, code ?? 'unknown'),
    })
  const script = streamSink(child.stdin)
  return {
    sink: {
      async write(chunk) {
        // A client that has ended reads nothing more. Its own message gives the reason.
        await script.write(chunk).catch(async () => {
          throw refusal(await exit)
        })
      },
    },
    async finish() {
      child.stdin.end()
      const code = await exit
      if (code !== 0) throw refusal(code)
    },
    async discard() {
      // The script is one transaction, so a script without its end has no effect.
      child.kill()
      await exit
    },
  }
}
