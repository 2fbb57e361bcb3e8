import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { hasPassedAccess } from '../../../src/operator/access.ts'
import { send } from '../api/support.ts'
import { accessToken } from './access-token.ts'

const seconds = Math.floor(Date.now() / 1000)
const passed = async (token: string, vars: object = {}): Promise<boolean> =>
  hasPassedAccess({ ...env, ...vars }, token, Date.now())

test('a request with a valid Access token is accepted', async () => {
  expect(await passed(await accessToken())).toBe(true)
  expect(await passed(await accessToken({ aud: 'audience-of-the-tests' }))).toBe(true)
})

test.each([
  ['another audience', { aud: ['another application'] }],
  ['no audience', { aud: undefined }],
  ['another team', { iss: 'https://other.cloudflareaccess.com' }],
  ['yesterday', { exp: seconds - 1 }],
  ['no end', { exp: undefined }],
  ['tomorrow', { nbf: seconds + 60 }],
])('a token for %s is refused', async (_what, claims) => {
  expect(await passed(await accessToken(claims))).toBe(false)
})

test('a forged or malformed token is refused', async () => {
  const good = await accessToken()
  const [header = '', payload = '', signature = ''] = good.split('.')
  const other = (await accessToken({ exp: seconds + 3600 })).split('.')
  const unsigned = await accessToken({}, { alg: 'none', kid: 'key-of-the-tests' })
  const forged = [
    '',
    '..',
    'a.b.c',
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${header}.${other[1]}.${signature}`,
    `${good}.x`,
    unsigned,
    await accessToken({}, { alg: 'HS256', kid: 'key-of-the-tests' }),
    await accessToken({}, { alg: 'RS256', kid: 'unknown' }),
    await accessToken({}, { alg: 'RS256' }),
  ]
  for (const token of forged) expect([token, await passed(token)]).toEqual([token, false])
})

test('a deployment without an Access application has no operator, and a local run needs no Access', async () => {
  const token = await accessToken()
  for (const vars of [{ ACCESS_AUDIENCE: '' }, { ACCESS_ISSUER: '' }, { ACCESS_AUDIENCE: undefined }])
    expect(await passed(token, vars)).toBe(false)
  expect(await passed('', { LOCAL_ENGINE_URL: 'http://127.0.0.1:9' })).toBe(true)
})

test('the operator needs both the Access token and the operator token', async () => {
  const access = { 'cf-access-jwt-assertion': await accessToken() }
  const nothing = { 'cf-access-jwt-assertion': '' }
  const status = async (token: string | null, headers: Record<string, string>): Promise<number> =>
    (await send(token, 'GET', '/ops/health', undefined, headers)).status
  expect(await status('operator-token-of-the-tests', access)).toBe(200)
  expect(await status('operator-token-of-the-tests', nothing)).toBe(403)
  expect(await status('another-token', access)).toBe(401)
  expect(await status(null, nothing)).toBe(403)
})
