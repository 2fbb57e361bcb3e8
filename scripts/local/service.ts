import { randomBytes } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Child } from './child.ts'
import { Egress } from './egress.ts'
import { migrateDirectory } from './migrations.ts'
import type { StartOptions } from './options.ts'
import { freePort } from './ports.ts'
import type { DemoAccount, ServiceFile, StateFolder } from './state-folder.ts'
import { WorkerConfig } from './worker-config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const engineRestartMs = 500
/**
 * A dying engine restarts repeatedly, and a full disk refuses every write. Each such message appears at most once in
 * this time.
 */
const repeatedMessageMs = 60_000
const readyTimeoutMs = 120_000
/** The message of workerd if the disk is full. Its client gets no response and waits. */
const fullDisk = 'No space left on device'

/** Processes of the service find their modules compiled from the second start on. */
export const compiled = { NODE_COMPILE_CACHE: `${root}.rowmill/compile-cache` }

/** These variables turn off logins, the network, telemetry and questions. */
const offline = {
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  // Wrangler's explorer would show storage, databases and password hashes to anyone with access to this port.
  X_LOCAL_EXPLORER: 'false',
  CI: '1',
}

/** Local queues lose their messages when the Worker stops, so lost messages are sent again soon. */
const forgetful = { LOST_MESSAGE_SECONDS: '3' }

/**
 * The environment with which `wrangler dev` uses a Docker API, so that engines run in containers instead of the Node
 * process.
 */
export type ContainerPlatform = Readonly<Record<string, string>>

/**
 * The Worker under `wrangler dev`, and the engine as a Node process, or in containers if a platform for them is given.
 */
export class Service {
  private readonly options: StartOptions
  private readonly state: StateFolder
  private readonly log: WriteStream
  private readonly fail: (sentence: string) => void
  private readonly containers: ContainerPlatform | null
  private readonly config: WorkerConfig
  /** A secret that protects the engine's port, which every process of this machine can reach. */
  private readonly engineToken = randomBytes(24).toString('base64url')
  private engine: Child | null = null
  private readonly reportedMs = new Map<string, number>()
  private worker: Child | null = null
  private egress: Egress | null = null
  private stopped = false

  constructor(
    options: StartOptions,
    state: StateFolder,
    fail: (sentence: string) => void,
    containers: ContainerPlatform | null = null,
  ) {
    this.containers = containers
    this.options = options
    this.state = state
    this.log = createWriteStream(state.logFile, { flags: 'a' })
    this.log.on('error', (error) => fail(`Cannot write ${state.logFile}: ${error.message}`))
    this.fail = fail
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = state.secrets()
    this.config = new WorkerConfig({
      stateFolder: state.path,
      s3: { accessKeyId, secretAccessKey },
      containers: containers !== null,
    })
  }

  private get origin(): string {
    return `http://127.0.0.1:${this.options.port}`
  }

  async start(): Promise<ServiceFile> {
    const enginePort = await freePort()
    const [egress] = await Promise.all([Egress.start(), migrateDirectory(this.state.platformData)])
    this.egress = egress
    this.writeWorkerEnv(enginePort, egress)
    this.config.write()
    if (this.containers === null) this.startEngine(enginePort)
    this.startWorker()
    const { OPERATOR_TOKEN } = this.state.secrets()
    await this.untilReady(OPERATOR_TOKEN)
    const account = this.state.demoAccount ?? (await this.createDemoAccount(OPERATOR_TOKEN))
    return {
      base_url: `${this.origin}/v1`,
      api_key: account.api_key,
      account_id: account.account_id,
      settings_url: `${this.origin}/settings`,
      email: account.email,
      password: account.password,
      operator_token: OPERATOR_TOKEN,
    }
  }

  /** Stops the engine first, because it returns its runs to the service. */
  async stop(): Promise<void> {
    this.stopped = true
    await this.engine?.stop()
    await this.worker?.stop()
    this.egress?.stop()
    this.config.remove()
    this.log.end()
  }

