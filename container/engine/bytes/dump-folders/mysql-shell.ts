import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpFolderMessages } from '../../catalog/dump-folders.ts'
import { EngineFailure } from '../../failure.ts'
import { delimitedRows, type RowsFormat } from './delimited-rows.ts'
import {
  type DumpFolder,
  type FolderFile,
  type HeldTexts,
  inDatabase,
  refuseCut,
  type RowsAsSql,
} from './dump-folder.ts'

const { notes, corrupt_file } = dumpFolderMessages
const corrupt = (message: Message): EngineFailure => new EngineFailure('corrupt_file', message)

export const isMysqlShell = (files: readonly FolderFile[]): boolean => files.some(({ name }) => name === '@.json')

type Json = Readonly<Record<string, unknown>>

/** The facts about rows in `schema@table.json`. */
interface TableFacts {
  readonly base: string
  readonly schema: string
  readonly extension: string
  readonly format: RowsFormat
}

/** Returns a folder of util.dumpInstance(), dumpSchemas() or dumpTables(). */
export function mysqlShellFolder(files: readonly FolderFile[], texts: HeldTexts): DumpFolder {
  const facts = texts.get('@.json') === undefined ? {} : jsonOf('@.json', texts)
  const named = new Set(files.map(({ name }) => name))
  const schemas = files.flatMap(({ name }) => schemaOf(name, texts))
  const tables = files.flatMap(({ name }) => tableOf(name, texts))
  const script = (name: string, schema: string): string[] => {
    if (!named.has(name)) return []
    const text = textOf(name, texts)
    refuseCut(name, text)
    return [inDatabase(schema, text)]
  }
  const isDone = named.has('@.done.json')
  const sizes = isDone ? recordOf(jsonOf('@.done.json', texts)['chunkFileBytes']) : {}
  refuseMissing(Object.keys(sizes), files)
  const shellNotes: Message[] = isDone ? [] : [notes.unfinishedShell]
  if (named.has('@.users.sql')) shellNotes.push(notes.accounts)
  return {
    program: 'MySQL Shell',
    before: [
      headOf(facts),
      ...schemas.flatMap(({ base, name }) => script(`${base}.sql`, name)),
      ...tables.flatMap(({ base, schema }) => script(`${base}.sql`, schema)),
    ],
    rows: new Map(files.flatMap((file) => rowsOf(file, tables, sizes))),
    after: [
      ...schemas.flatMap(({ name, views }) => views.flatMap((base) => script(`${base}.sql`, name))),
      ...tables.flatMap(({ base, schema }) => script(`${base}.triggers.sql`, schema)),
    ],
    notes: shellNotes,
  }
}

/** Returns the settings for a table's rows, which are in this character set and usually in UTC. */
function headOf(facts: Json): string {
  const charset = facts['defaultCharacterSet']
  const zone = facts['tzUtc'] === false ? '' : "SET TIME_ZONE='+00:00';\n"
  return `SET NAMES ${typeof charset === 'string' && /^\w+$/.test(charset) ? charset : 'utf8mb4'};\n${zone}`
}

function schemaOf(
  name: string,
  texts: HeldTexts,
): { readonly base: string; readonly name: string; readonly views: readonly string[] }[] {
  if (!/^[^@]+\.json$/.test(name)) return []
  const { schema, views, basenames } = jsonOf(name, texts)
  if (typeof schema !== 'string') return []
  const bases = recordOf(basenames)
  const viewBases = Array.isArray(views)
    ? views.map((view) => bases[String(view)]).filter((base) => typeof base === 'string')
    : []
  return [{ base: name.replace(/\.json$/, ''), name: schema, views: viewBases }]
}

function tableOf(name: string, texts: HeldTexts): TableFacts[] {
  if (!/^.+@.+\.json$/.test(name) || name.startsWith('@.')) return []
  const { options, extension } = jsonOf(name, texts)
  const { schema, table, columns, decodeColumns, ...format } = recordOf(options)
  if (typeof schema !== 'string' || typeof table !== 'string' || !Array.isArray(columns)) {
    throw corrupt(corrupt_file.noTable(name))
  }
  const text = (value: unknown, usual: string): string => (typeof value === 'string' ? value : usual)
  return [
    {
      base: name.replace(/\.json$/, ''),
      schema,
      extension: text(extension, 'tsv.zst'),
      format: {
        schema,
        table,
        columns: columns.map(String),
        decoded: new Map(Object.entries(recordOf(decodeColumns)).map(([column, how]) => [column, String(how)])),
        fieldEnd: text(format['fieldsTerminatedBy'], '\t'),
        lineEnd: text(format['linesTerminatedBy'], '\n'),
        escape: text(format['fieldsEscapedBy'], '\\'),
        quote: text(format['fieldsEnclosedBy'], ''),
      },
    },
  ]
}

/**
 * Finds the table of a file with rows. Its name is `schema@table.tsv` or `schema@table@0.tsv`, and the last one is
 * `schema@table@@9.tsv`. A partition has `schema@table@part@0.tsv`.
 */
function rowsOf(file: FolderFile, tables: readonly TableFacts[], sizes: Json): [string, RowsAsSql][] {
  const plain = (extension: string): string => extension.replace(/\.(?:zst|gz)$/, '')
  const owner = tables
    .filter(({ base, extension }) => {
      const rest = file.name.startsWith(base) ? file.name.slice(base.length) : ''
      return rest.endsWith(`.${plain(extension)}`) && (rest.startsWith('@') || rest.startsWith('.'))
    })
    .toSorted((a, b) => b.base.length - a.base.length)[0]
  if (owner === undefined) return []
  const size = sizes[file.path.replace(/^.*\//s, '')]
  return [[file.path, (chunks) => delimitedRows(owner.format, ofSize(file.name, chunks, size))]]
}

/** Checks the length of a file, because the dump contains the unpacked length of each file. */
async function* ofSize(name: string, chunks: AsyncIterable<Uint8Array>, size: unknown): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    yield chunk
  }
  if (typeof size === 'number' && size !== bytes) throw corrupt(corrupt_file.incomplete(name))
}

function refuseMissing(expected: readonly string[], files: readonly FolderFile[]): void {
  const there = new Set(files.map(({ path }) => path.replace(/^.*\//s, '')))
  const missing = expected.find((name) => !there.has(name))
  if (missing !== undefined) throw corrupt(corrupt_file.missing(missing))
}

function textOf(name: string, texts: HeldTexts): string {
  const text = texts.get(name)
  if (text === undefined) throw corrupt(corrupt_file.longDefinitions(name))
  return text
}

function jsonOf(name: string, texts: HeldTexts): Json {
  try {
    return recordOf(JSON.parse(textOf(name, texts)))
  } catch (error) {
    if (error instanceof SyntaxError) throw corrupt(corrupt_file.notJson(name))
    throw error
  }
}

const recordOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
