import type { OutputUrls, StoredOutput } from '../contract/run.ts'
import { rejectsKey } from './keys.ts'
import { encoded, signUrl, type Signer } from './sign-url.ts'
import { credentialsForUpload } from './temporary-credentials.ts'
import { proofHeader, uploadProof } from './upload-proof.ts'

export interface SignedUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const contentType = 'application/octet-stream'

/**
 * The local endpoint does not support temporary credentials. A condition that no copy can meet, among the signed headers, refuses
 * every copy there; a plain upload has no source, so the condition does not concern it.
 */
const noCopyLocally = { 'x-amz-copy-source-if-none-match': '*' }

/**
 * Returns a URL of R2's S3 endpoint that contains its own permission, so uploads never pass through the Worker. The
 * signed length is the only size limit of an upload. The headers show a client that it cannot send chunks.
 */
export function presignUpload(env: Env, key: string, bytes: number, seconds: number): SignedUpload {
  const nowMs = Date.now()
  const place = placeOf(env, key)
  const isLocal = place.origin.startsWith('http:')
  const headers = {
    'content-type': contentType,
    'content-length': String(bytes),
    [proofHeader]: uploadProof(env, key),
    ...(isLocal ? noCopyLocally : {}),
  }
  const signer = isLocal
    ? signerOf(env)
    : credentialsForUpload(signerOf(env), { host: place.host, bucket: env.S3_BUCKET, key, seconds }, nowMs)
  const url = signUrl({ method: 'PUT', ...place, query: {}, headers, seconds }, signer, nowMs)
  return { url, headers }
}

/**
 * Returns a URL for a download. It is saved under `name`, with the content type of its extension. The local endpoint
 * ignores both.
 */
export function presignDownload(env: Env, key: string, name: string, seconds: number): string {
  const query = {
    'response-content-disposition': contentDisposition(name),
    'response-content-type': contentTypeOf(name),
  }
  return signUrl({ method: 'GET', ...placeOf(env, key), query, headers: {}, seconds }, signerOf(env), Date.now())
}

/** Returns the output and its rejected rows, which are offered as `people.rejects.csv`. */
export function presignOutput(env: Env, { key, name, rejectsBytes }: StoredOutput, seconds: number): OutputUrls {
  const rejectsName = `${name.replace(/(?:\.\w{1,5}){1,2}$/, '')}.rejects.csv`
  const rejectsUrl = rejectsBytes === undefined ? null : presignDownload(env, rejectsKey(key), rejectsName, seconds)
  return { url: presignDownload(env, key, name, seconds), rejectsUrl }
}

const contentTypes: Readonly<Record<string, string>> = {
  sql: 'application/sql; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  zip: 'application/zip',
  gz: 'application/gzip',
}

/** Returns the content type by the file extension. */
const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? contentType

const signerOf = (env: Env): Signer => ({
  accessKeyId: env.S3_ACCESS_KEY_ID,
  secretAccessKey: env.S3_SECRET_ACCESS_KEY,
})

let lastEndpoint: { readonly given: string; readonly origin: string; readonly host: string; path: string } | null = null

function placeOf(env: Env, key: string): { readonly origin: string; readonly host: string; readonly path: string } {
  if (lastEndpoint?.given !== env.S3_ENDPOINT) {
    const { origin, host, pathname } = new URL(env.S3_ENDPOINT)
    lastEndpoint = { given: env.S3_ENDPOINT, origin, host, path: pathname.replace(/\/$/, '') }
  }
  const { origin, host, path } = lastEndpoint
  return { origin, host, path: `${path}/${encodedPath(env.S3_BUCKET)}/${encodedPath(key)}` }
}

const encodedPath = (path: string): string => path.split('/').map(encoded).join('/')

function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`
}
