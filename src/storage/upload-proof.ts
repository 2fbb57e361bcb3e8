import { hmac } from './sign-url.ts'

/** The object metadata that a presigned URL makes its holder send. */
const proofName = 'upload'
export const proofHeader = `x-amz-meta-${proofName}`

/** Returns a value that only the URL for this very key makes its holder send. */
export const uploadProof = (env: Pick<Env, 'S3_SECRET_ACCESS_KEY'>, key: string): string =>
  hmac(`upload:${env.S3_SECRET_ACCESS_KEY}`, key).digest('hex')

/**
 * Returns whether the object was put through the presigned URL of its key, as that URL allows. A copy has the metadata
 * of its source.
 */
export function isWrittenByUpload(env: Pick<Env, 'S3_SECRET_ACCESS_KEY'>, object: R2Object): boolean {
  // The cheaper storage class charges for reading, and only this service chooses it.
  if (object.storageClass === 'InfrequentAccess') return false
  return object.customMetadata?.[proofName] === uploadProof(env, object.key)
}
