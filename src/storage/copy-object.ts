/** R2 takes no put over 5 GiB, so what is larger than one part goes over in parts, one at a time. */
const partBytesDefault = 64 << 20

/** A copy of an object under another key, whatever its size; false where there is none. */
export async function copyObject(
  files: R2Bucket,
  from: string,
  to: string,
  partBytes = partBytesDefault,
): Promise<boolean> {
  const source = await files.head(from)
  if (source === null) return false
  if (source.size <= partBytes) {
    const whole = await files.get(from)
    if (whole === null) return false
    await files.put(to, whole.body)
    return true
  }
  const upload = await files.createMultipartUpload(to)
  try {
    const parts: R2UploadedPart[] = []
    for (let offset = 0; offset < source.size; offset += partBytes) {
      const range = { offset, length: Math.min(partBytes, source.size - offset) }
      // Only the object that was seen at the beginning: half of one and half of another would be nobody's file.
      const part = await files.get(from, { range, onlyIf: { etagMatches: source.etag } })
      if (part === null || !('body' in part)) throw new SourceChanged()
      parts.push(await upload.uploadPart(parts.length + 1, part.body))
    }
    await upload.complete(parts)
    return true
  } catch (error) {
    await upload.abort()
    if (error instanceof SourceChanged) return false
    throw error
  }
}

class SourceChanged extends Error {
  override readonly name = 'SourceChanged'
}
