import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requiredSecrets } from '../../src/auth/required-secrets.ts'
import { defaultLimits } from '../../src/contract/limits.ts'

const config = readFileSync('wrangler.toml', 'utf8')
const production = config.slice(config.indexOf('[env.production]'))

test('a deploy without one of the required secrets is refused', () => {
  const required = /^\[env\.production\.secrets\]\nrequired = (\[.*\])$/m.exec(config)?.[1] ?? '[]'
  expect(JSON.parse(required)).toEqual([...requiredSecrets])
})

test('no unprotected host serves anything', () => {
  for (const part of [config.slice(0, config.indexOf('[env.production]')), production]) {
    expect(part).toMatch(/^workers_dev = false$/m)
    expect(part).toMatch(/^preview_urls = false$/m)
  }
})

test('a deployment names the Access application that protects /ops', () => {
  expect(production).toMatch(/^ACCESS_ISSUER = "https:\/\/.*\.cloudflareaccess\.com"$/m)
  expect(production).toMatch(/^ACCESS_AUDIENCE = /m)
})

test('the rate limit before account objects passes every request that they would pass', () => {
  const [, limit, period] = /^simple = \{ limit = (\d+), period = (\d+) \}$/m.exec(production) ?? []
  expect([Number(limit) >= 2 * defaultLimits.RATE_LIMIT_PER_MINUTE, period]).toEqual([true, '60'])
})

test('the platform does not log a line for each call', () => {
  expect(config).toMatch(/^\[observability\.logs\]\nenabled = true\ninvocation_logs = false$/m)
})
