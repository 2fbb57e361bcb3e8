import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { portErrorOf } from '../../scripts/local/ports.ts'
import type { ServiceFile } from '../../scripts/local/state-folder.ts'
import { hangMs } from './hang.ts'

export interface StartedService extends ServiceFile {
  readonly stateFolder: string
  readonly process: ChildProcess
  /** Sends SIGTERM and waits until the process has ended. */
  readonly stop: () => Promise<number | null>
}

export interface ServiceOptions {
  readonly vars?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** The folder of an earlier service. By default the service gets a new folder, which is removed at the end. */
  readonly stateFolder?: string
  readonly port?: number
}

/**
 * Returns a port below the range for outgoing connections. The service can use it again after a restart, whatever other
 * tests have opened meanwhile.
 */
export const ownPort = (): Promise<number> => portBetween(20_000, 32_000)

/** Returns a free port in a range that excludes its end. */
export async function portBetween(start: number, end: number): Promise<number> {
  const port = start + Math.floor(Math.random() * (end - start))
  return (await portErrorOf(port)) === null ? port : portBetween(start, end)
}

/** Starts the service with the script of `npm start`, and waits for its announcement. */
export async function startService(options: ServiceOptions = {}): Promise<StartedService> {
  const stateFolder = options.stateFolder ?? mkdtempSync(join(tmpdir(), 'rowmill-service-'))
  // A killed service leaves this file, which must not be mistaken for that of the new one.
  const file = join(stateFolder, 'service.json')
  rmSync(file, { force: true })
  const port = options.port ?? (await ownPort())
  const vars = Object.entries(options.vars ?? {}).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/start.ts', ...vars], {
    env: { ...process.env, ...options.env, PORT: String(port), ROWMILL_STATE: stateFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for (const started = Date.now(); !existsSync(file); await wait(50)) {
    if (child.exitCode !== null || Date.now() - started > hangMs) {
      child.kill('SIGTERM')
      const log = join(stateFolder, 'service.log')
      throw new Error(
        `The service did not start: ${printed}\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-4000) : ''}`,
      )
    }
  }
  const announced = JSON.parse(readFileSync(file, 'utf8')) as ServiceFile
  return {
    ...announced,
    stateFolder,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (options.stateFolder === undefined) rmSync(stateFolder, { recursive: true, force: true })
      return code
    },
  }
}
