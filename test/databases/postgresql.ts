import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClientSession, type Request } from './client-session.ts'
import { copyNewData } from './new-data.ts'
import { ownerNamed, run, runOrThrow, startServer, temporaryFolder } from './processes.ts'

export interface Postgresql {
  /** Runs a script like a user: with psql, and without any other privileges. Nothing of the session remains. */
  load(script: string): Promise<void>
  /** Runs a script like `load`, but in a process of its own, so that several can run at once. */
  loadBeside(script: string): Promise<void>
  /** Returns rows of strings, with NULL as null. */
  query(sql: string): Promise<(string | null)[][]>
  /** Creates an empty database, with extensions that only a superuser may create. */
  fresh(...extensions: readonly string[]): Promise<PostgresqlDatabase>
  /** The URL for programs that connect by themselves. */
  readonly url: string
  stop(): Promise<void>
}

export type PostgresqlDatabase = Pick<Postgresql, 'load' | 'loadBeside' | 'query' | 'url'>

const versions = '/usr/lib/postgresql'
const newest = (): string | undefined =>
  existsSync(versions)
    ? readdirSync(versions)
        .filter((version) =>
          ['postgres', 'psql'].every((program) => existsSync(join(versions, version, 'bin', program))),
        )
        .toSorted((one, other) => Number(other) - Number(one))[0]
    : undefined

export const postgresqlMissing = 'PostgreSQL is not installed: apt-get install postgresql'
export const hasPostgresql = (): boolean => newest() !== undefined

export const postgisMissing = 'PostGIS is not installed: apt-get install postgresql-postgis'
export const hasPostgis = (): boolean => existsSync(`/usr/share/postgresql/${newest()}/extension/postgis.control`)

/** Separators that no value contains. */
const separators = ['-A', '-t', '-F', '\u001f', '-R', '\u001e', '-P', 'null=\u001d']

/** A script may have changed the variable, which is not of the server's session. */
const psqlInput = ({ sql, database, isElsewhere, end }: Request): string =>
  `\\set ON_ERROR_STOP 1\n${isElsewhere ? `\\connect "${database}"\n` : ''}${sql}\n;\nDISCARD ALL;\n\\echo ${end}\n`

/** The data is removed in the end, so the server prepares for no crash, no replica and no later queries. */
const settings = [
  'listen_addresses=',
  'dynamic_shared_memory_type=mmap',
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['autovacuum=off', 'jit=off'],
]

/** The server writes its state into the last line of this file. */
function isReady(data: string): boolean {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && /^ready\s*$/m.test(readFileSync(file, 'utf8'))
}

/** Starts a private server on a socket in a temporary folder. */
export async function startPostgresql(): Promise<Postgresql> {
  const owner = ownerNamed('postgres')
  const folder = temporaryFolder('postgresql', owner)
  const programs = join(versions, newest() ?? '', 'bin')
  // The file in /usr/bin is Debian's wrapper script, which takes ten times as long to start.
  const psql = join(programs, 'psql')
  const data = join(folder, 'data')
  await copyNewData('postgresql', data, owner, (made) =>
    runOrThrow(
      join(programs, 'initdb'),
      ['-D', made, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      '',
      owner,
    ),
  )
  const client = (user: string, database: string, ...more: string[]): string[] => [
    ...['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-U', user, '-d', database],
    ...more,
  ]
  const server = await startServer(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    folder,
    owner,
    () => Promise.resolve(isReady(data)),
  )
  const session = (...args: Parameters<typeof client>): ClientSession =>
    new ClientSession(psql, client(...args), {}, psqlInput)
  const administration = session('postgres', 'postgres')
  const loader = session('loader', 'postgres', ...separators)
  // Copying the files takes half the time of the default, which writes the template to the log.
  const create = (name: string, template = 'template1'): Promise<string> =>
    administration.run('postgres', `CREATE DATABASE ${name} OWNER loader TEMPLATE ${template} STRATEGY file_copy`)
  await administration.run('postgres', 'CREATE ROLE loader LOGIN')
  await create('tests')
  let scripts = 0
  const inDatabase = (name: string): PostgresqlDatabase => ({
    url: `postgresql://loader@unix:${folder}:5432/${name}`,
    async load(script) {
      // A new process and its connection would take longer than most scripts. psql ends at the first error of a file too.
      const file = join(folder, `script-${++scripts}.sql`)
      writeFileSync(file, script)
      await loader.run(name, `\\i ${file}`).finally(() => rmSync(file))
    },
    async loadBeside(script) {
      const { code, stderr } = await run(psql, client('loader', name), script)
      if (code !== 0) throw new Error(stderr.slice(0, 2000))
    },
    async query(sql) {
      const out = await loader.run(name, sql)
      if (out === '') return []
      return out
        .replace(/\n$/, '')
        .split('\u001e')
        .map((line) => line.split('\u001f').map((value) => (value === '\u001d' ? null : value)))
    },
  })
  // Copying a database takes a tenth of the time that creating an extension takes.
  const templates = new Map<string, Promise<string>>()
  const templateWith = async (extensions: readonly string[]): Promise<string> => {
    const name = ['with', ...extensions].join('_')
    await create(name)
    await administration.run(name, extensions.map((extension) => `CREATE EXTENSION ${extension};\n`).join(''))
    return name
  }
  let databases = 0
  return {
    ...inDatabase('tests'),
    async fresh(...extensions) {
      const name = `fresh_${++databases}`
      const key = extensions.join()
      if (key !== '' && !templates.has(key)) templates.set(key, templateWith(extensions))
      await create(name, await templates.get(key))
      return inDatabase(name)
    },
    async stop() {
      await Promise.all([administration.stop(), loader.stop()])
      await server.stop()
    },
  }
}
