import type { MultipartUpload, RunReply } from '../contract/run.ts'

const gone = (): Response => new Response('There is no such upload', { status: 404 })

/** R2 and its local simulator word this error differently. */
const isGone = (error: unknown): boolean =>
  /does not exist|NoSuchUpload|no such upload|10024|uploadId is invalid/i.test(String(error))

/** Stores a small file as one object, once. A request that is repeated after a lost response finds the object. */
export async function putWhole(files: R2Bucket, key: string, bytes: ArrayBuffer): Promise<Response> {
  const object = await files.put(key, bytes, { onlyIf: new Headers({ 'if-none-match': '*' }) })
  if (object !== null) return Response.json({ etag: object.etag, bytes: object.size })
  const there = await files.head(key)
  if (there === null) throw new Error(`R2 did not keep ${key}`)
  return there.size === bytes.byteLength && there.etag === (await md5(bytes))
    ? Response.json({ etag: there.etag, bytes: there.size })
    : new Response('The object has been written with other bytes', { status: 412 })
}

async function md5(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('MD5', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `note` records the upload so that it is always aborted, or reports that the run is over. */
export async function beginUpload(
  files: R2Bucket,
  key: string,
  note: (upload: MultipartUpload) => Promise<RunReply>,
): Promise<Response> {
  const upload = await files.createMultipartUpload(key)
  const reply = await note({ objectKey: key, uploadId: upload.uploadId })
  if (reply === 'continue') return Response.json({ upload: upload.uploadId })
  await upload.abort()
  return Response.json({ reply }, { status: 409 })
}

/**
 * Returns a part as a stream, because a Worker with several parts in memory would run out of memory. R2 must know the
 * length. A body that ends before it is an error, never a shorter part.
 */
export async function bodyOf(request: Request): Promise<ReadableStream | ArrayBuffer> {
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (request.body === null || !Number.isSafeInteger(length)) return request.arrayBuffer()
  return request.body.pipeThrough(new FixedLengthStream(length))
}

/** Storing a part again replaces it, so the engine may repeat a part whose response was lost. */
export async function putPart(
  files: R2Bucket,
  { objectKey, uploadId }: MultipartUpload,
  partNumber: number,
  bytes: ReadableStream | ArrayBuffer,
): Promise<Response> {
  try {
    const { etag } = await files.resumeMultipartUpload(objectKey, uploadId).uploadPart(partNumber, bytes)
    return Response.json({ partNumber, etag })
  } catch (error) {
    if (isGone(error)) return gone()
    throw error
  }
}

/**
 * Combines the parts into the object. If the response was lost and the call is repeated, the upload is gone but the
 * object exists. An object with this number of parts (its ETag ends in the number) is ours, because keys contain the
 * attempt.
 */
export async function completeUpload(
  files: R2Bucket,
  { objectKey, uploadId }: MultipartUpload,
  parts: readonly R2UploadedPart[],
): Promise<Response> {
  try {
    const object = await files.resumeMultipartUpload(objectKey, uploadId).complete([...parts])
    return Response.json({ etag: object.etag, bytes: object.size })
  } catch (error) {
    const object = await files.head(objectKey)
    const isOurs = object?.etag.endsWith(`-${parts.length}`) === true
    if (!isOurs && isGone(error)) return gone()
    if (!isOurs) throw error
    return Response.json({ etag: object.etag, bytes: object.size })
  }
}

/** Aborts an upload. One that was already completed or aborted counts as aborted. */
export async function abortUpload(files: R2Bucket, { objectKey, uploadId }: MultipartUpload): Promise<Response> {
  await files
    .resumeMultipartUpload(objectKey, uploadId)
    .abort()
    .catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  return new Response(null, { status: 204 })
}
