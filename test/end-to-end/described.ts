/* oxlint-disable vitest/no-standalone-expect -- the tests that call it expect through it */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Credentials } from './client.ts'

export interface DescribedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any part of a response
  readonly body: any
}

/** Calls the service over HTTP and checks every response against the description that the same service serves. */
export class Contract {
  private readonly service: Credentials
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false })
  private paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  > = {}

  constructor(service: Credentials) {
    this.service = service
  }

  async readDescription(): Promise<void> {
    const response = await fetch(`${this.service.base_url}/openapi.json`, {
      headers: { authorization: `Bearer ${this.service.api_key}` },
    })
    const document = (await response.json()) as { readonly paths: Contract['paths'] }
    this.paths = document.paths
    this.ajv.addSchema({ ...document, $id: 'openapi' })
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
    key = this.service.api_key,
  ): Promise<DescribedResponse> {
    const received = await fetch(`${this.service.base_url}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await received.text()
    const response = {
      status: received.status,
      headers: received.headers,
      text,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
    this.check(method, path, response)
    return response
  }

  private check(method: string, path: string, { status, headers, text, body }: DescribedResponse): void {
    const where = `${method} ${path} ${status} ${text.slice(0, 200)}`
    expect([where, headers.get('x-request-id')]).toEqual([where, expect.stringMatching(/^req_[0-9A-Z]{26}$/)])
    if (method === 'HEAD' || status === 204) return
    expect([where, headers.get('content-type')]).toEqual([where, 'application/json'])
    const plain = path.replace(/\?.*$/, '')
    const template = Object.keys(this.paths).find((one) =>
      new RegExp(`^${one.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`).test(plain),
    )
    const operation = template === undefined ? undefined : this.paths[template]?.[method.toLowerCase()]
    const pointer =
      template === undefined || operation === undefined
        ? 'components/schemas/Error'
        : `paths/${encodeURIComponent(template.replaceAll('/', '~1'))}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
    if (operation !== undefined)
      expect([where, Object.keys(operation.responses)]).toEqual([where, expect.arrayContaining([String(status)])])
    const validate = this.ajv.compile({ $ref: `openapi#/${pointer}` })
    expect([where, validate(body) ? [] : validate.errors]).toEqual([where, []])
  }
}
