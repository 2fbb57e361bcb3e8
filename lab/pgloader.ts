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
import { type Question, questions } from './pgloader/questions.ts'
import { traps } from './pgloader/traps.ts'
import { freePort } from '../scripts/local/ports.ts'

/**
 * Moves the same databases with pgloader (server to server) and with Rowmill (dump to script to psql). Lists every
 * column with differences between source and target rows, and prints a table for `docs/measurements/dumps.md`.
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
type Target = Awaited<ReturnType<typeof postgresql.fresh>>
const shown = (text: string): string => text.replaceAll('|', '\\|')
try {
  console.log('| database | column | pgloader | Rowmill |\n|---|---|---|---|')
  for (const source of sources) await compareCells(source)
  console.log('\n| question | pgloader | Rowmill |\n|---|---|---|')
  for (const [at, question] of questions.entries()) await compareAnswers(`question_${at + 1}`, question)
} finally {
  await Promise.all([mariadb.stop(), postgresql.stop()])
  rmSync(folder, { recursive: true, force: true })
}

async function compareCells({ name, script }: { readonly name: string; readonly script: string }): Promise<void> {
  await fill(name, script)
  const before = await cellsOfMariadb(mariadb, name)
  const [fromPgloader, fromUs] = [await cellsAfter(name, byPgloader), await cellsAfter(name, byRowmill)]
  for (const [place, cells] of before) {
    const verdicts = [verdict(cells, fromPgloader.get(place)), verdict(cells, fromUs.get(place))]
    const isTrap = name.startsWith('trap') && !place.endsWith('.id')
    if (isTrap || verdicts.some((one) => one !== 'same'))
      console.log(`| ${isTrap ? shown(script) : name} | ${place} | ${verdicts.join(' | ')} |`)
  }
  if (!name.startsWith('trap')) console.log(`| ${name} | ${before.size} columns compared | | |`)
}

async function compareAnswers(name: string, { about, script, query }: Question): Promise<void> {
  await fill(name, script)
  const answers: string[] = []
  for (const move of [byPgloader, byRowmill]) {
    const into = await postgresql.fresh()
    await move(name, into)
    const answer = await into
      .query(`SET search_path = ${name}, public; ${query}`)
      .catch(({ message }: Error) => [[/ERROR:\s*(.*)/.exec(message)?.[1] ?? message]])
    answers.push(answer.flat().join(', ') || 'none')
  }
  console.log(`| ${shown(about)} | ${answers.map(shown).join(' | ')} |`)
}

async function fill(name: string, script: string): Promise<void> {
  const rights = `GRANT ALL ON ${name}.* TO loader@localhost; GRANT PROCESS ON *.* TO loader@localhost;`
  await mariadb.administer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4; ${rights}`)
  await mariadb.administer(script.replaceAll(/^(?:DROP|CREATE) (?:DATABASE|SCHEMA) .*$|^USE .*$/gm, ''), name)
}

async function cellsAfter(
  name: string,
  move: (name: string, into: Target) => Promise<void>,
): Promise<Map<string, Cells>> {
  const into = await postgresql.fresh()
  await move(name, into)
  return cellsOfPostgresql(into)
}

async function byPgloader(name: string, into: Target): Promise<void> {
  const command = join(folder, `${name}.load`)
  writeFileSync(command, `LOAD DATABASE FROM mysql://loader@127.0.0.1:${port}/${name} INTO ${into.url};\n`)
  const { code, stdout } = await run('/usr/bin/pgloader', ['--root-dir', folder, command])
  if (code !== 0) console.error(`pgloader ended with ${code}: ${stdout.slice(0, 3000)}`)
}

async function byRowmill(name: string, into: Target): Promise<void> {
  const sink = memorySink()
  const source = memorySource(await mariadb.dump(name))
  const spec = specSchema.parse({ output: { dialect: 'postgresql', style: 'bulk', column_names: 'as_written' } })
  const outcome = await convert({ name: 'dump.sql', source, sink, spec, inflate: nodeInflate })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  await into.load(sink.text())
}

function verdict(before: Cells, after: Cells | undefined): string {
  if (after === undefined) return 'missing'
  if (after.values.length !== before.values.length) return `${after.values.length} of ${before.values.length} rows`
  const changed = lost(before, after)
  return changed === 0 ? 'same' : `${changed} of ${before.values.length} cells differ (${after.type})`
}
