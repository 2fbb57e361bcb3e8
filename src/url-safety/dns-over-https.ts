import * as z from 'zod'
import { whole } from '../contract/shapes.ts'
import type { Resolve } from './check-public-url.ts'

const dnsResponse = z.object({
  Status: whole,
  Answer: z.array(z.object({ type: whole, data: z.string() })).default([]),
})

/** The part of a `Response` that is used, so that any runtime's fetch fits. */
interface DnsResponse {
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}

const recordTypes = [
  { name: 'A', number: 1 },
  { name: 'AAAA', number: 28 },
] as const
const nameNotFound = 3

export interface DnsOverHttpsOptions {
  readonly fetch: (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<DnsResponse>
  readonly deadlineMs?: number
  readonly endpoint?: string
}

/** Looks up names over HTTPS, for a runtime without a resolver. It returns the addresses of both families or throws. */
export function dnsOverHttps({
  fetch,
  deadlineMs = 3000,
  endpoint = 'https://cloudflare-dns.com/dns-query',
}: DnsOverHttpsOptions): Resolve {
  return async (host) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const answers = await Promise.all(
      recordTypes.map(async ({ name, number }) => {
        const url = `${endpoint}?name=${encodeURIComponent(host)}&type=${name}`
        const response = await fetch(url, { headers: { accept: 'application/dns-json' }, signal })
        if (!response.ok) throw new Error(`The resolver answered ${response.status}`)
        const { Status: status, Answer: records } = dnsResponse.parse(await response.json())
        if (status !== 0 && status !== nameNotFound) throw new Error(`The resolver failed with code ${status}`)
        return records.filter((record) => record.type === number).map((record) => record.data)
      }),
    )
    return answers.flat()
  }
}
