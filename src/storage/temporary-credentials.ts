import { hmac, sha256, type Signer } from './sign-url.ts'

export interface UploadPermission {
  /** The host of the bucket's S3 endpoint: `<account>.r2.cloudflarestorage.com`, with its jurisdiction if it has one. */
  readonly host: string
  readonly bucket: string
  readonly key: string
  readonly seconds: number
}

const base64Url = (text: string): string => Buffer.from(text).toString('base64url')
const claimsHeader = base64Url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))

/**
 * Returns credentials of R2 that can put one object and do nothing else. They need no call to any API: they are a JWT
 * signed with the parent's secret, whose digest is the secret of the new credentials. They allow no copy operation and
 * no other object. So R2 refuses everything else that the holder of a presigned URL adds to the request
 * (docs/decisions/0100-presigned-uploads.md).
 */
export function credentialsForUpload(parent: Signer, upload: UploadPermission, atMs: number): Signer {
  const issuedAt = Math.floor(atMs / 1000)
  const claims = {
    bucket: upload.bucket,
    actions: ['PutObject'],
    paths: { prefixPaths: [], objectPaths: [upload.key] },
    sub: upload.host.split('.')[0],
    iss: parent.accessKeyId,
    aud: upload.host,
    iat: issuedAt,
    exp: issuedAt + upload.seconds,
  }
  const signed = `${claimsHeader}.${base64Url(JSON.stringify(claims))}`
  const token = `${signed}.${hmac(parent.secretAccessKey, signed).digest('base64url')}`
  return {
    accessKeyId: parent.accessKeyId,
    secretAccessKey: sha256(token).digest('hex'),
    sessionToken: btoa(`jwt/${token}`),
  }
}
