import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

const sidecarRemoval = /^\/containers\/([^/?]+)-proxy\?/

/**
 * Hides two differences between podman's API and Docker's. Podman refuses to remove a container whose network another
 * one uses, so the engine is removed before its sidecar. For a name in use, podman responds with 500, and Docker with
 * 409.
 */
export class DockerSocket {
  private readonly podmanSocket: string
  private readonly server = createServer((request, response) => void this.pass(request, response))

  constructor(podmanSocket: string) {
    this.podmanSocket = podmanSocket
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve) => this.server.listen(path, resolve))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const engine = method === 'DELETE' ? sidecarRemoval.exec(path)?.[1] : undefined
    if (engine !== undefined) await this.remove(engine)
    const onward = httpRequest({ socketPath: this.podmanSocket, method, path, headers })
    onward.on('response', (received) => {
      if (path.startsWith('/containers/create') && received.statusCode === 500) void passCreation(received, response)
      else {
        response.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(response)
      }
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  private remove(container: string): Promise<void> {
    const path = `/containers/${container}?force=true`
    const options = { socketPath: this.podmanSocket, method: 'DELETE', path, headers: { host: 'docker' } }
    return new Promise((resolve) => {
      const removal = httpRequest(options, (received) => received.resume().on('end', resolve))
      removal.on('error', () => resolve()).end()
    })
  }
}

async function passCreation(received: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const chunk of received.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  const status = text.includes('already in use') ? 409 : 500
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
