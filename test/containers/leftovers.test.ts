import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderPrefix, removeDeadLaboratories } from '../../lab/containers/podman/dead-laboratories.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { startPodman } from './podman.ts'

// Published ports are rules in the machine's firewall. A rule that stays behind swallows every connection to its port.

const run = promisify(execFile)
const hostModule = fileURLToPath(new URL('../../lab/containers/podman/podman-host.ts', import.meta.url))
const podman = await startPodman(async () => {})

/** Starts a laboratory in its own process, and kills it after it has published a port. */
async function killedLaboratory(): Promise<{ readonly id: string; readonly port: number }> {
  const port = await freePort()
  const program = `
    const { PodmanHost } = await import(${JSON.stringify(hostModule)})
    const host = new PodmanHost()
    await host.start()
    await host.publish(${port})
    console.log(host.folder)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [folder] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { id: folder.slice(folderPrefix.length), port }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
  } catch {
    return ''
  }
}

const firewall = async (): Promise<string> => (await run('iptables-save')).stdout
const processesNaming = (words: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(words))
    .map(Number)

/** Returns everything that a laboratory has left on this machine. */
async function tracesOf(id: string, port: number): Promise<unknown> {
  const folder = `${folderPrefix}${id}`
  const rules = (await firewall()).split('\n')
  return {
    rules: rules.filter((rule) => rule.includes(id) || rule.includes(`--dport ${port} `)),
    bridges: Object.keys(networkInterfaces()).filter((name) => name.endsWith(id)),
    processes: processesNaming(folder),
    mounts: readFileSync('/proc/mounts', 'utf8').includes(folder),
    folder: existsSync(folder),
  }
}
const noTraces = { rules: [], bridges: [], processes: [], mounts: false, folder: false }

describe.skipIf(podman === null)('a laboratory of containers', () => {
  const living = podman as NonNullable<typeof podman>

  test.each([
    ['alone', false],
    ["together with podman's processes", true],
  ])('is removed after it was killed %s, while another one keeps running', async (_, isPodmanKilled) => {
    const livingPort = await freePort()
    await living.publish(livingPort)
    const killed = await killedLaboratory()
    if (isPodmanKilled) for (const pid of processesNaming(folderPrefix + killed.id)) process.kill(pid, 'SIGKILL')
    expect(await firewall()).toContain(`--dport ${killed.port} `)

    await removeDeadLaboratories()
    expect(await tracesOf(killed.id, killed.port)).toEqual(noTraces)
    expect(await firewall()).toContain(`--dport ${livingPort} `)
    expect(await living.podman('ps', '--format', '{{.Names}}')).toContain(`port-${livingPort}`)
  })

  test('leaves nothing when it stops', async () => {
    const livingPort = await freePort()
    await living.publish(livingPort)
    await living.stop()
    expect(await tracesOf(living.folder.slice(folderPrefix.length), livingPort)).toEqual(noTraces)
  })
})
