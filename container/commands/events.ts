import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversion } from '../../clients/javascript/rowmill.ts'
import type { Message } from '../../src/contract/catalog/message.ts'
import { commandMessages } from './catalog/commands.ts'
import type { Terminal } from './command.ts'

/** The retry schedule of the service. The next constant is a shorter one for interactive use. */
export const retrySeconds = [60, 300, 1800, 7200, 21_600]
export const fastRetrySeconds = [1, 2, 4, 8, 16]
const timeoutMs = 10_000

export interface SentEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

const typeOfStatus: Partial<Readonly<Record<Conversion['status'], string>>> = {
  done: 'conversion.done',
  failed: 'conversion.failed',
  canceled: 'conversion.canceled',
}

export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** Returns the event of an ended conversion, as sent to the webhook, or null if the conversion has not ended. */
export function eventOf(conversion: Conversion): SentEvent | null {
  const type = typeOfStatus[conversion.status]
  if (type === undefined) return null
  return event(type, conversion.finished_at ?? new Date().toISOString(), conversion)
}

export function event(type: string, createdAt: string, data: object): SentEvent {
  const id = `evt_${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26)}`
  return { id, type, body: JSON.stringify({ id, type, created_at: createdAt, data }) }
}

export interface Forwarding {
  readonly url: string
  readonly secret: string
  readonly retries: readonly number[]
  readonly signal?: AbortSignal
}

/** Sends an event as the service does, and retries until it is accepted. */
export async function forward(sent: SentEvent, to: Forwarding, terminal: Terminal): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const result = await send(sent, to)
    const pause = to.retries[attempt]
    const again = result.isAccepted || pause === undefined ? '' : `; next attempt in ${pause} s`
    terminal.out(`${new Date().toISOString().slice(11, 19)}  ${sent.type}  ${sent.id} → ${result.text}${again}`)
    if (result.isAccepted || pause === undefined) return result.isAccepted
    await wait(pause * 1000, undefined, to.signal === undefined ? {} : { signal: to.signal })
  }
}

async function send({ id, body }: SentEvent, { url, secret }: Forwarding) {
  const startedMs = performance.now()
  const time = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'service-signature': `t=${time},v1=${mac}`,
    'service-webhook-id': id,
  }
  try {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const
    const response = await fetch(url, init)
    await response.body?.cancel()
    if (response.status >= 300 && response.status < 400)
      return { isAccepted: false, text: say.redirect(response.status) }
    return { isAccepted: response.ok, text: `${response.status} in ${Math.round(performance.now() - startedMs)} ms` }
  } catch (error) {
    return { isAccepted: false, text: reasonOf(error as Error, new URL(url)) }
  }
}

const say = commandMessages.webhook

/** Returns the sentence about a receiver that gave no response. */
function reasonOf(error: Error, { protocol, host, hostname, href }: URL): Message {
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  if (code === 'ECONNREFUSED') return say.refused(host)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return say.noHost(hostname)
  if (protocol === 'https:' && /SSL|EPROTO/.test(code)) return say.notHttps(href.replace('https:', 'http:'))
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return say.notHttp(host)
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') return say.closed(host)
  return code === 'TimeoutError' ? say.silence(timeoutMs / 1000) : say.otherCause(cause.message || cause.name)
}
