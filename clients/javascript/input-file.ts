export type UploadBody = Blob | ReadableStream<Uint8Array>

/** A file to upload. Its bytes can be sent again after a lost connection. */
export interface InputFile {
  readonly name: string | null
  readonly bytes: number
  /** Returns a body of the whole file, a new one for each attempt. `sent` is called as bytes leave. */
  body(sent: (bytes: number) => void): Promise<UploadBody> | UploadBody
}

/** Inputs of `convert`: a path (Node, Deno, Bun), bytes, a Blob or File, or a stream. */
export type FileInput = string | Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>

export async function openInput(input: FileInput): Promise<InputFile> {
  if (typeof input === 'string' && /[\r\n]/.test(input))
    throw new TypeError('convert needs a path; got text with line breaks. To send text, use new Blob([text]).')
  if (typeof input === 'string') return fileAt(input)
  if (input instanceof Blob) return blobFile(input, input instanceof File ? input.name : null)
  if (input instanceof ReadableStream) return blobFile(await new Response(input).blob(), null)
  if (!(input instanceof ArrayBuffer || ArrayBuffer.isView(input)))
    throw new TypeError(`convert needs a path, a URL, bytes, a Blob or a stream; got ${typeof input}.`)
  const copy = input instanceof ArrayBuffer ? new Uint8Array(input) : new Uint8Array(input)
  return blobFile(new Blob([copy]), null)
}

function blobFile(blob: Blob, name: string | null): InputFile {
  return {
    name,
    bytes: blob.size,
    body: (sent) => {
      sent(0)
      return blob
    },
  }
}

/** Streams the file from the disk, however large it is. */
async function fileAt(path: string): Promise<InputFile> {
  // The module names are in a variable, so that bundlers for browsers do not resolve them.
  const [fs, filePath] = ['node:fs', 'node:path']
  const { createReadStream, promises } = (await import(fs)) as typeof import('node:fs')
  const paths = (await import(filePath)) as typeof import('node:path')
  const { size } = await promises.stat(path)
  return {
    name: paths.basename(path),
    bytes: size,
    body: (sent) => countedStream(createReadStream(path, { highWaterMark: 1 << 18 }), sent),
  }
}

function countedStream(chunks: AsyncIterable<Uint8Array>, sent: (bytes: number) => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let total = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) return controller.close()
      total += next.value.length
      controller.enqueue(next.value)
      sent(total)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
