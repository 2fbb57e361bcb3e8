import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { isRecord } from '../src/contract/shapes.ts'
import { readSpec, type Spec } from '../src/contract/spec.ts'
import type { ByteSink, ByteSource } from './engine/bytes/byte-source.ts'
import { convert } from './engine/convert.ts'
import { fileSink, pieceBytes } from './run/file-sink.ts'
import { openFileSource } from './run/file-source.ts'
import { nodeInflate } from './run/node-inflate.ts'
import { ProgressLine } from './run/progress-line.ts'

const usage = `Usage: npm run convert -- FILE --dialect postgresql|mysql|mariadb|sqlite|sql_server|oracle
         [--spec FILE.json] [--format sql|csv|json] [--style inserts|bulk] [--table T] [--sheet S] [--encoding E]
         [-o OUT] [--report FILE.json] [--quiet]
FILE may be - for standard input. Without -o the output goes to standard output.`

class UsageError extends Error {}

const options = {
  dialect: { type: 'string' },
  spec: { type: 'string' },
  format: { type: 'string' },
  style: { type: 'string' },
  table: { type: 'string' },
  sheet: { type: 'string' },
  encoding: { type: 'string' },
  output: { type: 'string', short: 'o' },
  report: { type: 'string' },
  quiet: { type: 'boolean' },
} as const

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [command, file, ...more] = positionals
    if (command !== 'convert' || file === undefined || more.length > 0) throw new UsageError(usage)
    return { file, values }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

type Values = ReturnType<typeof parse>['values']

/** What is no object in a spec file stays as it is, and is refused. */
async function specOf(values: Values): Promise<Spec> {
  const { dialect, format, style, table, sheet, encoding } = values
  const given = values.spec === undefined ? {} : await readJson(values.spec)
  const flags = (spec: Record<string, unknown>): object => ({
    ...overlaid(spec, 'input', { sheet, encoding }),
    ...overlaid(spec, 'output', { dialect, format, style, table }),
  })
  const reading = readSpec(isRecord(given) ? { ...given, ...flags(given) } : given)
  if (!reading.ok) throw new UsageError(`${reading.reasons.join('\n')}\n${usage}`)
  return reading.spec
}

/** A part of the spec under its name, with flags that win over it. */
function overlaid(spec: Record<string, unknown>, name: string, flags: Record<string, string | undefined>): object {
  const set = Object.entries(flags).filter(([, value]) => value !== undefined)
  const { [name]: part = {} } = spec
  return set.length === 0 || !isRecord(part) ? {} : { [name]: { ...part, ...Object.fromEntries(set) } }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, '')) as unknown
  } catch (error) {
    throw new UsageError(`Cannot read the spec ${path}: ${(error as Error).message}`)
  }
}

interface Input {
  readonly source: ByteSource
  readonly name: string
  readonly close: () => Promise<void>
}

async function openInput(file: string): Promise<Input> {
  const cannotRead = (error: Error): never => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`)
  }
  if (file === '-') return spooled(process.stdin, 'input')
  const name = file.replace(/^.*\//, '')
  const found = await stat(file).catch(cannotRead)
  if (found.isDirectory()) throw new UsageError(`Cannot read ${file}: it is a folder.`)
  if (!found.isFile()) return spooled(createReadStream(file), name)
  const source = await openFileSource(file).catch(cannotRead)
  return { source, name, close: () => source.close() }
}

/** A pipe has no size and no end to start from, so it goes to a temporary file first. */
async function spooled(pipe: Readable, name: string): Promise<Input> {
  const folder = await mkdtemp(join(tmpdir(), 'rowmill-'))
  const path = join(folder, 'input')
  await pipeline(pipe, createWriteStream(path))
  const source = await openFileSource(path)
  const close = async (): Promise<void> => {
    await source.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { source, name, close }
}

/** What is written must not be what is read, by whatever name: it would be empty before it is read. */
async function keepsInput(file: string, { output, report }: Values): Promise<void> {
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

async function run(args: string[]): Promise<number> {
  const { file, values } = parse(args)
  const spec = await specOf(values)
  await keepsInput(file, values)
  const input = await openInput(file)
  const { output: path } = values
  // Opened meanwhile: emptying a large file that was there takes longer than finding out what the input is.
  const output = path === undefined ? null : open(path, 'w').catch(cannotWrite(path))
  // Whoever writes sees the error; a conversion that ends before that must not bring the process down.
  output?.catch(() => undefined)
  const isTerminal = process.stderr.isTTY && values.quiet !== true
  const progress = isTerminal ? new ProgressLine(input.source.size, process.stderr) : null
  try {
    const outcome = await convert({
      name: input.name,
      source: input.source,
      sink: output === null ? standardOutput : fileSink(output),
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
    await input.close()
    await (await output)?.close()
  }
}

/** A file or whatever else the shell says, from the place where it stands. */
const standardOutput: ByteSink = {
  async write(chunk) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      await new Promise<void>((resolve, reject) => {
        process.stdout.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
  },
}

/** The command line itself; answers the exit code: 0 done, 1 the file cannot be converted, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof UsageError) {
      console.error(error.message)
      return 2
    }
    if (code === 'EPIPE') return 1
    if (code !== 'ENOSPC') throw error
    console.error(JSON.stringify({ error: { code: 'internal_error', message: 'The disk is full.' } }))
    return 1
  }
}
