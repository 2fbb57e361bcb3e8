import { bundleFromString, createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/api/description/document.ts'
import { specSchema } from '../../src/contract/spec.ts'
import { conversionSchema } from '../../src/contract/conversion.ts'
import { codeTables } from '../../src/contract/codes.ts'

const document = openApiDocument('https://api.example')
const text = JSON.stringify(document)

describe('the description of the API', () => {
  test('passes Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' })
    expect(
      found.filter((problem) => problem.severity === 'error').map((problem) => `${problem.ruleId}: ${problem.message}`),
    ).toEqual([])
    const bundled = await bundleFromString({ source: text, config, absoluteRef: 'openapi.json' })
    expect(bundled.problems).toEqual([])
  })

  test('passes Spectral’s recommended rules', async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] })
    const found = await spectral.run(text)
    expect(
      found
        .filter((problem) => String(problem.severity) === '0')
        .map((problem) => `${problem.code}: ${problem.path.join('.')} ${problem.message}`),
    ).toEqual([])
  })

  test('names every error code', () => {
    for (const code of Object.keys(codeTables.error)) expect(text).toContain(`"${code}"`)
  })

  test('describes a conversion as the schema that validates does', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ ...document, $id: 'https://api.example/openapi.json' })
    const validate = ajv.compile({ $ref: 'https://api.example/openapi.json#/components/schemas/Conversion' })
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
