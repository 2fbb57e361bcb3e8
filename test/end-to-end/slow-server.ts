import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowServer {
  readonly origin: string
  /** The URL of a CSV file with the given number of rows and duration. */
  readonly fileUrl: (file: SlowFile) => string
  /** Tests whether the server is sending a file. */
  readonly isSending: () => boolean
  /** Sends the rest of all files at once, until it is called with false. */
  readonly hurry: (isInHurry: boolean) => void
  readonly close: () => Promise<void>
}

export interface SlowFile {
  readonly rows: number
  readonly seconds: number
  /** Whether the response has a length. Without one, the file arrives in chunks. */
  readonly hasLength?: boolean
  /** The connection breaks after this many rows. */
  readonly breaksAfterRows?: number
}

const lineOf = (row: number): string => `${String(row).padStart(9, '0')},name\n`
const header = 'id,name\n'
const textOf = ({ rows }: SlowFile): string => header + Array.from({ length: rows }, (_, row) => lineOf(row)).join('')
export const bytesOf = (file: SlowFile): number => textOf(file).length

/** Sends files so slowly that a run lasts as long as a test needs, without using the processor. */
export async function startSlowServer(): Promise<SlowServer> {
  let sending = 0
  let isInHurry = false
  const server = createServer((request, response) => {
    sending++
    response.on('close', () => sending--)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const wish = JSON.parse(new URL(request.url ?? '', 'http://x').searchParams.get('file') ?? '{}') as SlowFile
    send(wish, from, response, () => isInHurry).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    fileUrl: (file) => `${origin}/rows.csv?file=${encodeURIComponent(JSON.stringify(file))}`,
    isSending: () => sending > 0,
    hurry: (isNow) => (isInHurry = isNow),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A file with a length can be requested from any byte, so that a download can resume after a break. */
async function send(file: SlowFile, from: number, response: ServerResponse, isInHurry: () => boolean): Promise<void> {
  const text = textOf(file)
  const range = `bytes ${from}-${text.length - 1}/${text.length}`
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': 'text/csv',
    ...(from > 0 ? { 'content-range': range } : {}),
    ...(file.hasLength === false ? {} : { 'content-length': text.length - from, etag: '"one"' }),
  })
  const end = file.breaksAfterRows === undefined ? text.length : header.length + file.breaksAfterRows * lineOf(0).length
  const stepBytes = Math.ceil(text.length / Math.max(1, file.seconds * 4))
  for (let at = from; at < end && !response.destroyed;) {
    const to = isInHurry() ? end : Math.min(end, at + stepBytes)
    response.write(text.slice(at, to))
    at = to
    await wait(file.seconds === 0 ? 0 : 250)
  }
  if (end < text.length) response.destroy()
  else response.end()
}
