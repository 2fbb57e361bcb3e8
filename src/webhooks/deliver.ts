import type { Message } from '../contract/catalog/message.ts'
import { deliveryErrors } from '../contract/catalog/run-failures.ts'
import type { AttemptResult, DeliveryOrder } from '../contract/delivery.ts'
import type { UrlVerdict } from '../url-safety/check-public-url.ts'
import type { OutgoingFetch } from '../url-safety/outgoing-fetch.ts'
import { userAgent } from '../url-safety/outgoing.ts'
import { signCall } from './signature.ts'

export interface Sending {
  readonly timeoutMs: number
  /** Decides whether this URL may be called now. */
  readonly check: (url: string) => Promise<UrlVerdict>
  readonly fetch: OutgoingFetch
}

const responseBytesKept = 1024
const responseTimeoutMs = 1000

/** Makes one attempt: signs, sends, and reads the status. Every error is a result and is never thrown. */
export async function deliver(order: DeliveryOrder, sending: Sending): Promise<AttemptResult> {
  const startedMs = Date.now()
  const end = (result: Pick<AttemptResult, 'delivered' | 'status' | 'error' | 'response'>): AttemptResult => ({
    ...result,
    startedMs,
    tookMs: Date.now() - startedMs,
  })
  const noResponse = (message: Message): AttemptResult =>
    end({ delivered: false, status: null, error: message, response: '' })
  const verdict = await sending.check(order.url)
  if (!verdict.ok) return noResponse(verdict.message)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), sending.timeoutMs)
  try {
    const response = await sending.fetch(verdict, {
      method: 'POST',
      redirect: 'manual',
      signal: limit.signal,
      body: order.payload,
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'service-signature': await signCall(order.secret, order.payload, Math.floor(Date.now() / 1000)),
        'service-webhook-id': order.eventId,
      },
    })
    clearTimeout(timer)
    const beginning = await beginningOf(response)
    const error = response.ok ? null : deliveryErrors.status(response.status)
    return end({ delivered: response.ok, status: response.status, error, response: beginning })
  } catch (error) {
    if (limit.signal.aborted) return noResponse(deliveryErrors.silence(sending.timeoutMs / 1000))
    return noResponse(deliveryErrors.connection(reasonOf(error)))
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the reason as our own message. The platform does not report some, such as an untrusted certificate. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.startsWith('internal error')) return deliveryErrors.certificate
  return message.startsWith('Network connection lost') ? deliveryErrors.closed : message
}

/** Reads the first bytes of a response, which may be endless or never arrive. Its status is already decided. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), responseTimeoutMs)
  const kept = new Uint8Array(responseBytesKept)
  let length = 0
  try {
    while (length < kept.length) {
      const { done, value } = await reader.read()
      if (done) break
      const part = (value as Uint8Array).subarray(0, kept.length - length)
      kept.set(part, length)
      length += part.length
    }
  } catch {
    // A connection that breaks after the status line changes nothing.
  } finally {
    clearTimeout(timer)
    void reader.cancel().catch(() => {})
  }
  return new TextDecoder().decode(kept.subarray(0, length))
}
