/** The header for a framed body. */
export const framedHeader = 'x-download-framed'

/**
 * Frames a body. Without a length, a body cannot show that it is complete: a connection that breaks on its way to a
 * container looks like one that ends. So each chunk follows its length, and a length of zero follows the last one. A
 * body that breaks has no end.
 */
export function framed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (chunk.length === 0) return
        controller.enqueue(lengthOf(chunk.length))
        controller.enqueue(chunk)
      },
      flush: (controller) => controller.enqueue(lengthOf(0)),
    }),
  )
}

function lengthOf(bytes: number): Uint8Array {
  const header = new Uint8Array(4)
  new DataView(header.buffer).setUint32(0, bytes)
  return header
}
