import * as z from 'zod'
import { unframed } from './framed-body.ts'
import { type FetchHop, HopRefused } from './hop.ts'
import type { RunApi } from './run-api.ts'

/** Fetches through the Worker, for an engine without a network. The Worker checks each address. */
export function workerFetch(api: RunApi): FetchHop {
  return async (url, headers, signal) => {
    // A body that is being read cannot be canceled, but its request can.
    const discarding = new AbortController()
    const response = await api.fetchThrough(url, headers, AbortSignal.any([signal, discarding.signal]))
    const status = response.headers.get('x-download-status')
    if (status === null || response.body === null) {
      const message = reasonOf(response.status, await response.text())
      throw response.status === 422 ? new HopRefused(message) : new Error(message)
    }
    return {
      status: Number(status),
      header: (name) => response.headers.get(`x-download-${name}`),
      body: response.headers.get('x-download-framed') === null ? response.body : unframed(response.body),
      discard: () => discarding.abort(),
    }
  }
}

const refusal = z.object({ error: z.string() })

function reasonOf(status: number, text: string): string {
  try {
    return refusal.parse(JSON.parse(text)).error
  } catch {
    return `${status}: ${text.slice(0, 500)}`
  }
}
