import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Stranger {
  readonly origin: string
  readonly requests: IncomingMessage[]
  close(): Promise<void>
}

/** Returns a third-party web server on loopback that behaves as the test requires. */
export async function stranger(
  respond: (incoming: IncomingMessage, outgoing: ServerResponse, count: number) => void,
): Promise<Stranger> {
  const requests: IncomingMessage[] = []
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming)
    respond(incoming, outgoing, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
