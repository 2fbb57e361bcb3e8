import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { codeTables } from '../../../src/contract/codes.ts'
import { openApiDocument } from '../../../src/api/description/document.ts'
import { newCaller, send } from './support.ts'
import { troublesOf } from './described.ts'

const worker = (exports as unknown as { default: Fetcher }).default
const read = (path: string): Promise<Response> => worker.fetch(`https://api.example${path}`)

describe('the reference page', () => {
  test('loads nothing from other hosts, and its policy forbids it', async () => {
    const response = await read('/docs/api')
    const page = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const loaded = [...page.matchAll(/<(?:script|link|img)\b[^>]*(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    )
    expect(loaded.length).toBeGreaterThan(3)
    for (const url of loaded) expect(url).toMatch(/^(?:\/(?!\/)|https:\/\/api\.example\/)/)
    expect(page).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|javascript:/i)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('describes every operation, event, code and object', async () => {
    const [page, codes] = await Promise.all(['/docs/api', '/docs/codes'].map(async (path) => (await read(path)).text()))
    const { paths, webhooks, components } = openApiDocument('https://api.example') as {
      paths: Record<string, Record<string, { operationId?: string }>>
      webhooks: object
      components: { schemas: object }
    }
    const operations = Object.values(paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
    for (const id of operations.filter((one) => one !== undefined)) expect(page).toContain(`<section id="${id}"`)
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`)
    for (const type of Object.keys(webhooks)) expect(page).toContain(`<code>${type}</code>`)
    for (const code of Object.values(codeTables).flatMap((table) => Object.keys(table)))
      expect(codes).toContain(`<div id="${code}">`)
    for (const name of Object.keys(components.schemas)) expect(page).toContain(`<section id="schema-${name}"`)
    expect(page).toContain('<code>output.dialect</code>')
  })

  test.each(['/docs', '/docs/api', '/docs/codes', '/docs/guide'])('has no duplicate ids on %s', async (path) => {
    const page = await (await read(path)).text()
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

describe('the description', () => {
  test('is available to every key', async () => {
    const caller = await newCaller()
    const response = await caller.call('GET', '/v1/openapi.json')
    expect([response.status, response.body.openapi]).toEqual([200, '3.1.0'])
    expect(response.body.servers).toEqual([{ url: 'https://api.example/v1' }])
    expect((await send(null, 'GET', '/v1/openapi.json')).status).toBe(401)
  })

  test('has examples that match its schemas', () => {
    const checked: string[] = []
    const walk = (at: unknown): void => {
      if (typeof at !== 'object' || at === null) return
      const media = at as { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> }
      if (media.schema !== undefined && !Array.isArray(media.examples)) {
        const values = Object.values(media.examples ?? {}).map(({ value }) => value)
        if (media.example !== undefined) values.push(media.example)
        for (const value of values) {
          checked.push(JSON.stringify(value).slice(0, 40))
          expect([value, troublesOf(value, { ...media.schema })]).toEqual([value, []])
        }
      }
      for (const inner of Object.values(at)) walk(inner)
    }
    const { paths, webhooks, components } = openApiDocument('https://api.example') as Record<string, object>
    walk([paths, webhooks, { ...components, schemas: {} }])
    expect(checked.length).toBeGreaterThan(60)
  })

  test('makes the checker in all other tests find errors', () => {
    const error = { $ref: '#/components/schemas/Error' }
    const good = { error: { code: 'x', message: 'y', request_id: 'req_1' } }
    expect(troublesOf(good, error)).toEqual([])
    expect(troublesOf({ error: { ...good.error, request_id: 'r' } }, error)).toHaveLength(1)
    expect(troublesOf({ error: { ...good.error, stack: 'z' } }, error)).toHaveLength(1)
    expect(troublesOf({}, error)).toHaveLength(1)
    expect(
      troublesOf({ limit: 1, used: 1.5, left: '1', period_start: 'x' }, { $ref: '#/components/schemas/Usage' }),
    ).toHaveLength(2)
    expect(() => troublesOf(1, { multipleOf: 1 })).toThrow('does not know')
  })
})
