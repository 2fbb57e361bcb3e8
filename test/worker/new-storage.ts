import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

const isEmpty = async (): Promise<boolean> => {
  const tables = await env.DIRECTORY.prepare("select name from sqlite_master where name = 'accounts'").all()
  const files = await env.FILES.list({ limit: 1 })
  return tables.results.length === 0 && files.objects.length === 0
}

// Test files share a runtime, and each of them begins with empty storage. On a busy machine, workerd may keep the
// storage although it has reported that it is deleted.
do await reset()
while (!(await isEmpty()))

// A deployment has the tables of the directory before its Worker starts.
await applyD1Migrations(env.DIRECTORY, (env as unknown as { MIGRATIONS: D1Migration[] }).MIGRATIONS)
