// Runs DuckDB's Node package on all cores. It detects the format itself and writes the rows back as CSV.
import { DuckDBInstance } from '@duckdb/node-api'

const [format, input, output] = process.argv.slice(2)
const readers = { csv: 'read_csv_auto', tsv: 'read_csv_auto', ndjson: 'read_ndjson_auto', json: 'read_json_auto' }
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(`COPY (SELECT * FROM ${readers[format]}('${input}')) TO '${output}' (FORMAT csv, HEADER)`)
