import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// Files share a runtime, and each of them begins with empty storage.
await reset()

// The tables of the directory, as a deployment has them before its Worker starts.
await applyD1Migrations(env.DIRECTORY, (env as unknown as { MIGRATIONS: D1Migration[] }).MIGRATIONS)
