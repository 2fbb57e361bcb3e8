import { once } from 'node:events'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { forward } from '../../../container/commands/events.ts'
import type { Terminal } from '../../../container/commands/command.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function portOf(server: Server): Promise<number> {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Returns what the terminal shows about an attempt to send an event to a URL. */
async function resultOf(url: string): Promise<string> {
  let line = ''
  const terminal = { out: (text: string) => void (line = text) } as unknown as Terminal
  await forward({ id: 'evt_1', type: 'ping', body: '{}' }, { url, secret: 'whsec_a', retries: [] }, terminal)
  return line.replace(/^.*→ /, '')
}

test('the terminal says why a receiver did not accept an event', async () => {
  const speech = await portOf(createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
  const silence = await portOf(createServer((socket) => socket.destroy()))
  const web = await portOf(createWebServer((_, response) => response.writeHead(301, { location: '/b' }).end()))
  const free = createServer()
  const nothing = await portOf(free)
  await new Promise((closed) => free.close(closed))
  expect(await resultOf(`http://127.0.0.1:${nothing}/`)).toBe(
    `nothing listens on 127.0.0.1:${nothing}. Start your receiver there`,
  )
  expect(await resultOf('http://nowhere.invalid/')).toBe('there is no host nowhere.invalid')
  expect(await resultOf(`http://127.0.0.1:${speech}/`)).toBe(`the program on 127.0.0.1:${speech} does not speak HTTP`)
  expect(await resultOf(`http://127.0.0.1:${silence}/`)).toBe(
    `the program on 127.0.0.1:${silence} closed the connection without a response`,
  )
  expect(await resultOf(`https://127.0.0.1:${web}/a`)).toBe(
    `the receiver does not speak HTTPS. Did you mean http://127.0.0.1:${web}/a?`,
  )
  expect(await resultOf(`http://127.0.0.1:${web}/`)).toBe('301, and redirects are not followed')
})
