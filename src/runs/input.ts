/** Reads a range of the file, if the file has not changed since the start. */
export async function readInput(files: R2Bucket, key: string, headers: Headers): Promise<Response> {
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '')
  const etag = /^"([^"]+)"$/.exec(headers.get('if-match') ?? '')?.[1]
  if (range === null || etag === undefined) return new Response('A range and an If-Match are needed', { status: 400 })
  const [from, to] = [Number(range[1]), Number(range[2])]
  if (to < from) return new Response('The range is empty', { status: 416 })
  const object = await rangeOf(files, key, etag, from, to)
  if (object === 'past the end') return new Response('The range lies past the end', { status: 416 })
  if (object === null) return new Response('The file is gone', { status: 404 })
  if (!('body' in object)) return new Response('The file has changed', { status: 412 })
  const last = Math.min(to, object.size - 1)
  return new Response(object.body, {
    status: 206,
    headers: {
      etag: object.httpEtag,
      'content-length': String(last - from + 1),
      'content-range': `bytes ${from}-${last}/${object.size}`,
      'content-type': 'application/octet-stream',
    },
  })
}

/** R2 and its local twin differ on a range past the end: one throws, and the other may return the whole object. */
async function rangeOf(
  files: R2Bucket,
  key: string,
  etag: string,
  from: number,
  to: number,
): Promise<R2ObjectBody | R2Object | null | 'past the end'> {
  const range = { offset: from, length: to - from + 1 }
  try {
    const object = await files.get(key, { range, onlyIf: { etagMatches: etag } })
    if (object === null || !('body' in object) || from < object.size) return object
    await object.body.cancel()
    return 'past the end'
  } catch (error) {
    const head = await files.head(key)
    if (head === null || head.etag !== etag) return head
    if (from >= head.size) return 'past the end'
    throw error
  }
}
