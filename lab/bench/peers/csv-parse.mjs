// Runs csv-parse as a stream, with its own casting, and hand-written INSERT statements around it.
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parse } from 'csv-parse'

const [input, output] = process.argv.slice(2)
const out = createWriteStream(output)
const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL'))
let pending = []
for await (const row of createReadStream(input).pipe(parse({ cast: true, from_line: 2 }))) {
  pending.push(`(${row.map(literal).join(',')})`)
  if (pending.length < 500) continue
  if (!out.write(`INSERT INTO t VALUES\n${pending.join(',\n')};\n`)) await once(out, 'drain')
  pending = []
}
if (pending.length > 0) out.write(`INSERT INTO t VALUES\n${pending.join(',\n')};\n`)
out.end()
