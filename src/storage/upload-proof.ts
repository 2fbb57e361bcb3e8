import { hex, hmac, importKey } from './sign-address.ts'

/** The object metadata that a presigned URL makes its holder send. */
const proofName = 'upload'
export const proofHeader = `x-amz-meta-${proofName}`

/** A value that only the URL for this very key makes its holder send. */
export async function uploadProof(env: Pick<Env, 'S3_SECRET_ACCESS_KEY'>, key: string): Promise<string> {
  const secret = await importKey(new TextEncoder().encode(`upload:${env.S3_SECRET_ACCESS_KEY}`))
  return hex(await hmac(secret, key))
}

/** Was the object put through the presigned URL of its key, and as that URL allows? A copy carries the metadata of its source. */
export async function isWrittenByUpload(env: Pick<Env, 'S3_SECRET_ACCESS_KEY'>, object: R2Object): Promise<boolean> {
  // The cheaper class charges for reading: nobody but us chooses it.
  if (object.storageClass === 'InfrequentAccess') return false
  return object.customMetadata?.[proofName] === (await uploadProof(env, object.key))
}
