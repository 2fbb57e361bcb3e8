import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// The tables of the directory, as a deployment has them before its Worker starts.
await applyD1Migrations(env.DIRECTORY, (env as unknown as { MIGRATIONS: D1Migration[] }).MIGRATIONS)
