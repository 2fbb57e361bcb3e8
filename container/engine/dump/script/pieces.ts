import type { ByteSink } from '../../bytes/byte-source.ts'
import { encode } from '../../bytes/encode.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'

/** The minimum size of the chunks that the sink receives. */
const pieceBytes = 1 << 20

/** Collects statements and sends them to the sink in chunks of a suitable size. */
export class Pieces {
  private readonly sink: ByteSink
  private readonly bytes: GrowingBytes

  constructor(sink: ByteSink, bytes = new GrowingBytes()) {
    this.sink = sink
    this.bytes = bytes
  }

  async writeAll(statements: Iterable<string>): Promise<void> {
    for (const statement of statements) {
      this.bytes.append(encode(statement))
      if (this.bytes.length > pieceBytes) await this.flush()
    }
  }

  async flush(): Promise<void> {
    const { bytes, length } = this.bytes
    if (length > 0) await this.sink.write(bytes.subarray(0, length))
    this.bytes.clear()
  }
}
