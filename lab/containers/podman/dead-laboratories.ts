import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { networkIdsInUse, PrivateNetwork } from './private-network.ts'

const run = promisify(execFile)
export const folderPrefix = join(tmpdir(), 'rowmill-podman-')
const ownerFile = 'owner.json'
const endWithinMs = 5000

interface Owner {
  readonly pid: number
  /** The clock tick at which the process started, because process ids are reused. */
  readonly startedAt: string
}

export function ownFolder(folder: string): void {
  const owner: Owner = { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
  // Another laboratory may read the file at any time, and must find either no owner or a complete one.
  writeFileSync(join(folder, `${ownerFile}.new`), JSON.stringify(owner))
  renameSync(join(folder, `${ownerFile}.new`), join(folder, ownerFile))
}

/** Removes the remains of killed laboratories on this machine, and nothing else. */
export async function removeDeadLaboratories(): Promise<void> {
  const folders = readdirSync(tmpdir()).map((name) => join(tmpdir(), name))
  const ids = new Set(await networkIdsInUse())
  for (const folder of folders) if (folder.startsWith(folderPrefix)) ids.add(folder.slice(folderPrefix.length))
  for (const id of ids) if (isDead(`${folderPrefix}${id}`)) await removeLaboratory(id)
}

/** Removes the containers, processes, mounts, firewall rules and files of one laboratory. */
export async function removeLaboratory(id: string): Promise<void> {
  const folder = `${folderPrefix}${id}`
  await removeContainers(folder)
  await endProcesses(folder)
  await unmount(folder)
  await new PrivateNetwork(id).remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the environment variables with which podman uses the images, containers and network of one laboratory. */
export const podmanEnv = (folder: string): Readonly<Record<string, string>> => ({
  CONTAINERS_CONF: join(folder, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
})

/** Tests for a dead laboratory. A folder without an owner may belong to one that is about to start. */
function isDead(folder: string): boolean {
  if (!existsSync(folder)) return true
  const file = join(folder, ownerFile)
  if (!existsSync(file)) return false
  const { pid, startedAt } = JSON.parse(readFileSync(file, 'utf8')) as Owner
  return startOf(pid) !== startedAt
}

/**
 * Returns field 22 of a process's status, or null if the process does not exist. The name before it may contain spaces.
 */
function startOf(pid: number): string | null {
  const status = textOf(`/proc/${pid}/stat`)
  return status?.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

/**
 * Removes the containers. Engines are removed before the sidecars that own their networks. Later steps end the rest.
 */
async function removeContainers(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'storage.conf'))) return
  const env = { ...process.env, ...podmanEnv(folder) }
  const podman = (...words: string[]): Promise<string> =>
    run('podman', words, { env }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const names = (await podman('ps', '--all', '--format', '{{.Names}}')).split('\n').filter((name) => name !== '')
  const isSidecar = (name: string): boolean => name.endsWith('-proxy')
  for (const some of [names.filter((name) => !isSidecar(name)), names.filter(isSidecar)]) {
    if (some.length > 0) await podman('rm', '--force', '--time', '0', ...some)
  }
}

/** Ends podman's own processes, which have the folder in their command line. */
async function endProcesses(folder: string): Promise<void> {
  const processes = (): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => textOf(`/proc/${pid}/cmdline`)?.includes(folder) === true)
      .map(Number)
  for (const pid of processes()) signal(pid, 'SIGTERM')
  for (const until = Date.now() + endWithinMs; processes().length > 0 && Date.now() < until;) await wait(50)
  for (const pid of processes()) signal(pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

/** Unmounts the image folder, because podman leaves it mounted on itself. */
async function unmount(folder: string): Promise<void> {
  const points = (textOf('/proc/mounts') ?? '')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`))
  if (points.length > 0) await run('umount', ['--lazy', ...points.toReversed()])
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
