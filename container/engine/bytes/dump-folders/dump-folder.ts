import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpFolderMessages } from '../../catalog/dump-folders.ts'
import { EngineFailure } from '../../failure.ts'

/** A file of the folder, with its name without the ending of its compression. */
export interface FolderFile {
  readonly path: string
  readonly name: string
}

/** A dump in many files, read as one script: definitions, then rows, then statements that need both. */
export interface DumpFolder {
  readonly program: string
  readonly before: readonly string[]
  /** How the rows of each file become SQL, by the path of the file. */
  readonly rows: ReadonlyMap<string, RowsAsSql>
  readonly after: readonly string[]
  readonly notes: readonly Message[]
}

export type RowsAsSql = (unpacked: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** The contents of the files with definitions, by name. Rows are not included. */
export type HeldTexts = ReadonlyMap<string, string>

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``
export const inDatabase = (database: string, script: string): string => `USE ${quoted(database)};\n${script}\n`

/** Completes the last statement of a file. Otherwise it would swallow the start of the next file. */
export async function* wholeStatements(name: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let tail = ''
  for await (const chunk of chunks) {
    tail = (tail + new TextDecoder('latin1').decode(chunk.subarray(-tailBytes))).slice(-tailBytes)
    yield chunk
  }
  refuseCut(name, tail)
  yield new Uint8Array([10])
}

const tailBytes = 256

export function refuseCut(name: string, script: string): void {
  if (/(?:;|\*\/|^|\n(?:--|#)[^\n]*)\s*$/.test(script)) return
  throw new EngineFailure('corrupt_file', dumpFolderMessages.corrupt_file.cutStatement(name))
}
