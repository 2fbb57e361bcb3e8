import { AwsClient } from 'aws4fetch'

export interface SignedUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const contentType = 'application/octet-stream'

/**
 * Addresses of R2's S3 endpoint that carry their own permission: uploads and downloads never pass the Worker. The
 * length is among the headers to send: a client that would send chunks is told so.
 */
export async function presignUpload(env: Env, key: string, bytes: number, seconds: number): Promise<SignedUpload> {
  const headers = { 'content-type': contentType, 'content-length': String(bytes) }
  return {
    url: await presign(env, 'PUT', addressOf(env, key), seconds, headers),
    headers,
  }
}

/** The download is offered under `name`; the local endpoint ignores that, R2 obeys. */
export function presignDownload(env: Env, key: string, name: string, seconds: number): Promise<string> {
  const address = addressOf(env, key)
  address.searchParams.set('response-content-disposition', contentDisposition(name))
  return presign(env, 'GET', address, seconds, {})
}

async function presign(
  env: Env,
  method: string,
  address: URL,
  seconds: number,
  headers: Record<string, string>,
): Promise<string> {
  address.searchParams.set('X-Amz-Expires', String(seconds))
  // The length is signed: it is the only size limit that an upload has.
  const signed = await clientOf(env).sign(address.href, { method, headers, aws: { signQuery: true, allHeaders: true } })
  return signed.url
}

let lastClient: { readonly secret: string; readonly client: AwsClient } | null = null

/** Kept between requests: it remembers the day's signing key, which is most of the work of a signature. */
function clientOf(env: Env): AwsClient {
  const secret = `${env.S3_ACCESS_KEY_ID}:${env.S3_SECRET_ACCESS_KEY}`
  if (lastClient?.secret !== secret) {
    const client = new AwsClient({
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      service: 's3',
      region: 'auto',
    })
    lastClient = { secret, client }
  }
  return lastClient.client
}

const addressOf = (env: Env, key: string): URL => new URL(`${env.S3_ENDPOINT}/${env.S3_BUCKET}/${key}`)

function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
