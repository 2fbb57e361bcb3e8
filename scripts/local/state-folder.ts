import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive } from '../../container/run/run-folders.ts'

/**
 * Information that scripts may use while the service is running. It is written when the service is ready, and removed
 * when it stops.
 */
export interface ServiceFile {
  readonly base_url: string
  readonly api_key: string
  readonly account_id: string
  readonly settings_url: string
  readonly email: string
  readonly password: string
  readonly operator_token: string
}

export interface DemoAccount {
  readonly account_id: string
  readonly email: string
  readonly password: string
  readonly api_key: string
}

export interface Secrets {
  readonly KEY_SECRET: string
  readonly RUN_SECRET: string
  readonly OPERATOR_TOKEN: string
  readonly S3_ACCESS_KEY_ID: string
  readonly S3_SECRET_ACCESS_KEY: string
}

/** Everything that survives a restart is in one folder: the platform's data, the secrets and the demo account. */
export class StateFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
    makeFolder(path)
    makeFolder(this.platformData)
  }

  get platformData(): string {
    return join(this.path, 'platform')
  }

  get envFile(): string {
    return join(this.path, 'worker.env')
  }

  get logFile(): string {
    return join(this.path, 'service.log')
  }

  /** Returns the secrets. They are created once, so that API keys stay valid after a restart. */
  secrets(): Secrets {
    const kept = (this.read('secrets.json') ?? {}) as Partial<Secrets>
    const all: Secrets = {
      KEY_SECRET: kept.KEY_SECRET ?? secret(),
      RUN_SECRET: kept.RUN_SECRET ?? secret(),
      OPERATOR_TOKEN: kept.OPERATOR_TOKEN ?? `rm_ops_${secret()}`,
      S3_ACCESS_KEY_ID: kept.S3_ACCESS_KEY_ID ?? secret(),
      S3_SECRET_ACCESS_KEY: kept.S3_SECRET_ACCESS_KEY ?? secret(),
    }
    this.write('secrets.json', all)
    return all
  }

  get demoAccount(): DemoAccount | null {
    return this.read('demo-account.json') as DemoAccount | null
  }

  keepDemoAccount(account: DemoAccount): void {
    this.write('demo-account.json', account)
  }

  announce(service: ServiceFile): void {
    this.write('service.json', service)
  }

  withdraw(): void {
    rmSync(join(this.path, 'service.json'), { force: true })
    rmSync(join(this.path, 'service.pid'), { force: true })
  }

  /** Locks the folder, or returns the process that already holds it. */
  take(): number | null {
    const file = join(this.path, 'service.pid')
    if (existsSync(file)) {
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid !== process.pid && isServing(pid)) return pid
    }
    writeFileSync(file, String(process.pid))
    // The announcement of a killed service is no longer true.
    rmSync(join(this.path, 'service.json'), { force: true })
    return null
  }

  writeEnvFile(values: Readonly<Record<string, string>>): void {
    const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    writeFileSync(this.envFile, `${lines.join('\n')}\n`, { mode: 0o600 })
  }

  private read(name: string): unknown {
    const path = join(this.path, name)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  }

  /** Writes a new file and renames it, so that a reader never sees half a file. */
  private write(name: string, value: object): void {
    const path = join(this.path, name)
    writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    chmodSync(`${path}.new`, 0o600)
    renameSync(`${path}.new`, path)
  }
}

const secret = (): string => randomBytes(24).toString('base64url')

/**
 * Creates one folder at a time, because Node's recursive option never ends if an existing folder refuses new ones, as
 * below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Tests whether the process is the service. Process ids are reused, so after a restart of the machine any program may
 * have this one.
 */
function isServing(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || !isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('start.ts')
  } catch {
    // Only Linux has this folder.
    return true
  }
}
