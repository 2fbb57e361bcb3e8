import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/*
 * The types that openapi-typescript makes of the description are enough for a client: the program below compiles against
 * them and drives a conversion with openapi-fetch. TypeScript 7 has no interface for programs, so the generator gets
 * TypeScript 5 in its place.
 */
const run = promisify(execFile)
const withTypeScript5 = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) })",
)}`

const program = `import createClient from 'openapi-fetch'
import type { components, paths } from './description.ts'

type Schemas = components['schemas']

/** The discriminator tells the events apart. */
export function outputOf(event: Schemas['Event']): string | null {
  switch (event.type) {
    case 'conversion.done':
      return event.data.output?.url ?? null
    case 'ping':
      return event.data.sent_at
    case 'conversion.failed':
      return event.data.error?.message ?? null
    case 'conversion.canceled':
      return null
  }
}

const client = createClient<paths>({
  baseUrl: process.env['BASE'] ?? '',
  headers: { authorization: \`Bearer \${process.env['KEY']}\` },
})

const { data: opened, error } = await client.POST('/conversions', {
  params: { query: { wait: 30 } },
  body: {
    content: 'id,name,joined\\n1,Ann,13/02/2024\\n2,Zoë,14/02/2024\\n',
    name: 'people.csv',
    spec: { output: { dialect: 'sqlite', table: 'people' } },
  },
})
if (error !== undefined) throw new Error(error.error.message)
const { id, status } = opened.data
const read = await client.GET('/conversions/{id}', { params: { path: { id } } })
const conversion: Schemas['Conversion'] | undefined = read.data?.data
const fixes: readonly Schemas['Fix'][] = conversion?.report?.fixes ?? []
const script = await (await fetch(conversion?.output?.url ?? '')).text()
const gone = await client.DELETE('/conversions/{id}', { params: { path: { id } } })
const wrong = await client.GET('/conversions', { params: { query: { status: 'done', limit: 1000 } } })
console.log(
  JSON.stringify({
    status,
    fixes: fixes.map(({ code }) => code),
    isScript: script.includes('CREATE TABLE'),
    deleted: gone.response.status,
    code: wrong.error?.error.code,
  }),
)
`

/** Beside \`node_modules\`, where the program finds what it imports. */
let folder: string
beforeAll(() => {
  mkdirSync('.rowmill', { recursive: true })
  folder = mkdtempSync('.rowmill/generated-client-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a client that openapi-typescript generates compiles and drives a conversion', async () => {
  const { base_url, api_key } = inject('service')
  const answer = await fetch(`${base_url}/openapi.json`, { headers: { authorization: `Bearer ${api_key}` } })
  writeFileSync(join(folder, 'openapi.json'), await answer.text())
  writeFileSync(join(folder, 'program.ts'), program)
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ allowImportingTsExtensions: true, noImplicitReturns: true, types: ['node'] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

  const generator = 'node_modules/openapi-typescript/bin/cli.js'
  // Otherwise the generator takes a field with a default for a required one, in requests too.
  const generated = ['--default-non-nullable=false', '-o', join(folder, 'description.ts')]
  await run(process.execPath, ['--import', withTypeScript5, generator, join(folder, 'openapi.json'), ...generated])
  const compiled = await run('tsc', ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
  const env = { ...process.env, BASE: base_url, KEY: api_key }
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts')], { env })
  expect(JSON.parse(stdout)).toEqual({
    ...{ status: 'done', fixes: ['date_form'], isScript: true },
    ...{ deleted: 204, code: 'invalid_request' },
  })
})
