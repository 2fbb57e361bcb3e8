import { bundleFromString, createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import * as responses from '../../src/api/description/examples.ts'
import { openApiDocument } from '../../src/api/description/document.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { conversionSchema } from '../../src/contract/conversion.ts'
import { codeTables } from '../../src/contract/codes.ts'

interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
const document = openApiDocument('https://api.example') as {
  readonly paths: Record<string, Record<string, { readonly operationId?: string }>>
  readonly components: { readonly schemas: Record<string, Schema> }
}
const { schemas } = document.components
const text = JSON.stringify(document)

const newValidator = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'description' })
  return ajv
}

/** Returns the schema with its choices and items, since any of them may have fields. */
const partsOf = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
/** Tests for a schema whose parts have the examples. A list of plain values needs its own. */
const isComposed = (schema: Schema): boolean =>
  (schema.$ref ?? schema.properties) !== undefined ||
  partsOf(schema)
    .slice(1)
    .some((part) => isComposed(part))

function undescribed(schema: Schema, at: string): string[] {
  const fields = partsOf(schema).flatMap((part) => Object.entries(part.properties ?? {}))
  const own = (schema.description ?? schema.title ?? schema.$ref) === undefined ? [`${at} has no description`] : []
  return [
    ...own,
    ...fields.flatMap(([name, field]) => [
      ...undescribed(field, `${at}.${name}`),
      ...(isComposed(field) || (field.examples ?? field.const) !== undefined ? [] : [`${at}.${name} has no example`]),
    ]),
  ]
}

const defaultsOf = (schema: Schema): unknown =>
  schema.properties === undefined
    ? schema.default
    : Object.fromEntries(
        Object.entries(schema.properties)
          .map(([name, field]) => [name, defaultsOf(field)] as const)
          .filter(([, value]) => value !== undefined),
      )

const noDialect = (output: object): object =>
  Object.fromEntries(Object.entries(output).filter(([name]) => name !== 'dialect'))

describe('the description of the API', () => {
  test('passes Redocly’s recommended rules without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' })
    expect(found.map((problem) => `${problem.severity} ${problem.ruleId}: ${problem.message}`)).toEqual([])
    const bundled = await bundleFromString({ source: text, config, absoluteRef: 'openapi.json' })
    expect(bundled.problems).toEqual([])
  })

  test('passes Spectral’s recommended rules without a warning', async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] })
    const found = await spectral.run(text)
    expect(found.map((problem) => `${problem.code}: ${problem.path.join('.')} ${problem.message}`)).toEqual([])
  })

  test.each([
    ['ErrorCode', codeTables.error],
    ['FailureCode', codeTables.failure],
    ['ProblemCode', codeTables.problem],
    ['FixCode', codeTables.fix],
    ['LeftOutCode', codeTables.left_out],
  ])('lists every code of the table %s, and allows more', (name, table) => {
    expect(schemas[name]?.anyOf).toEqual([{ type: 'string', enum: Object.keys(table) }, { type: 'string' }])
  })

  test('names the objects and operations that clients are generated from', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        ...['Conversion', 'Report', 'Table', 'Column', 'Fix', 'Problem', 'Output', 'Upload', 'Progress'],
        ...['ConversionError', 'Dialect', 'InputFormat', 'Usage', 'Case', 'Page', 'Event', 'Error'],
      ]),
    )
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.operationId ?? []),
    )
    expect(operations.toSorted()).toEqual([
      ...['cancelConversion', 'createCase', 'createConversion', 'deleteConversion', 'getConversion'],
      ...['getDescription', 'getUsage', 'listConversions', 'startConversion'],
    ])
  })

  test('names a code once in each response', () => {
    const sentences = [...text.matchAll(/"description": ?"((?:`\w+`: [^"]*))"/g)].map(([, found = '']) => found)
    expect(sentences.length).toBeGreaterThan(20)
    for (const sentence of sentences) {
      const codes = [...sentence.matchAll(/(?:^|\. )`(\w+)`: /g)].map(([, code]) => code)
      expect(codes).toEqual([...new Set(codes)])
    }
  })

  test('describes every field with an example and its default', () => {
    const missing = Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema, name))
    expect(missing).toEqual([])
    const titled = Object.entries(schemas).filter(([, { description }]) => description === undefined)
    expect(titled.map(([name]) => name)).toEqual([])
    const { spec } = responses.awaiting
    expect(defaultsOf(schemas['SpecToSend'] ?? {})).toEqual({ ...spec, columns: [], output: noDialect(spec.output) })
  })

  test('has examples that match their schemas', () => {
    const ajv = newValidator()
    for (const [schema, example] of Object.entries({ Case: responses.openedCase, Usage: responses.usage }))
      expect([schema, ajv.validate(`description#/components/schemas/${schema}`, example)]).toEqual([schema, true])
    for (const example of [responses.awaiting, responses.queued, responses.done, responses.canceled])
      expect(ajv.validate('description#/components/schemas/Conversion', example)).toBe(true)
    for (const [type, event] of Object.entries(responses.eventExamples)) {
      expect(ajv.validate('description#/components/schemas/Event', event)).toBe(true)
      expect(ajv.validate('description#/components/schemas/Event', { ...event, type: 'x' })).toBe(false)
      expect(event).toMatchObject({ type })
    }
    expect(responses.eventExamples['conversion.failed']).toMatchObject({ data: { status: 'failed' } })
    const { problems, fixes } = responses.done.report
    for (const { code } of problems) expect(codeTables.problem).toHaveProperty(code)
    for (const { code } of fixes) expect(codeTables.fix).toHaveProperty(code)
  })

  test('describes a conversion exactly as the validating schema does', () => {
    const validate = newValidator().compile({ $ref: 'description#/components/schemas/Conversion' })
    const conversion = {
      id: '01JD0000000000000000000000',
      status: 'queued',
      name: 'a.csv',
      bytes: 1,
      spec: specSchema.parse({ output: { dialect: 'sqlite' } }),
      report: null,
      error: null,
      output: null,
      upload: null,
      progress: null,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      expires_at: '2026-01-02T00:00:00.000Z',
    }
    expect(validate(conversion)).toBe(true)
    expect(conversionSchema.safeParse(conversion).success).toBe(true)
    expect(validate({ ...conversion, status: 'gone' })).toBe(false)
  })
})