  /** Kills the processes without a stop signal, as a failure of the machine would. */
  async kill(): Promise<void> {
    this.stopped = true
    await Promise.all([this.engine?.kill(), this.worker?.kill()])
    this.egress?.stop()
    this.config.remove()
    this.log.end()
  }

  private writeWorkerEnv(enginePort: number, egress: Egress): void {
    this.state.writeEnvFile({
      ...this.state.secrets(),
      PUBLIC_ORIGIN: this.origin,
      S3_ENDPOINT: `${this.origin}/cdn-cgi/local/r2/s3`,
      S3_BUCKET: 'rowmill-files',
      LOCAL_ENGINE_URL: `http://127.0.0.1:${enginePort}`,
      LOCAL_ENGINE_TOKEN: this.engineToken,
      LOCAL_EGRESS_URL: egress.url,
      LOCAL_EGRESS_TOKEN: egress.token,
    })
  }

  /**
   * Starts the engine. A hostile file or a kill may end it. Its runs return when their leases end, and this restarts
   * the process.
   */
  private startEngine(port: number): void {
    this.engine = new Child({
      args: [`${root}/container/server.ts`],
      env: { ...process.env, ...compiled, PORT: String(port), ENGINE_TOKEN: this.engineToken },
      log: this.log,
      onDeath: () => {
        this.printOnce(`The engine stopped unexpectedly and is started again. Its output is in ${this.state.logFile}`)
        setTimeout(() => {
          if (!this.stopped) this.startEngine(port)
        }, engineRestartMs)
      },
    })
  }

  private printOnce(message: string): void {
    if (performance.now() - (this.reportedMs.get(message) ?? -Infinity) < repeatedMessageMs) return
    this.reportedMs.set(message, performance.now())
    console.error(message)
  }

  private startWorker(): void {
    const vars = Object.entries({ ...forgetful, ...this.options.vars }).flatMap(([name, value]) => [
      '--var',
      `${name}:${value}`,
    ])
    this.worker = new Child({
      args: [
        `${root}/node_modules/wrangler/bin/wrangler.js`,
        ...['dev', '--config', this.config.file],
        ...['--ip', '127.0.0.1', '--port', String(this.options.port)],
        ...['--inspector-port', '0', '--persist-to', this.state.platformData],
        ...['--env-file', this.state.envFile, '--show-interactive-dev-session=false', ...vars],
      ],
      env: { ...process.env, ...compiled, ...offline, ...this.containers },
      log: this.log,
      onWords: (words) => {
        if (!words.includes(fullDisk)) return
        const advice = 'Conversions continue once there is free space. Send an upload that hangs again.'
        this.printOnce(`The disk of ${this.state.path} is full. ${advice}`)
      },
      onDeath: (code) =>
        this.fail(`The Worker stopped unexpectedly (code ${code}). Its output is in ${this.state.logFile}`),
    })
  }

  private async untilReady(operatorToken: string): Promise<void> {
    for (const started = Date.now(); Date.now() - started < readyTimeoutMs && !this.stopped; await wait(100)) {
      const response = await fetch(`${this.origin}/ops/health`, {
        headers: { authorization: `Bearer ${operatorToken}` },
        signal: AbortSignal.timeout(5000),
      }).catch(() => null)
      await response?.body?.cancel()
      if (response?.ok) return
    }
    throw new Error(`The service was not ready after ${readyTimeoutMs / 1000} s. See ${this.state.logFile}`)
  }

  private async createDemoAccount(operatorToken: string): Promise<DemoAccount> {
    const response = await fetch(`${this.origin}/ops/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@rowmill.local', plan: 'pro' }),
    })
    if (!response.ok)
      throw new Error(`Creating the demo account failed with status ${response.status}: ${await response.text()}`)
    const account = (await response.json()) as DemoAccount
    this.state.keepDemoAccount(account)
    return account
  }
}
