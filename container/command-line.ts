import { isUtf8 } from 'node:buffer'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { dialects } from '../src/contract/spec-values.ts'
import type { Spec } from '../src/contract/spec.ts'
import type { ByteSink } from './engine/bytes/byte-source.ts'
import { convert } from './engine/convert.ts'
import { fileSink } from './run/file-sink.ts'
import { type FileSource, fileSourceOf, openFileSource } from './run/file-source.ts'
import { nodeInflate } from './run/node-inflate.ts'
import { pieceBytes } from './run/piece-size.ts'
import { ProgressLine } from './run/progress-line.ts'
import { specFlags, specOfFlags, withFlags } from './spec-flags.ts'

const usage = `Usage: npm run -s convert -- FILE --dialect ${dialects.join('|')}
         [--spec FILE.json] [--format sql|csv|json] [--style inserts|bulk] [--table T] [--sheet S] [--encoding E]
         [-o OUT] [--report FILE.json] [--quiet]
FILE may be - for standard input. Without -o, or with -o -, the output goes to standard output.`

// Not imported: for its names as a module, Node would read every export of these two, and load the streams, sockets and
// threads behind them. It is a tenth of the time that a small file takes.
const { createReadStream } = process.getBuiltinModule('node:fs')
const { parseArgs } = process.getBuiltinModule('node:util')

class UsageError extends Error {}

const textFlags = Object.fromEntries(Object.keys(specFlags).map((name) => [name, { type: 'string' }])) as {
  readonly [Name in keyof typeof specFlags]: { readonly type: 'string' }
}

const options = {
  ...textFlags,
  spec: { type: 'string' },
  output: { type: 'string', short: 'o' },
  report: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

type Values = ReturnType<typeof parse>['values']

function fileOf(positionals: readonly string[]): string {
  const [command, file, ...more] = positionals
  if (command !== 'convert' || file === undefined || more.length > 0) throw new UsageError(usage)
  return file
}

/** Flags win over the spec file. The parser is loaded for a spec file, and for flags that may be wrong. */
async function specOf(values: Values): Promise<Spec> {
  const spec = values.spec === undefined ? specOfFlags(values) : null
  if (spec !== null) return spec
  const given = values.spec === undefined ? {} : await readJson(values.spec)
  const { readSpec } = await import('../src/contract/spec.ts')
  const reading = readSpec(withFlags(given, values))
  if (!reading.ok) throw new UsageError(`${reading.reasons.join('\n')}\n${usage}`)
  return reading.spec
}

async function readJson(path: string): Promise<unknown> {
  try {
    // Without the byte order mark that some editors begin a file with.
    return JSON.parse(new TextDecoder().decode(await readFile(path)))
  } catch (error) {
    throw new UsageError(`Cannot read the spec ${path}: ${(error as Error).message}`)
  }
}

async function openInput(file: string): Promise<{ source: FileSource; name: string }> {
  if (file === '-') return { source: await spooled(process.stdin), name: 'input' }
  const refuse = (error: Error): never => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`)
  }
  const kind = await stat(file).catch(refuse)
  if (kind.isDirectory()) refuse(new Error('it is a folder'))
  const source = kind.isFile() ? openFileSource(file) : spooled(createReadStream(file))
  return { source: await source.catch(refuse), name: file.replace(/^.*\//, '') }
}

/** A pipe has no size and no end to start from, so it goes to a file first: one without a name, which leaves with the process. */
async function spooled(pipe: Readable): Promise<FileSource> {
  const folder = await mkdtemp(join(tmpdir(), 'rowmill-'))
  const file = await open(join(folder, 'input'), 'wx+')
  await rm(folder, { recursive: true, force: true })
  await writeFile(file, pipe)
  return fileSourceOf(file)
}

/** What is written must not be what is read, by whatever name: it would be empty before it is read. Nor is one written over the other. */
async function keepsApart(file: string, { output, report }: Values): Promise<void> {
  if (output !== undefined && report !== undefined && resolve(output) === resolve(report)) {
    const written = await stat(output).catch(() => null)
    if (written?.isFile() ?? true) throw new UsageError(`${report} cannot hold both the output and the report.`)
  }
  const read = await stat(file).catch(() => null)
  if (read?.isFile() !== true) return
  for (const path of [output, report]) {
    const written = path === undefined ? null : await stat(path).catch(() => null)
    if (written !== null && written.dev === read.dev && written.ino === read.ino)
      throw new UsageError(`${path} is the file that is read: write to another one.`)
  }
}

const cannotWrite =
  (path: string) =>
  (error: Error): never => {
    throw new UsageError(`Cannot write ${path}: ${error.message}`)
  }

/** A pipe or a device cannot be written again from its start. A file that does not exist yet will be a regular one. */
async function isRegular(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false
  const found = await stat(path).catch(() => null)
  return found === null || found.isFile()
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parse(args)
  if (values.help === true) {
    console.log(usage)
    return 0
  }
  const file = fileOf(positionals)
  const spec = await specOf(values)
  await keepsApart(file, values)
  const input = await openInput(file)
  const path = values.output === '-' ? undefined : values.output
  // Opened meanwhile: emptying a large file that was there takes longer than finding out what the input is.
  const output = path === undefined ? null : open(path, 'w').catch(cannotWrite(path))
  // Whoever writes sees the error; a conversion that ends before that must not bring the process down.
  output?.catch(() => undefined)
  const isTerminal = values.quiet !== true && process.stderr.isTTY
  const progress = isTerminal ? new ProgressLine(input.source.size, process.stderr) : null
  try {
    const outcome = await convert({
      name: input.name,
      source: input.source,
      sink: output === null ? standardOutput() : fileSink(output, await isRegular(path)),
      spec,
      inflate: nodeInflate,
      isUtf8,
      onProgress: (at) => {
        progress?.show(at)
        return 'continue'
      },
    })
    progress?.clear()
    if (outcome.kind === 'failed') {
      console.error(JSON.stringify({ error: outcome.failure }))
      return 1
    }
    if (outcome.kind === 'stopped') return 1
    if (values.report !== undefined) {
      const report = `${JSON.stringify(outcome.report, null, 2)}\n`
      await writeFile(values.report, report).catch(cannotWrite(values.report))
    }
    const { rows, fixes } = outcome.report
    if (values.quiet !== true)
      console.error(`${rows.converted} rows converted, ${rows.rejected} rejected, ${fixes.length} kinds of fixes`)
    return 0
  } finally {
    await input.source.close()
    await (await output)?.close()
  }
}

/** A file or whatever else the shell says, from the place where it stands. */
function standardOutput(): ByteSink {
  const { stdout } = process
  // Whoever waits for a write sees its error; that the stream says it too must not bring the process down.
  stdout.on('error', () => undefined)
  return {
    async write(chunk) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await new Promise<void>((done, reject) => {
          stdout.write(piece, (error) => (error ? reject(error) : done()))
        })
      }
    },
  }
}

/** The command line itself; answers the exit code: 0 done, 1 the file cannot be converted, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const { code, syscall, message: reason } = error as NodeJS.ErrnoException
    if (error instanceof UsageError) {
      console.error(error.message)
      return 2
    }
    if (code === 'EPIPE') return 1
    if (syscall === undefined) throw error
    const message = code === 'ENOSPC' ? 'The disk is full.' : reason
    console.error(JSON.stringify({ error: { code: 'internal_error', message } }))
    return 1
  }
}
