import { dumpFolderMessages } from '../../catalog/dump-folders.ts'
import { EngineFailure } from '../../failure.ts'
import {
  type DumpFolder,
  type FolderFile,
  type HeldTexts,
  inDatabase,
  quoted,
  refuseCut,
  type RowsAsSql,
  wholeStatements,
} from './dump-folder.ts'

/**
 * Names of files with definitions, such as `shop-schema-create.sql`, `shop.orders-schema.sql` and
 * `shop.orders-schema-triggers.sql`.
 */
const definition = /^(.+)-schema(?:-(create|view|triggers|post|sequence|tablespace))?\.sql$/
const rowsFile = /^.+\..+\.sql$/
/** Names of files about the dump itself. */
const about = /(?:^|[-.])(?:metadata|checksum)(?:\.partial)?$/
const rowsBeside = /\.(?:dat|csv)$/

/** Returns whether mydumper wrote the folder. It makes a file for each definition and each piece of a table. */
export function isMydumper(files: readonly FolderFile[], texts: HeldTexts): boolean {
  if (files.some(({ name }) => name.endsWith('-schema-create.sql') || /^.+\..+-schema\.sql$/.test(name))) return true
  return (
    /(?:Started|Finished) dump at/i.test(texts.get('metadata') ?? '') && files.some(({ name }) => rowsFile.test(name))
  )
}

/** Definitions in the order in which they must be loaded. */
const orderBefore = ['create', 'tablespace', 'sequence', undefined]
const orderAfter = ['view', 'triggers', 'post']

export function mydumperFolder(files: readonly FolderFile[], texts: HeldTexts): DumpFolder {
  const databases = files.flatMap(({ name }) => /^(.+)-schema-create\.sql$/.exec(name)?.[1] ?? [])
  const definitions = files.flatMap(({ name }) => definitionOf(name, texts, databases))
  const inOrder = (kinds: readonly (string | undefined)[]): string[] =>
    kinds.flatMap((kind) => definitions.filter((one) => one.kind === kind).map(({ script }) => script))
  const rows = new Map(
    files.filter(({ name }) => holdsRows(name)).map(({ path, name }) => [path, rowsOf(name, databases)] as const),
  )
  const isFinished = /Finished dump at/i.test(texts.get('metadata') ?? '')
  return {
    program: 'mydumper',
    before: inOrder(orderBefore),
    rows,
    after: inOrder(orderAfter),
    notes: isFinished ? [] : [dumpFolderMessages.notes.unfinishedMydumper],
  }
}

function definitionOf(
  name: string,
  texts: HeldTexts,
  databases: readonly string[],
): { readonly kind: string | undefined; readonly script: string }[] {
  const [, owner = '', kind] = definition.exec(name) ?? []
  if (owner === '') return []
  const script = texts.get(name)
  if (script === undefined)
    throw new EngineFailure('corrupt_file', dumpFolderMessages.corrupt_file.longDefinitions(name))
  refuseCut(name, script)
  if (kind === 'create') return [{ kind, script: `${script}\n` }]
  const database = databaseOf(owner, databases)
  return [{ kind, script: inDatabase(database, kind === 'triggers' || kind === 'post' ? delimited(script) : script) }]
}

function holdsRows(name: string): boolean {
  if (definition.test(name) || about.test(name)) return false
  if (rowsBeside.test(name)) {
    throw new EngineFailure('unsupported_format', dumpFolderMessages.unsupported_format.loadData(name))
  }
  return rowsFile.test(name)
}

const rowsOf = (name: string, databases: readonly string[]): RowsAsSql =>
  async function* asSql(chunks) {
    yield new TextEncoder().encode(`USE ${quoted(databaseOf(name, databases))};\n`)
    yield* wholeStatements(name, chunks)
  }

/**
 * Returns the database at the start of a name. If a database has a dot in its name, only its own file shows where that
 * name ends.
 */
function databaseOf(owner: string, databases: readonly string[]): string {
  const known = databases.filter((database) => owner === database || owner.startsWith(`${database}.`))
  return known.toSorted((a, b) => b.length - a.length)[0] ?? owner.replace(/\..*$/s, '')
}

/** mydumper ends a statement with a semicolon and a line end, which do not occur within a statement. */
function delimited(script: string): string {
  let delimiter = '$$'
  while (script.includes(delimiter)) delimiter += '$'
  const statements = script.split(/;\r?\n/).filter((statement) => statement.trim() !== '')
  return `DELIMITER ${delimiter}\n${statements.map((statement) => `${statement.replace(/;\s*$/, '')}\n${delimiter}\n`).join('')}DELIMITER ;\n`
}
