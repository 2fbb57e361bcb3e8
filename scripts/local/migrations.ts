import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Miniflare } from 'miniflare'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'src/directory/migrations')
/** The table in which `wrangler d1 migrations` records applied migrations. */
const appliedTable = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null
)`

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/**
 * Has the same effect as `wrangler d1 migrations apply --local`. Opening the database takes a quarter of the whole
 * start, so a folder that has all migrations is not opened, and a new one is a copy of the first.
 */
export async function migrateDirectory(platformData: string): Promise<void> {
  const version = migrationsVersion()
  const marker = join(platformData, `migrated-${version}`)
  if (existsSync(marker)) return
  const first = join(root, '.rowmill/migrated-directories', version)
  const isNew = readdirSync(platformData).length === 0
  if (isNew && existsSync(first)) return copyWhole(first, platformData)
  await openAndMigrate(platformData)
  writeFileSync(marker, '')
  if (isNew) copyWhole(platformData, first)
}

/**
 * Returns a version that changes with the migrations and with the package that decides where the database is stored.
 */
function migrationsVersion(): string {
  const files = [
    join(root, 'wrangler.toml'),
    join(root, 'node_modules/miniflare/package.json'),
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * The copy appears whole or not at all, and only this user can read it. Another start may have made the same one at the
 * same time.
 */
function copyWhole(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, unfinished, { recursive: true })
  chmodSync(unfinished, 0o700)
  // A copy keeps the permissions of the first folder, which a process with other rules may have made.
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  try {
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function openAndMigrate(platformData: string): Promise<void> {
  // Loading the package takes half of this time.
  const { convertV4MiniflareOptions, Miniflare: Platform } = await import('miniflare')
  const miniflare = new Platform(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      compatibilityDate: '2026-10-01',
      d1Databases: { DIRECTORY: databaseId() },
      resourcePersistencePath: join(platformData, 'v3'),
    }),
  )
  try {
    await applyMigrations(await miniflare.getD1Database('DIRECTORY'))
  } finally {
    await miniflare.dispose()
  }
}

/** Applies the missing migrations, each in one transaction. */
export async function applyMigrations(database: Database): Promise<void> {
  await database.prepare(appliedTable).run()
  const { results } = await database.prepare('select name from d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  for (const name of readdirSync(folder).toSorted()) {
    if (applied.has(name)) continue
    const statements = statementsOf(readFileSync(join(folder, name), 'utf8'))
    await database.batch([
      ...statements.map((sql) => database.prepare(sql)),
      database.prepare('insert into d1_migrations (name) values (?)').bind(name),
    ])
  }
}

/** Splits a migration into statements. Each ends with a semicolon at the end of a line. */
const statementsOf = (text: string): readonly string[] =>
  text.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim() !== '')

/** Returns the id of the local database, which `wrangler dev` also reads. */
function databaseId(): string {
  const id = /^database_id = "(.*)"$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))?.[1]
  if (id === undefined) throw new Error('wrangler.toml has no line `database_id = "…"`')
  return id
}
