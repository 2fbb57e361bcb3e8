import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileSource, fileSourceOf, openFileSource } from '../run/file-source.ts'
import { UsageError } from './command.ts'

const { createReadStream } = process.getBuiltinModule('node:fs')

/** Standard input and other pipes are copied to the disk, because a file may be read twice. */
const spooledBytesMax = 50 * 2 ** 30

export interface LocalInput {
  /** As the person named it; `-` is standard input. */
  readonly path: string
  /** The name that the table is called after. */
  readonly name: string
  readonly source: FileSource
}

export async function openLocalInput(path: string): Promise<LocalInput> {
  if (path === '-') return { path, source: await spooled(process.stdin), name: 'input' }
  const refuse = (error: Error): never => {
    throw new UsageError(`Cannot read ${path}: ${reasonOf(error)}`)
  }
  const kind = await stat(path).catch(refuse)
  if (kind.isDirectory()) refuse(new Error('it is a folder. Name the files in it, such as folder/*.csv.'))
  const source = kind.isFile() ? openFileSource(path) : spooled(createReadStream(path))
  return { path, source: await source.catch(refuse), name: path.replace(/^.*[\\/]/, '') }
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EACCES') return 'you may not read it.'
  return error.message
}

/** A pipe goes to a file without a name, which leaves with the process. */
async function spooled(pipe: Readable): Promise<FileSource> {
  const folder = await mkdtemp(join(tmpdir(), 'rowmill-'))
  const file = await open(join(folder, 'input'), 'wx+')
  await rm(folder, { recursive: true, force: true })
  await writeFile(file, bounded(pipe))
  return fileSourceOf(file)
}

async function* bounded(pipe: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of pipe as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > spooledBytesMax) throw new UsageError('Standard input is larger than 50 GiB. Convert a file instead.')
    yield chunk
  }
}
