// Runs papaparse as a stream, with its own typing, and hand-written INSERT statements around it.
import { createReadStream, createWriteStream } from 'node:fs'
import Papa from 'papaparse'

const [input, output] = process.argv.slice(2)
const out = createWriteStream(output)
const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL'))
let pending = []
const flush = () => {
  if (pending.length > 0) out.write(`INSERT INTO t VALUES\n${pending.join(',\n')};\n`)
  pending = []
}
Papa.parse(createReadStream(input), {
  header: false,
  dynamicTyping: true,
  step: ({ data }) => {
    pending.push(`(${data.map(literal).join(',')})`)
    if (pending.length === 500) flush()
  },
  complete: () => {
    flush()
    out.end()
  },
})
