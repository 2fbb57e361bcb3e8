import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// Test files share a runtime, and each of them begins with empty storage.
await reset()

// A deployment has the tables of the directory before its Worker starts.
await applyD1Migrations(env.DIRECTORY, (env as unknown as { MIGRATIONS: D1Migration[] }).MIGRATIONS)
