import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryFolder } from '../memory-folder.ts'

/** The owner of a server's files. Database servers refuse to run as root, so root switches to the package's user. */
export interface Owner {
  readonly uid?: number
  readonly gid?: number
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly bytes: Uint8Array
  readonly stderr: string
}

export function ownerNamed(user: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error(`no user ${user} to step down to`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** The name is short, because the path of a Unix socket is limited to 107 characters. */
export function temporaryFolder(name: string, { uid, gid }: Owner): string {
  const folder = mkdtempSync(join(memoryFolder(), `rm-${name}-`))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

export const clientOptions = () => ({ cwd: '/', env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' } })

export function run(
  command: string,
  args: readonly string[],
  input: string | Uint8Array = '',
  owner: Owner = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...owner, ...clientOptions(), timeout: 120_000 })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        code,
        stdout: Buffer.concat(out).toString(),
        bytes: Buffer.concat(out),
        stderr: Buffer.concat(err).toString(),
      }),
    )
    child.stdin.end(input)
  })
}

export async function runOrThrow(
  command: string,
  args: readonly string[],
  input = '',
  owner: Owner = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, input, owner)
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr.slice(0, 2000)}${stdout.slice(0, 500)}`)
  return stdout
}

export interface Server {
  readonly stop: () => Promise<void>
}

/** Starts a server and waits until `isReady` returns true. Stopping it ends its process and removes its folder. */
export async function startServer(
  command: string,
  args: readonly string[],
  folder: string,
  owner: Owner,
  isReady: () => Promise<boolean>,
): Promise<Server> {
  const child = spawn(command, args, { ...owner, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
    child.on('error', () => resolve())
  })
  const stop = async (): Promise<void> => {
    // The data is removed, so nobody needs a clean shutdown. SIGQUIT lets PostgreSQL end its other processes at once.
    child.kill(command.endsWith('/postgres') ? 'SIGQUIT' : 'SIGKILL')
    await Promise.race([ended, sleep(20_000)])
    if (isRunning(child)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 200 && isRunning(child); tries++) {
    if (await isReady()) return { stop }
    await sleep(100)
  }
  await stop()
  throw new Error(`${command} did not become ready`)
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null
