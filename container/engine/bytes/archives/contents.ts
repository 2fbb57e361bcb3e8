import type { Message } from '../../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../../catalog/archives.ts'
import { dumpFolderMessages } from '../../catalog/dump-folders.ts'
import { EngineFailure } from '../../failure.ts'
import type { ByteSource, Inflate } from '../byte-source.ts'
import { compressionEnding, uncompressed } from '../compressions.ts'
import type { DumpFolder, FolderFile, HeldTexts } from '../dump-folders/dump-folder.ts'
import { joined } from '../joined.ts'
import type { Archive, ArchivedFile } from './archive.ts'

/** The content of an archive: one of its files, or a dump in many files. */
type Contents =
  | { readonly kind: 'file'; readonly path: string; readonly notes: readonly Message[] }
  | { readonly kind: 'folder'; readonly folder: DumpFolder }

export interface OpenedArchive {
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
  readonly bytesRead: () => number
  readonly notes: readonly Message[]
}

/** Each reading of a file opens the archive again. Its contents stay the same. */
const known = new WeakMap<ByteSource, Contents>()

export async function openArchive(
  source: ByteSource,
  inflate: Inflate,
  open: () => Promise<Archive>,
): Promise<OpenedArchive> {
  const contents = known.get(source) ?? (await contentsOf(await open(), inflate))
  known.set(source, contents)
  const archive = await open()
  const { bytesRead } = archive
  if (contents.kind === 'file') {
    const { path, notes } = contents
    return {
      name: path.replace(/^.*\//s, '').replace(compressionEnding, ''),
      chunks: oneFile(archive, path, inflate),
      bytesRead,
      notes,
    }
  }
  const { folder } = contents
  const notes = [dumpFolderMessages.notes.madeBy(folder.program), ...folder.notes]
  return { name: 'dump.sql', chunks: script(archive, folder, inflate), bytesRead, notes }
}

async function* oneFile(archive: Archive, path: string, inflate: Inflate): AsyncIterable<Uint8Array> {
  for await (const file of archive.files) {
    if (file.path !== path) continue
    yield* uncompressed(file.chunks, inflate)
  }
}

async function* script(archive: Archive, folder: DumpFolder, inflate: Inflate): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  for (const text of folder.before) yield encoder.encode(text)
  for await (const file of archive.files) {
    const asSql = folder.rows.get(file.path)
    if (asSql !== undefined) yield* asSql(uncompressed(file.chunks, inflate))
  }
  for (const text of folder.after) yield encoder.encode(text)
}

/** Files that file managers leave behind. */
const litter = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/
/** Names of files that hold definitions, or belong to a dump. */
const heldName = /^(?:metadata|@\..*|[^@]*\.json|.*@.*\.(?:json|sql)|.*-schema(?:-\w+)?\.sql|[^.@]+\.sql)$/
const heldBytesMax = 1 << 24
const allHeldBytesMax = 1 << 26

async function contentsOf(archive: Archive, inflate: Inflate): Promise<Contents> {
  const files: FolderFile[] = []
  const texts = new Map<string, string>()
  let heldBytes = 0
  for await (const file of archive.files) {
    if (litter.test(file.path)) continue
    const name = file.path.replace(/^.*\//s, '').replace(compressionEnding, '')
    files.push({ path: file.path, name })
    if (!heldName.test(name) || file.bytes > heldBytesMax) continue
    const bytes = await held(file, inflate)
    heldBytes += bytes?.length ?? 0
    if (heldBytes > allHeldBytesMax)
      throw new EngineFailure('corrupt_file', dumpFolderMessages.corrupt_file.manyDefinitions)
    if (bytes !== null) texts.set(name, new TextDecoder().decode(bytes))
  }
  return chosen(files, texts)
}

/** Returns a small file as a whole, or null if it turns out to be large. */
async function held(file: ArchivedFile, inflate: Inflate): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of uncompressed(file.chunks, inflate)) {
    length += chunk.length
    if (length > heldBytesMax) return null
    chunks.push(chunk.slice())
  }
  return joined(chunks)
}

async function chosen(files: readonly FolderFile[], texts: HeldTexts): Promise<Contents> {
  const [only] = files
  if (only === undefined) throw new EngineFailure('empty_file', archiveMessages.empty_file)
  if (files.length === 1) return { kind: 'file', path: only.path, notes: [] }
  const { isMysqlShell, mysqlShellFolder } = await import('../dump-folders/mysql-shell.ts')
  const { isMydumper, mydumperFolder } = await import('../dump-folders/mydumper.ts')
  const folderOf = isMysqlShell(files) ? mysqlShellFolder : isMydumper(files, texts) ? mydumperFolder : null
  if (folderOf !== null) {
    refuseTwice(files)
    return { kind: 'folder', folder: folderOf(files, texts) }
  }
  const dumps = files.filter(({ name }) => /\.sql$/i.test(name))
  const [dump] = dumps
  if (dump === undefined || dumps.length > 1) throw severalFiles(files)
  const others = files.filter((file) => file !== dump).map(({ path }) => path)
  return { kind: 'file', path: dump.path, notes: [dumpFolderMessages.notes.others(dump.path, listed(others))] }
}

const listed = (paths: readonly string[]): string =>
  paths.length > 10 ? `${paths.slice(0, 10).join(', ')} and ${paths.length - 10} more` : paths.join(', ')

function refuseTwice(files: readonly FolderFile[]): void {
  const names = new Set<string>()
  for (const { name } of files) {
    if (names.has(name))
      throw new EngineFailure('unsupported_format', dumpFolderMessages.unsupported_format.twice(name))
    names.add(name)
  }
}

function severalFiles(files: readonly FolderFile[]): EngineFailure {
  const named = files
    .slice(0, 10)
    .map(({ path }) => ({ code: 'zip_entry' as const, value: path, message: archiveMessages.zip_entry }))
  return new EngineFailure('unsupported_format', archiveMessages.unsupported_format.severalFiles(files.length), named)
}
