import { setTimeout as wait } from 'node:timers/promises'
import type { Conversion } from '../../src/contract/conversion.ts'
import type { SpecInput } from '../../src/contract/spec.ts'
import { hangMs } from './hang.ts'

export interface Credentials {
  readonly base_url: string
  readonly api_key: string
}

/** A small client that is written from the specification alone, without knowledge of the implementation. */
export class Client {
  private readonly service: Credentials

  constructor(service: Credentials) {
    this.service = service
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.service.base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.service.api_key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async open(name: string, bytes: number, spec: SpecInput): Promise<Conversion> {
    return dataOf(await this.call('POST', '/conversions', { name, bytes, spec }), 201)
  }

  async openUrl(url: string, spec: SpecInput): Promise<Conversion> {
    return dataOf(await this.call('POST', '/conversions', { url, spec }), 202)
  }

  async upload(conversion: Conversion, body: NonNullable<RequestInit['body']>): Promise<void> {
    if (conversion.upload === null) throw new Error('the conversion has no upload address')
    const init = { method: 'PUT', headers: conversion.upload.headers, body, duplex: 'half' }
    const response = await fetch(conversion.upload.url, init as RequestInit)
    if (!response.ok) throw new Error(`upload returned ${response.status}: ${await response.text()}`)
  }

  async start(id: string): Promise<Conversion> {
    return dataOf(await this.call('POST', `/conversions/${id}/start`), 202)
  }

  async read(id: string): Promise<Conversion> {
    return dataOf(await this.call('GET', `/conversions/${id}`), 200)
  }

  /** Polls until the conversion has ended. */
  async untilEnded(id: string, timeoutMs = hangMs): Promise<Conversion> {
    for (const started = Date.now(); ; await wait(100)) {
      const conversion = await this.read(id)
      if (['done', 'failed', 'canceled'].includes(conversion.status)) return conversion
      if (Date.now() - started > timeoutMs) throw new Error(`still ${conversion.status} after ${timeoutMs} ms`)
    }
  }

  async download(conversion: Conversion): Promise<Uint8Array> {
    if (conversion.output === null) throw new Error(`no output: ${JSON.stringify(conversion.error)}`)
    const response = await fetch(conversion.output.url)
    if (!response.ok) throw new Error(`download returned ${response.status}: ${await response.text()}`)
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Opens, uploads, starts and waits. */
  async convert(name: string, bytes: Uint8Array<ArrayBuffer>, spec: SpecInput): Promise<Conversion> {
    const opened = await this.open(name, bytes.length, spec)
    await this.upload(opened, bytes)
    await this.start(opened.id)
    return this.untilEnded(opened.id)
  }
}

async function dataOf(response: Response, status: number): Promise<Conversion> {
  const text = await response.text()
  if (response.status !== status) throw new Error(`returned ${response.status} instead of ${status}: ${text}`)
  return (JSON.parse(text) as { data: Conversion }).data
}
