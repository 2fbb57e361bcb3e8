import type { MultipartUpload, RunReply } from '../contract/run.ts'

/** A small file in one piece. */
export async function putWhole(files: R2Bucket, key: string, request: Request): Promise<Response> {
  const object = await files.put(key, await request.arrayBuffer())
  if (object === null) throw new Error(`R2 did not keep ${key}`)
  return Response.json({ etag: object.etag, bytes: object.size })
}

/** `note` writes the upload down, so that it is aborted whatever becomes of its run, or says that the run is over. */
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

/** Putting a part again replaces it, so the engine may repeat a part whose answer was lost. */
export async function putPart(
  files: R2Bucket,
  { objectKey, uploadId }: MultipartUpload,
  partNumber: number,
  request: Request,
): Promise<Response> {
  const { etag } = await files
    .resumeMultipartUpload(objectKey, uploadId)
    .uploadPart(partNumber, await request.arrayBuffer())
  return Response.json({ partNumber, etag })
}

/**
 * Makes the object of its parts. Asked again after its answer was lost, the upload is gone but the object is there:
 * an object with just this many parts (its ETag ends in the count) is ours, as keys carry the attempt.
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
    if (object === null || !object.etag.endsWith(`-${parts.length}`)) throw error
    return Response.json({ etag: object.etag, bytes: object.size })
  }
}

export async function abortUpload(files: R2Bucket, { objectKey, uploadId }: MultipartUpload): Promise<Response> {
  await files.resumeMultipartUpload(objectKey, uploadId).abort()
  return new Response(null, { status: 204 })
}
