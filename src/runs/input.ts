/** One range of the file, and only while it is the file that was there at the start. */
export async function readInput(files: R2Bucket, key: string, headers: Headers): Promise<Response> {
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '')
  const etag = /^"([^"]+)"$/.exec(headers.get('if-match') ?? '')?.[1]
  if (range === null || etag === undefined) return new Response('A range and an If-Match are needed', { status: 400 })
  const [from, to] = [Number(range[1]), Number(range[2])]
  if (to < from) return new Response('The range is empty', { status: 416 })
  const object = await files.get(key, {
    range: { offset: from, length: to - from + 1 },
    onlyIf: { etagMatches: etag },
  })
  if (object === null) return new Response('The file is gone', { status: 404 })
  if (!('body' in object)) return new Response('The file has changed', { status: 412 })
  // R2's local twin answers a range past the end with the whole object: that must never pass for the range.
  if (from >= object.size) {
    await object.body.cancel()
    return new Response('The range lies past the end', { status: 416 })
  }
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
