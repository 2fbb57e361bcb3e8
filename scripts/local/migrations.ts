import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'src/directory/migrations')
/** The table in which `wrangler d1 migrations` records applied migrations. */
const appliedTable = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null
)`

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/**
 * Has the same effect as `wrangler d1 migrations apply --local` in a quarter of the time, since every test's service
 * starts with it.
 */
export async function migrateDirectory(platformData: string): Promise<void> {
  const miniflare = new Miniflare(
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

/** A statement of a migration ends with a semicolon at the end of a line. */
const statementsOf = (text: string): readonly string[] =>
  text.split(/;[ \t]*$/m).filter((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim() !== '')

/** The id of the local database must be the one that `wrangler dev` reads. */
function databaseId(): string {
  const id = /^database_id = "(.*)"$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))?.[1]
  if (id === undefined) throw new Error('wrangler.toml has no line `database_id = "…"`')
  return id
}
