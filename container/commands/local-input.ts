import { commandMessages } from './catalog/commands.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileSink } from '../run/file-sink.ts'
import { type FileSource, fileSourceOf, openFileSource } from '../run/file-source.ts'
import { UsageError } from './command.ts'
import { kindOf, namesIn } from './local-paths.ts'
import { didYouMean, nearest } from './nearest.ts'

const { createReadStream, mkdtempSync, openSync, rmSync, statSync } = process.getBuiltinModule('node:fs')

const namesExamined = 1000
/** Standard input and other pipes are copied to the disk, because a file may be read twice. */
const spooledBytesMax = 50 * 2 ** 30

/** Reports a file that does not exist or may not be read. */
export class UnreadableFile extends UsageError {}

export interface LocalInput {
  /** The path as the user typed it. `-` is standard input. */
  readonly path: string
  /** The file name that gives the table its name. */
  readonly name: string
  readonly source: FileSource
}

export async function openLocalInput(path: string): Promise<LocalInput> {
  if (path === '-') return { path, source: await spooled(process.stdin), name: 'input' }
  try {
    return { path, source: await openSource(path), name: path.replace(/^.*[\\/]/, '') }
  } catch (error) {
    throw new UnreadableFile(commandMessages.files.cannotRead(path, reasonOf(error as Error, path)))
  }
}

function openSource(path: string): FileSource | Promise<FileSource> {
  const kind = statSync(path)
  if (kind.isDirectory()) throw new Error(commandMessages.readReasons.folder)
  return kind.isFile() ? openFileSource(path) : spooled(createReadStream(path))
}

/** Explains in a few words why a file cannot be read. A missing one may have been misspelled. */
export function reasonOf(error: Error, path: string): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && isUrl(path)) return reasonOfUrl(path)
  if (code === 'ENOENT') return commandMessages.readReasons.missing(nearFile(path))
  if (code === 'EACCES') return commandMessages.readReasons.forbidden
  return error.message
}

/** Tests for a URL where a path belongs. */
export const isUrl = (path: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(path)

function reasonOfUrl(url: string): string {
  if (/^https?:/i.test(url)) return commandMessages.readReasons.url
  return /^file:/i.test(url) ? commandMessages.readReasons.fileUrl : commandMessages.readReasons.otherUrl
}

/** Asks for the file in the same folder with a similar name, or returns an empty string. */
function nearFile(path: string): string {
  const [folder = ''] = /^.*[\\/]/.exec(path) ?? []
  const name = path.slice(folder.length)
  const names = namesIn(folder === '' ? '.' : folder).slice(0, namesExamined)
  // The name itself is in the folder if it is a link to a missing file.
  const meant = nearest(
    name,
    names.filter((other) => other !== name && kindOf(folder + other)?.isFile() === true),
  )
  return meant === null ? '' : didYouMean(folder + meant)
}

/** Copies a pipe to an unlinked temporary file, which disappears with the process. */
async function spooled(pipe: Readable): Promise<FileSource> {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-'))
  const fd = openSync(join(folder, 'input'), 'wx+')
  rmSync(folder, { recursive: true, force: true })
  const sink = fileSink(fd)
  let bytes = 0
  for await (const chunk of pipe as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > spooledBytesMax) throw new UsageError(commandMessages.files.largeInput)
    await sink.write(chunk)
  }
  return fileSourceOf(fd)
}
