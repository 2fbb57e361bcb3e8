import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Container, EngineProcess, type ContainerWish } from './emulated-container.ts'
import { EmulatedSidecar } from './emulated-sidecar.ts'

const sidecarSuffix = '-proxy'

/**
 * Implements the part of Docker's API that workerd uses, with Node processes of the engine as containers. It needs
 * neither Docker nor root. A test can choose the program of the next container: the real engine, or one that
 * misbehaves. As in Docker, the response to a request that kills a container follows the end of the container.
 */
export class DockerEmulator {
  /** The program of containers created from now on. */
  program: string
  /** The started engines in order, including those that have ended. */
  readonly engines: EngineProcess[] = []
  private readonly containers = new Map<string, Container>()
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch((error: unknown) => respond(response, 500, { message: String(error) }))
  })

  constructor(program: string) {
    this.program = program
  }

  async listen(socketPath: string): Promise<void> {
    rmSync(socketPath, { force: true })
    await new Promise<void>((resolve) => this.server.listen(socketPath, resolve))
  }

  async close(): Promise<void> {
    for (const container of this.containers.values()) container.remove()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Waits until more engines have started than before, and returns the last one. */
  async nextEngine(countBefore: number, withinMs = 30_000): Promise<EngineProcess> {
    for (const started = Date.now(); Date.now() - started < withinMs; await wait(50)) {
      const engine = this.engines[countBefore]
      if (engine !== undefined) return engine
    }
    throw new Error(`No engine was started within ${withinMs} ms`)
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://docker')
    const body = await textOf(request)
    if (url.pathname === '/volumes') return respond(response, 200, { Volumes: [], Warnings: [] })
    if (url.pathname === '/networks/bridge') return respond(response, 200, bridge)
    if (url.pathname === '/containers/create') return this.create(url.searchParams.get('name') ?? '', body, response)
    const [, name = '', verb = ''] = /^\/containers\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? []
    const container = this.containers.get(name)
    if (container === undefined) return respond(response, 404, { message: 'no such container' })
    if (request.method === 'DELETE') {
      this.containers.delete(name)
      container.remove()
      await container.ended
      return respond(response, 204)
    }
    return this.act(container, verb, url.searchParams, response)
  }

  private create(name: string, body: string, response: ServerResponse): void {
    if (this.containers.has(name)) return respond(response, 409, { message: 'The name is in use' })
    const wish = JSON.parse(body) as ContainerWish
    this.containers.set(name, this.newContainer(name, wish))
    return respond(response, 201, { Id: name, Warnings: [] })
  }

  private newContainer(name: string, wish: ContainerWish): Container {
    if (name.endsWith(sidecarSuffix)) {
      const owner = name.slice(0, -sidecarSuffix.length)
      const engineOf = (): EngineProcess | null => {
        const container = this.containers.get(owner)
        return container instanceof EngineProcess ? container : null
      }
      return new EmulatedSidecar(wish, engineOf)
    }
    const engine = new EngineProcess(wish, this.program)
    this.engines.push(engine)
    return engine
  }

  private async act(
    container: Container,
    verb: string,
    query: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    switch (verb) {
      case 'json':
        return respond(response, 200, stateOf(container))
      case 'start':
        if (container.status === 'running') return respond(response, 304)
        await container.start()
        return respond(response, 204)
      case 'wait':
        await container.ended
        return respond(response, 200, { StatusCode: container.exitCode ?? 0 })
      case 'kill': {
        if (container.status !== 'running') return respond(response, 409, { message: 'not running' })
        const signal = query.get('signal') ?? 'SIGKILL'
        container.signal(signal)
        if (signal === 'SIGKILL') await container.ended
        return respond(response, 204)
      }
      default:
        return respond(response, 404, { message: `unknown verb ${verb}` })
    }
  }
}

const bridge = {
  Name: 'bridge',
  Id: 'bridge',
  IPAM: { Driver: 'default', Config: [{ Subnet: '127.0.0.0/8', Gateway: '127.0.0.1' }] },
}

const stateOf = (container: Container): object => ({
  Id: 'emulated',
  State: { Status: container.status, ExitCode: container.exitCode ?? 0 },
  Config: { Image: container.wish.Image },
  NetworkSettings: {
    Ports:
      container.publishedPort === null
        ? {}
        : { '39001/tcp': [{ HostIp: '0.0.0.0', HostPort: String(container.publishedPort) }] },
  },
})

function respond(response: ServerResponse, status: number, value?: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(value === undefined ? '' : JSON.stringify(value))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  return text
}
