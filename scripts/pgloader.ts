import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memorySink, memorySource } from '../container/engine/bytes/memory-source.ts'
import { convert } from '../container/engine/convert.ts'
import { nodeInflate } from '../container/run/node-inflate.ts'
import { specSchema } from '../src/contract/spec.ts'
import { startMariadb } from '../test/databases/mariadb.ts'
import { startPostgresql } from '../test/databases/postgresql.ts'
import { run, temporaryFolder } from '../test/databases/processes.ts'
import { type Cells, cellsOfMariadb, cellsOfPostgresql, lost } from './pgloader/cells.ts'
import { traps } from './pgloader/traps.ts'
import { freePort } from './local/ports.ts'

/**
 * Moves the same databases with pgloader (server to server) and with Rowmill (dump to script to psql), and tells every
 * column in which the rows that arrived are not the rows that left. Prints a table for `docs/mysql-dumps.md`.
 */
const corpus = join(import.meta.dirname, '../../shared/corpus/dumps')
const databases = [
  ['chinook', 'chinook/DataSources_Chinook_MySql_AutoIncrementPKs.sql'],
  ['sakila', 'sakila/mysql-sakila-schema.sql'],
].flatMap(([name = '', path = '']) =>
  existsSync(join(corpus, path)) ? [{ name, script: readFileSync(join(corpus, path), 'utf8') }] : [],
)
const sources = [...databases, ...traps.map((script, at) => ({ name: `trap_${at + 1}`, script }))]

const port = await freePort()
const [mariadb, postgresql] = await Promise.all([startMariadb(port), startPostgresql()])
const folder = temporaryFolder('pgloader', {})
try {
  console.log('| database | table.column | pgloader | Rowmill |\n|---|---|---|---|')
  for (const { name, script: original } of sources) {
    await mariadb.administer(
      `CREATE DATABASE ${name} CHARACTER SET utf8mb4; GRANT ALL ON ${name}.* TO loader@localhost; GRANT PROCESS ON *.* TO loader@localhost;`,
    )
    const script = original.replaceAll(/^(?:DROP|CREATE) (?:DATABASE|SCHEMA) .*$|^USE .*$/gm, '')
    await mariadb.administer(script, name)
    const left = await cellsOfMariadb(mariadb, name)
    const [byPgloader, byUs] = [await withPgloader(name), await withRowmill(name)]
    for (const [place, cells] of left) {
      const told = [verdict(cells, byPgloader.get(place)), verdict(cells, byUs.get(place))]
      const isTrap = name.startsWith('trap') && !place.endsWith('.id')
      if (isTrap || told.some((one) => one !== 'same'))
        console.log(`| ${isTrap ? original.replaceAll('|', '\\|') : name} | ${place} | ${told.join(' | ')} |`)
    }
    if (!name.startsWith('trap')) console.log(`| ${name} | ${left.size} columns compared | | |`)
  }
} finally {
  await Promise.all([mariadb.stop(), postgresql.stop()])
  rmSync(folder, { recursive: true, force: true })
}

async function withPgloader(name: string): Promise<Map<string, Cells>> {
  const into = await postgresql.fresh()
  const command = join(folder, `${name}.load`)
  writeFileSync(command, `LOAD DATABASE FROM mysql://loader@127.0.0.1:${port}/${name} INTO ${into.url};\n`)
  const { code, stdout, stderr } = await run('/usr/bin/pgloader', ['--root-dir', folder, command])
  if (process.env['SHOW'] !== undefined) console.error(stdout)
  if (code !== 0) console.error(`pgloader ended with ${code}: ${stdout.slice(0, 3000)}${stderr.slice(0, 2000)}`)
  return cellsOfPostgresql(into)
}

async function withRowmill(name: string): Promise<Map<string, Cells>> {
  const into = await postgresql.fresh()
  const sink = memorySink()
  const source = memorySource(await mariadb.dump(name))
  const spec = specSchema.parse({ output: { dialect: 'postgresql', style: 'bulk', column_names: 'as_written' } })
  const outcome = await convert({ name: 'dump.sql', source, sink, spec, inflate: nodeInflate })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  await into.load(sink.text())
  return cellsOfPostgresql(into)
}

function verdict(before: Cells, after: Cells | undefined): string {
  if (after === undefined) return 'missing'
  if (after.values.length !== before.values.length) return `${after.values.length} of ${before.values.length} rows`
  const changed = lost(before, after)
  return changed === 0 ? 'same' : `${changed} of ${before.values.length} cells differ (${after.type})`
}
