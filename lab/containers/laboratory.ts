import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/local/ports.ts'
import { Service } from '../../scripts/local/service.ts'
import { type ServiceFile, StateFolder } from '../../scripts/local/state-folder.ts'

/** A host that implements Docker's API. */
export interface ContainerHost {
  readonly socketPath: string
  /** The command that wrangler runs as `docker`. */
  readonly dockerCommand: string
  readonly sidecarImage: string
  readonly env: Readonly<Record<string, string>>
}

/** The whole service under `wrangler dev` with containers enabled, using a state folder that survives restarts. */
export class Laboratory {
  readonly folder = mkdtempSync(join(tmpdir(), 'rowmill-containers-'))
  private readonly host: ContainerHost
  private vars: Readonly<Record<string, string>>
  private port = 0
  private service: Service | null = null

  constructor(host: ContainerHost, vars: Readonly<Record<string, string>>) {
    this.host = host
    this.vars = vars
  }

  async start(): Promise<ServiceFile> {
    this.port ||= await freePort()
    const options = { port: this.port, stateFolder: this.folder, vars: this.vars }
    const fail = (sentence: string): void => console.error(sentence)
    this.service = new Service(options, new StateFolder(this.folder), fail, {
      WRANGLER_DOCKER_BIN: this.host.dockerCommand,
      DOCKER_HOST: `unix://${this.host.socketPath}`,
      MINIFLARE_CONTAINER_EGRESS_IMAGE: this.host.sidecarImage,
      ...this.host.env,
    })
    return this.service.start()
  }

  /** Stops and starts the Worker and its objects with some changed settings, while containers keep running. */
  async restart(changed: Readonly<Record<string, string>>): Promise<void> {
    await this.service?.kill()
    this.vars = { ...this.vars, ...changed }
    await this.start()
  }

  async stop(): Promise<void> {
    await this.service?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get log(): string {
    return readFileSync(join(this.folder, 'service.log'), 'utf8')
  }
}
