// Runs uDSV in chunks, with its own type inference, and hand-written INSERT statements around it.
import { createReadStream, createWriteStream } from 'node:fs'
import { inferSchema, initParser } from 'udsv'

const [input, output] = process.argv.slice(2)
const out = createWriteStream(output)
const literal = (value) =>
  value === null
    ? 'NULL'
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`
let pending = []
const flush = () => {
  if (pending.length > 0) out.write(`INSERT INTO t VALUES\n${pending.join(',\n')};\n`)
  pending = []
}
const write = (row) => {
  pending.push(`(${row.map(literal).join(',')})`)
  if (pending.length === 500) flush()
}
let parser = null
for await (const chunk of createReadStream(input, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
  parser ??= initParser(inferSchema(chunk))
  parser.chunk(chunk, parser.typedArrs, write)
}
parser.end()
flush()
out.end()
