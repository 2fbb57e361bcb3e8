import { createHash, createHmac } from 'node:crypto'

/** The credentials of R2's S3 endpoint that sign a URL. Temporary ones contain the token that defines their rights. */
export interface Signer {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The parts of a URL before it is signed. */
export interface UnsignedUrl {
  readonly method: 'GET' | 'PUT'
  readonly origin: string
  readonly host: string
  /** The path as it is in the URL, percent-encoded. */
  readonly path: string
  /** The parameters of the URL, without those of the signature. */
  readonly query: Readonly<Record<string, string>>
  /** Headers that the user of the URL must send exactly, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
}

const service = 'auto/s3/aws4_request'

/** Signs a URL with AWS Signature Version 4 in its query. */
export function signUrl(unsigned: UnsignedUrl, signer: Signer, atMs: number): string {
  const timestamp = timestampOf(atMs)
  const day = timestamp.slice(0, 8)
  const headers = Object.entries({ host: unsigned.host, ...unsigned.headers }).toSorted(byName)
  const signedHeaders = headers.map(([name]) => name).join(';')
  const query = Object.entries({
    ...unsigned.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKeyId}/${day}/${service}`,
    'X-Amz-Date': timestamp,
    'X-Amz-Expires': String(unsigned.seconds),
    ...(signer.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': signer.sessionToken }),
    'X-Amz-SignedHeaders': signedHeaders,
  })
    .toSorted(byName)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')
  const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('')
  const request = `${unsigned.method}\n${unsigned.path}\n${query}\n${lines}\n${signedHeaders}\nUNSIGNED-PAYLOAD`
  const text = `AWS4-HMAC-SHA256\n${timestamp}\n${day}/${service}\n${sha256(request).digest('hex')}`
  const signature = hmac(keyOf(signer, day), text).digest('hex')
  return `${unsigned.origin}${unsigned.path}?${query}&X-Amz-Signature=${signature}`
}

/**
 * Returns a query value encoded as in RFC 3986, because a signature covers the exact characters. RFC 8187 encodes a
 * name in a header the same way.
 */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a timestamp such as `20261121T104853Z`. */
const timestampOf = (atMs: number): string => new Date(atMs).toISOString().replace(/[:-]|\.\d{3}/g, '')

let today: { readonly source: string; readonly key: Uint8Array } | null = null

/**
 * Returns the key of a day. It takes four signatures and is the same for every URL of that day. Temporary credentials
 * sign only once.
 */
function keyOf({ secretAccessKey, sessionToken }: Signer, day: string): Uint8Array {
  if (sessionToken !== undefined) return derive(secretAccessKey, day)
  const source = `${day} ${secretAccessKey}`
  if (today?.source !== source) today = { source, key: derive(secretAccessKey, day) }
  return today.key
}

function derive(secret: string, day: string): Uint8Array {
  let key = hmac(`AWS4${secret}`, day).digest()
  for (const step of service.split('/')) key = hmac(key, step).digest()
  return key
}

// Computes a signature. A URL needs ten of them. Through Web Crypto, each would need a promise and an imported key,
// which doubles the work.
export const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text)
export const sha256 = (text: string) => createHash('sha256').update(text)
