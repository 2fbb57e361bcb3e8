import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowServer {
  readonly origin: string
  /** The URL of a CSV file of so many rows that takes so long to arrive. */
  readonly fileUrl: (file: SlowFile) => string
  readonly close: () => Promise<void>
}

export interface SlowFile {
  readonly rows: number
  readonly seconds: number
  /** Without a length, the file arrives in chunks. */
  readonly hasLength?: boolean
  /** The connection breaks after this many rows. */
  readonly breaksAfterRows?: number
}

const lineOf = (row: number): string => `${String(row).padStart(9, '0')},name\n`
const header = 'id,name\n'

/** Sends files so slowly that a run lasts as long as a test wants, at no cost. */
export async function startSlowServer(): Promise<SlowServer> {
  const server = createServer((request, response) => {
    const wish = JSON.parse(new URL(request.url ?? '', 'http://x').searchParams.get('file') ?? '{}') as SlowFile
    send(wish, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    fileUrl: (file) => `${origin}/rows.csv?file=${encodeURIComponent(JSON.stringify(file))}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function send(file: SlowFile, response: ServerResponse): Promise<void> {
  const length = header.length + file.rows * lineOf(0).length
  response.writeHead(200, {
    'content-type': 'text/csv',
    ...(file.hasLength === false ? {} : { 'content-length': length }),
  })
  response.write(header)
  const steps = Math.max(1, Math.ceil(file.seconds * 4))
  for (let step = 0, row = 0; step < steps && !response.destroyed; step++) {
    const end = Math.ceil((file.rows * (step + 1)) / steps)
    let text = ''
    for (; row < end; row++) {
      if (row === file.breaksAfterRows) {
        response.write(text)
        await wait(200)
        response.destroy()
        return
      }
      text += lineOf(row)
    }
    response.write(text)
    await wait((file.seconds * 1000) / steps)
  }
  response.end()
}
