import { commandMessages } from './catalog/commands.ts'
import { devNull } from 'node:os'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { fileSink, pieceBytes } from '../run/file-sink.ts'
import { UsageError } from './command.ts'
import { kindOf } from './local-paths.ts'

const { closeSync, fchmodSync, openSync, realpathSync, renameSync, rmSync } = process.getBuiltinModule('node:fs')

/** The destination of a conversion. An unfinished output leaves nothing behind. */
export interface LocalOutput {
  readonly sink: ByteSink
  /** Completes the output. */
  finish(): Promise<void>
  /** Discards the output of a failed conversion, and keeps any earlier file. */
  discard(): Promise<void>
}

export function openLocalOutput(path: string | undefined): LocalOutput {
  if (path === undefined || path === '-') return standardOutput()
  const present = kindOf(path)
  if (present?.isDirectory() === true) throw new UsageError(commandMessages.files.isFolder(path))
  try {
    return present === null || present.isFile() ? replacedFile(path) : devicePath(path)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * Writes the file next to its destination, and moves it there when it is complete. A link keeps pointing to the file.
 */
function replacedFile(path: string): LocalOutput {
  const present = kindOf(path)
  const place = present === null ? path : realpathSync(path)
  // Every process uses a different name. An existing file with that name is not opened.
  const beside = `${place}.${process.pid.toString(36)}${process.hrtime.bigint().toString(36)}.part`
  watchSignals()
  const fd = openSync(beside, 'wx')
  unfinished.add(beside)
  return {
    sink: fileSink(fd, true),
    async finish() {
      keepMode(fd, present?.mode)
      closeSync(fd)
      try {
        renameSync(beside, place)
        unfinished.delete(beside)
      } catch (error) {
        throw cannotWrite(path, error)
      }
    },
    async discard() {
      closeSync(fd)
      rmSync(beside, { force: true })
      unfinished.delete(beside)
    },
  }
}

const unfinished = new Set<string>()
let isWatching = false

/** Signals such as Ctrl-C remove unfinished files before their usual effect. */
function watchSignals(): void {
  if (!isWatching) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, removeUnfinished)
  isWatching = true
}

function removeUnfinished(signal: NodeJS.Signals): void {
  for (const path of unfinished) rmSync(path, { force: true })
  process.kill(process.pid, signal)
}

/** Sets the mode of a file. Some file systems have no modes and refuse to set one, which is not an error. */
function keepMode(fd: number, mode: number | undefined): void {
  if (mode === undefined) return
  try {
    fchmodSync(fd, mode)
  } catch {
    // The output keeps the mode of a new file.
  }
}

/** Writes directly to a pipe or a device. The null device stores nothing, so a restart has nothing to remove. */
function devicePath(path: string): LocalOutput {
  const fd = openSync(path, 'w')
  const close = async (): Promise<void> => closeSync(fd)
  const forgets = path === devNull ? { restart: () => Promise.resolve() } : {}
  return { sink: { ...fileSink(fd), ...forgets }, finish: close, discard: close }
}

export const cannotWrite = (path: string, error: unknown): UsageError =>
  new UsageError(commandMessages.files.cannotWrite(path, reasonOf(error as NodeJS.ErrnoException)))

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return commandMessages.writeReasons.noFolder
  if (code === 'EEXIST') return commandMessages.writeReasons.isFile
  if (code === 'ENOTDIR') return commandMessages.writeReasons.notFolder
  if (code === 'EACCES' || code === 'EPERM') return commandMessages.writeReasons.forbidden
  if (code === 'EROFS') return commandMessages.writeReasons.readOnly
  if (code === 'ENOSPC') return commandMessages.writeReasons.full
  return message
}

function standardOutput(): LocalOutput {
  const done = (): Promise<void> => Promise.resolve()
  return { sink: streamSink(process.stdout), finish: done, discard: done }
}

export function streamSink(stream: NodeJS.WritableStream): ByteSink {
  // The failed write reports the error. The stream's own event must not end the process.
  stream.on('error', () => undefined)
  return {
    async write(chunk) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await new Promise<void>((done, reject) => {
          stream.write(piece, (error) => (error ? reject(error) : done()))
        })
      }
    },
  }
}
