import { Zip, ZipDeflate } from 'fflate'
import type { Spec } from '../../../src/contract/spec.ts'
import type { ByteSink } from '../bytes/byte-source.ts'
import { encode } from '../bytes/encode.ts'

/** An output of several tables, each with its own writer. */
export interface Parts {
  /** Returns the sink for the table's output. Nothing is written for a table until its first bytes arrive. */
  part(table: string): ByteSink
  endPart(): Promise<void>
  end(): Promise<void>
}

/** Opens the parts of the output: a script, a zip archive of CSV files, or a JSON object of arrays. */
export function openParts({ output }: Spec, sink: ByteSink): Parts {
  if (output.format === 'csv') return zipParts(sink)
  return output.format === 'json' ? jsonParts(sink) : scriptParts(sink)
}

/** Scripts simply follow each other, because each one is complete. */
function scriptParts(sink: ByteSink): Parts {
  let isFirst = true
  return {
    part() {
      let hasBegun = false
      return {
        async write(chunk) {
          if (chunk.length === 0) return
          if (!hasBegun && !isFirst) await sink.write(encode('\n'))
          hasBegun = true
          isFirst = false
          await sink.write(chunk)
        },
      }
    },
    endPart: () => Promise.resolve(),
    end: () => Promise.resolve(),
  }
}

function jsonParts(sink: ByteSink): Parts {
  let isFirst = true
  return {
    part(table) {
      let hasBegun = false
      return {
        async write(chunk) {
          if (chunk.length === 0) return
          if (!hasBegun) await sink.write(encode(`${isFirst ? '{' : ','}\n${JSON.stringify(table)}:`))
          hasBegun = true
          isFirst = false
          await sink.write(chunk)
        },
      }
    },
    endPart: () => Promise.resolve(),
    end: () => sink.write(encode('}\n')),
  }
}

const deflateLevel = 4
const characterMax = 200

function zipParts(sink: ByteSink): Parts {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    ready.push(chunk)
  })
  const flush = async (): Promise<void> => {
    for (const chunk of ready.splice(0)) await sink.write(chunk)
  }
  let open: ZipDeflate | null = null
  return {
    part(table) {
      return {
        async write(chunk) {
          if (chunk.length === 0) return
          if (open === null) {
            open = new ZipDeflate(`${fileNameOf(table)}.csv`, { level: deflateLevel })
            // A fixed timestamp makes the output reproducible.
            open.mtime = new Date(1980, 0, 1)
            zip.add(open)
          }
          // The writer reuses its memory, so the chunk is copied.
          open.push(chunk.slice())
          await flush()
        },
      }
    },
    async endPart() {
      open?.push(new Uint8Array(0), true)
      open = null
      await flush()
    },
    async end() {
      zip.end()
      await flush()
    },
  }
}

/** Removes the characters of a table's name that file systems do not accept. */
const fileNameOf = (table: string): string =>
  table
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, characterMax)
