import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ContainerHost } from '../laboratory.ts'
import { folderPrefix, ownFolder, podmanEnv, removeDeadLaboratories, removeLaboratory } from './dead-laboratories.ts'
import { DockerSocket } from './docker-socket.ts'
import { PrivateNetwork } from './private-network.ts'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const programs = ['podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'busybox']
const packages = 'podman runc netavark aardvark-dns iptables busybox-static'
const programFolders = ['/usr/bin', '/usr/sbin', '/usr/lib/podman']
const isInstalled = (program: string): boolean => programFolders.some((folder) => existsSync(join(folder, program)))
/** This container keeps the bridge alive, and with it the address at which workerd listens. */
const keeper = 'rowmill-bridge-keeper'

/**
 * Runs podman on this machine, with separate images and containers that are removed at the end. Its engines run the
 * real image.
 */
export class PodmanHost implements ContainerHost {
  readonly sidecarImage = 'localhost/rowmill-sidecar:1'
  readonly dockerCommand = join(here, 'docker.sh')
  readonly socketPath: string
  readonly env: Readonly<Record<string, string>>
  readonly folder = mkdtempSync(folderPrefix)
  private readonly docker: DockerSocket

  constructor() {
    this.socketPath = join(this.folder, 'docker.sock')
    this.docker = new DockerSocket(join(this.folder, 'podman.sock'))
    ownFolder(this.folder)
    this.env = podmanEnv(this.folder)
    const network = new PrivateNetwork(this.id).configure(this.folder)
    writeFileSync(join(this.folder, 'containers.conf'), readFileSync(join(here, 'containers.conf'), 'utf8') + network)
    writeFileSync(
      join(this.folder, 'storage.conf'),
      `[storage]\ndriver = "overlay"\ngraphroot = "${this.folder}/images"\nrunroot = "${this.folder}/run"\n`,
    )
  }

  /** Returns the reason why podman cannot run the image here, or null if it can. */
  static get unavailableReason(): string | null {
    if (process.platform !== 'linux' || process.arch !== 'x64') return 'podman needs Linux on x64'
    const missing = programs.filter((program) => !isInstalled(program))
    if (missing.length > 0) return `${missing.join(', ')} missing, install ${packages}`
    return process.getuid?.() === 0 ? null : 'podman needs root'
  }

  /**
   * Builds the images that cannot be pulled, and starts the API. An error means that this machine does not allow podman
   * to run containers.
   */
  async start(): Promise<void> {
    await removeDeadLaboratories()
    const { base } = this
    await run(join(here, 'base-image.sh'), [root, `docker.io/library/${base}`], {
      env: { ...process.env, ...this.env },
    })
    await this.idle(keeper)
    await this.buildSidecar(base)
    const api = `unix://${join(this.folder, 'podman.sock')}`
    spawn('podman', ['system', 'service', '--time=0', api], {
      env: { ...process.env, ...this.env },
      stdio: 'ignore',
    })
    while (!existsSync(join(this.folder, 'podman.sock'))) await wait(50)
    await this.docker.listen(this.socketPath)
  }

  /** Builds the image in advance, because the build takes longer than the service may take to start. */
  async buildEngine(): Promise<void> {
    const file = join(this.folder, 'Dockerfile')
    writeFileSync(file, this.dockerfile)
    await this.podman('build', '--network=host', '--quiet', '--file', file, root)
  }

  /** Returns the Dockerfile without the digest of its base image, which only a registry can resolve. */
  private get dockerfile(): string {
    return readFileSync(join(root, 'container/Dockerfile'), 'utf8').replaceAll(/@sha256:[0-9a-f]+/g, '')
  }

  async stop(): Promise<void> {
    await this.docker.close()
    await removeLaboratory(this.id)
  }

  private get id(): string {
    return this.folder.slice(folderPrefix.length)
  }

  async podman(...words: string[]): Promise<string> {
    const { stdout } = await run('podman', words, { env: { ...process.env, ...this.env } })
    return stdout.trim()
  }

  /** Publishes a port of this machine with an idle container. */
  publish(port: number): Promise<void> {
    return this.idle(`port-${port}`, '--publish', `127.0.0.1:${port}:8080`)
  }

  /** Returns the names of running engines. */
  async engines(): Promise<readonly string[]> {
    const names = await this.podman('ps', '--format', '{{.Names}}', '--filter', 'name=EngineObject')
    return names.split('\n').filter((name) => name !== '' && !name.endsWith('-proxy'))
  }

  private async idle(name: string, ...options: string[]): Promise<void> {
    await this.podman('run', '--detach', '--replace', '--name', name, ...options, this.base, 'sleep', 'infinity')
  }

  private get base(): string {
    return /^FROM (\S+)/m.exec(this.dockerfile)?.[1] ?? ''
  }

  private async buildSidecar(base: string): Promise<void> {
    const context = join(this.folder, 'sidecar')
    mkdirSync(context)
    copyFileSync(join(here, 'sidecar.ts'), join(context, 'sidecar.ts'))
    writeFileSync(
      join(context, 'Dockerfile'),
      `FROM ${base}\nCOPY sidecar.ts /sidecar.ts\nENTRYPOINT ["node", "/sidecar.ts"]\n`,
    )
    await this.podman('build', '--quiet', '--tag', this.sidecarImage, context)
  }
}
