import { AwsV4Signer } from 'aws4fetch'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { presignUpload } from '../../../src/storage/presign.ts'
import { isWrittenByUpload } from '../../../src/storage/upload-proof.ts'

const account = '0123456789abcdef0123456789abcdef'
const host = `${account}.eu.r2.cloudflarestorage.com`
const deployed: Env = { ...env, S3_ENDPOINT: `https://${host}` }
const local: Env = { ...env, S3_ENDPOINT: 'http://127.0.0.1:8787/cdn-cgi/local/r2/s3' }
const key = 'uploads/01KADJ/01KADK'

const utf8 = new TextEncoder()
const fromBase64Url = (part = ''): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const jsonOf = (part: string | undefined): unknown => JSON.parse(new TextDecoder().decode(fromBase64Url(part)))
const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

test('an upload URL is signed with credentials that can only write its one object', async () => {
  const { url, headers } = presignUpload(deployed, key, 12, 3600)
  const signed = new URL(url)
  const token = signed.searchParams.get('X-Amz-Security-Token') ?? ''
  const jwt = atob(token)
  expect(jwt.slice(0, 4)).toBe('jwt/')
  const [header, claims, signature] = jwt.slice(4).split('.')
  expect(jsonOf(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const issuedAt = Date.parse(
    (signed.searchParams.get('X-Amz-Date') ?? '').replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'),
  )
  // The claims of https://developers.cloudflare.com/r2/examples/authenticate-r2-temp-credentials/, with no scope except
  // the action.
  expect(jsonOf(claims)).toEqual({
    bucket: env.S3_BUCKET,
    actions: ['PutObject'],
    paths: { prefixPaths: [], objectPaths: [key] },
    sub: account,
    iss: env.S3_ACCESS_KEY_ID,
    aud: host,
    iat: issuedAt / 1000,
    exp: issuedAt / 1000 + 3600,
  })
  const parent = await crypto.subtle.importKey(
    'raw',
    utf8.encode(env.S3_SECRET_ACCESS_KEY),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const isSigned = crypto.subtle.verify('HMAC', parent, fromBase64Url(signature), utf8.encode(`${header}.${claims}`))
  expect(await isSigned).toBe(true)

  // Another program signs the same request with the credentials from the token.
  const temporary = {
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: hex(await crypto.subtle.digest('SHA-256', utf8.encode(jwt.slice(4)))),
    sessionToken: token,
  }
  const place = `https://${host}/${env.S3_BUCKET}/${key}?X-Amz-Expires=3600`
  const datetime = signed.searchParams.get('X-Amz-Date') ?? ''
  const referee = await new AwsV4Signer({
    ...{ method: 'PUT', url: place, headers, datetime, service: 's3', region: 'auto', ...temporary },
    ...{ signQuery: true, allHeaders: true },
  }).sign()
  expect(Object.fromEntries(signed.searchParams)).toEqual(Object.fromEntries(referee.url.searchParams))
})

test('an upload must have its length, its type and the proof of its own URL', async () => {
  const own = presignUpload(deployed, key, 12, 3600)
  const other = presignUpload(deployed, `${key}9`, 12, 3600)
  expect(Object.keys(own.headers)).toEqual(['content-type', 'content-length', 'x-amz-meta-upload'])
  expect(own.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '12' })
  expect(own.headers['x-amz-meta-upload']).not.toBe(other.headers['x-amz-meta-upload'])
  expect(new URL(own.url).searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-length;content-type;host;x-amz-meta-upload',
  )
})

test('a local endpoint, which has no temporary credentials, gets a condition that no copy meets', async () => {
  const { url, headers } = presignUpload(local, key, 12, 3600)
  expect(headers).toMatchObject({ 'x-amz-copy-source-if-none-match': '*' })
  expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toContain('x-amz-copy-source-if-none-match')
})

test('only an object with the proof of its own key counts as uploaded', async () => {
  const { headers } = presignUpload(env, key, 3, 3600)
  const proof = headers['x-amz-meta-upload'] ?? ''
  const written = (at: string, customMetadata: Record<string, string>, storageClass = 'Standard') =>
    isWrittenByUpload(env, { key: at, customMetadata, storageClass } as unknown as R2Object)
  expect(written(key, { upload: proof })).toBe(true)
  expect(written(`${key}9`, { upload: proof })).toBe(false)
  expect(written(key, { upload: `${proof}0` })).toBe(false)
  expect(written(key, {})).toBe(false)
  expect(written(key, { upload: proof }, 'InfrequentAccess')).toBe(false)
})
