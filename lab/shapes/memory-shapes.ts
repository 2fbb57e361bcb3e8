import { closeSync, openSync, writeSync } from 'node:fs'

/** A file with much longer rows or values than most, and the maximum memory of its conversion. */
export interface MemoryShape {
  readonly fileName: string
  /** The options of `rowmill convert`. */
  readonly options: string
  readonly peakMebibytes: number
  /** Generates the file in pieces. `scale` is its fraction of the full size. */
  readonly pieces: (scale: number) => Iterable<string>
}

const million = 1_000_000
const toPostgresql = '--dialect postgresql --style bulk'

/** The full sizes and their limits. Tables of 20,000 columns fit no database, so they become CSV. */
export const memoryShapes: Readonly<Record<string, MemoryShape>> = {
  'one value of 200 MB': {
    fileName: 'value.ndjson',
    options: toPostgresql,
    peakMebibytes: 512,
    *pieces(scale) {
      yield '{"id":1,"t":"a"}\n{"id":2,"t":"'
      for (let piece = 0; piece < 200 * scale; piece++) yield 'x'.repeat(million)
      yield '"}\n{"id":3,"t":"b"}\n'
    },
  },
  'rows of 20 MB': {
    fileName: 'rows.csv',
    options: toPostgresql,
    peakMebibytes: 256,
    *pieces(scale) {
      yield 'id,t\n'
      for (let row = 0; row < 8 * scale; row++) {
        yield `${row},"`
        for (let piece = 0; piece < 20; piece++) yield 'line, "" x\n'.repeat(million / 11)
        yield '"\n'
      }
    },
  },
  '20,000 columns': {
    fileName: 'columns.csv',
    options: '--dialect postgresql --format csv',
    peakMebibytes: 300,
    *pieces(scale) {
      const columns = Array.from({ length: 20_000 }, (_, column) => column)
      yield `${columns.map((column) => `c${column}`).join(',')}\n`
      for (let row = 0; row < 400 * scale; row++)
        yield `${columns.map((column) => (column % 2 === 0 ? 'w' : (row * column) % 1000)).join(',')}\n`
    },
  },
}

/** Writes a shape without keeping it in memory. */
export function writeShape(path: string, { pieces }: MemoryShape, scale = 1): void {
  const file = openSync(path, 'w')
  for (const piece of pieces(scale)) writeSync(file, piece)
  closeSync(file)
}
