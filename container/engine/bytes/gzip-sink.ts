import type { ByteSink } from './byte-source.ts'

/** Compresses the written bytes. The output is complete only after `end`. */
export interface GzipSink extends ByteSink {
  end(): Promise<void>
}

interface Stream {
  readonly writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>
  /** Settles when all compressed bytes are in the sink. */
  readonly drained: Promise<void>
  /** Rejects when the sink accepts no more bytes, because a write to the stream would then wait forever. */
  readonly failed: Promise<never>
}

export function gzipSink(sink: ByteSink): GzipSink {
  let stream = openStream(sink)
  async function restart(): Promise<void> {
    await stream.writer.abort().catch(() => undefined)
    await stream.drained.catch(() => undefined)
    await sink.restart?.()
    stream = openStream(sink)
  }
  const whole: GzipSink = {
    // The writer of rows reuses its memory while the stream still refers to it.
    write: (chunk) => Promise.race([stream.writer.write(chunk.slice()), stream.failed]),
    async end() {
      await Promise.race([stream.writer.close(), stream.failed])
      await stream.drained
    },
  }
  return sink.restart === undefined ? whole : { ...whole, restart }
}

function openStream(sink: ByteSink): Stream {
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const drained = drain(readable.getReader(), sink)
  const failed = new Promise<never>((_, refuse) => drained.catch(refuse))
  failed.catch(() => undefined)
  return { writer, drained, failed }
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, sink: ByteSink): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    await sink.write(value)
  }
}
