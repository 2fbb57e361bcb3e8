import { commandMessages } from './catalog/commands.ts'
import { isUtf8 } from 'node:buffer'
import { join, resolve, sep } from 'node:path'
import type { Report } from '../../src/contract/report.ts'
import type { Spec } from '../../src/contract/spec.ts'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { convert as convertFile } from '../engine/convert.ts'
import { now } from '../run/clock.ts'
import { nodeInflate } from '../run/node-inflate.ts'
import { outputNameOf } from '../run/output-name.ts'
import { ProgressLine } from '../run/progress-line.ts'
import { type Arguments, type Command, CommandFailure, reportUsage, type Terminal, UsageError } from './command.ts'
import { isUrl, type LocalInput, openLocalInput, UnreadableFile } from './local-input.ts'
import { cannotWrite, type LocalOutput, openLocalOutput } from './local-output.ts'
import { isLink, kindOf, makeFolders, namesIn, patternOf } from './local-paths.ts'
import { specOf, specOptions, withColumns } from './spec-of.ts'
import { failureText, summaryOf } from './summary.ts'

const exitOfRejects = 3

interface Job {
  readonly file: string
  /** This is undefined for standard output or a database. */
  readonly output: string | undefined
}

export const command: Command = {
  name: 'convert',
  summary: 'Convert files on this machine; no account is needed',
  usage: 'FILES… --to DATABASE [options]',
  options: {
    ...specOptions,
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write to a file instead of standard output' },
    'out-dir': { type: 'string', value: 'FOLDER', help: 'write one output for each file into a folder' },
    report: { type: 'string', value: 'FILE', help: 'write the report as JSON' },
    rejects: {
      type: 'string',
      value: 'FILE',
      help: 'write every rejected row as CSV, with the reason; no file if no row is rejected',
    },
    db: { type: 'string', value: 'URL', help: 'load the output into a database with its own client, such as psql' },
    'fail-on-rejects': { type: 'boolean', help: 'exit with code 3 if a row was rejected' },
    plain: { type: 'boolean', help: 'convert without the fast path; the output is the same' },
    json: { type: 'boolean', help: 'report the result or the error as one line of JSON' },
    quiet: { type: 'boolean', short: 'q', help: 'hide the summary and the progress' },
  },
  examples: [
    'rowmill convert orders.csv --to postgresql > orders.sql',
    'rowmill convert orders.xlsx --to mysql --sheet Orders -o orders.sql',
    "rowmill convert 'data/*.csv' --to sqlite --out-dir sql",
    'rowmill convert dump.sql.gz --to postgresql --db postgres://localhost/shop',
    'rowmill convert orders.csv.zst --to sqlite | sqlite3 shop.db',
  ],
  run,
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const jobs = jobsOf(given)
  const spec = await specOf(given)
  let code = 0
  keepsOutputsApart(jobs, spec)
  for (const job of jobs) code = Math.max(code, await runOne(job))
  return code

  /** Converts one file. A file that cannot be read is reported, and the others are converted. */
  async function runOne(job: Job): Promise<number> {
    try {
      return await runJob(job, spec, given, terminal)
    } catch (error) {
      if (jobs.length > 1 && error instanceof UnreadableFile) return reportUsage(error, terminal, given.flag('json'))
      throw error
    }
  }
}

/** Refuses jobs that would overwrite each other's output. Two files may have the same name in different folders. */
function keepsOutputsApart(jobs: readonly Job[], spec: Spec): void {
  const byOutput = new Map<string, string>()
  for (const job of jobs) {
    const path = outputPathOf(job, spec)
    if (path === undefined) continue
    const other = byOutput.get(path)
    if (other !== undefined) throw new UsageError(commandMessages.convert.sameOutput(other, job.file, path))
    byOutput.set(path, job.file)
  }
}

/** Returns a job for each file, with its output path. */
function jobsOf(given: Arguments): Job[] {
  const files = given.positionals.flatMap(filesOf)
  const [output, folder, database] = [given.text('output'), given.text('out-dir'), given.text('db')]
  if (files.length === 0) throw new UsageError(commandMessages.convert.noFile)
  const places = [output, folder, database].filter((place) => place !== undefined)
  if (places.length > 1) throw new UsageError(commandMessages.convert.onePlace)
  if (folder !== undefined) {
    makeFolder(folder)
    return files.map((file) => ({ file, output: folder }))
  }
  if (files.length > 1 && output !== undefined) throw new UsageError(commandMessages.convert.severalFiles(files.length))
  if (files.length > 1 && given.text('report') !== undefined) throw new UsageError(commandMessages.convert.oneReport)
  if (files.length > 1 && given.text('rejects') !== undefined) throw new UsageError(commandMessages.convert.oneRejects)
  return files.map((file) => ({ file, output: output === '-' ? undefined : output }))
}

function makeFolder(path: string): void {
  try {
    makeFolders(path)
  } catch (error) {
    if (kindOf(path) === null && isLink(path))
      throw new UsageError(commandMessages.files.cannotWrite(path, commandMessages.writeReasons.brokenLink))
    throw cannotWrite(path, error)
  }
}

function filesOf(path: string): string[] {
  const found = patternOf(path, sep)
  return found === null || kindOf(path) !== null || isUrl(path) ? [path] : matching(path, found)
}

function matching(path: string, { folder, pattern }: NonNullable<ReturnType<typeof patternOf>>): string[] {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  const expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`)
  const names = namesIn(folder === '' ? '.' : folder)
  const found = names.filter((name) => expression.test(name) && !name.startsWith('.')).toSorted()
  if (found.length === 0) throw new UsageError(commandMessages.files.noMatch(path))
  return found.map((name) => folder + name)
}

/** Smaller files need no flags of V8, whose module brings Node's streams along. */
const smallBytesMax = 1 << 20

async function runJob(job: Job, given: Spec, options: Arguments, terminal: Terminal): Promise<number> {
  const outputPath = outputPathOf(job, given)
  keepsApart(job.file, { output: outputPath, report: options.text('report'), rejects: options.text('rejects') })
  const input = await openLocalInput(job.file)
  if (input.source.size > smallBytesMax) (await import('../run/young-objects.ts')).keepFewYoungObjects()
  try {
    const spec = await withColumns(given, input, options)
    const url = options.text('db')
    const output = url === undefined ? openLocalOutput(outputPath) : await databaseOutput(url, spec)
    return await convertInto(output, { input, spec, options, terminal })
  } finally {
    await input.source.close()
  }
}

const databaseOutput = async (url: string, spec: Spec): Promise<LocalOutput> =>
  (await import('./database-output.ts')).openDatabaseOutput(url, spec)

function outputPathOf({ file, output }: Job, spec: Spec): string | undefined {
  if (output === undefined) return undefined
  return kindOf(output)?.isDirectory() === true ? join(output, outputNameOf(file, spec)) : output
}

type Written = keyof typeof commandMessages.convert.written

/** Refuses paths that would overwrite the input or each other, even under another name. */
function keepsApart(file: string, paths: Readonly<Record<Written, string | undefined>>): void {
  const names = commandMessages.convert.written
  const writers = new Map<string, Written>()
  for (const writer of ['output', 'report', 'rejects'] as const) {
    const path = paths[writer]
    const at = path === undefined ? null : fileAt(path)
    if (path === undefined || at === null) continue
    if (at === fileAt(file)) throw new UsageError(commandMessages.convert.inputIsOutput(path))
    const other = writers.get(at)
    if (other !== undefined) throw new UsageError(commandMessages.convert.sameFile(path, names[other], names[writer]))
    writers.set(at, writer)
  }
}

/** Returns what identifies a file, also under another name. Devices and folders have nothing to overwrite. */
function fileAt(path: string): string | null {
  const kind = kindOf(path)
  if (kind === null) return resolve(path)
  return kind.isFile() ? `${kind.dev} ${kind.ino}` : null
}

interface Conversion {
  readonly input: LocalInput
  readonly spec: Spec
  readonly options: Arguments
  readonly terminal: Terminal
}

async function convertInto(output: LocalOutput, { input, spec, options, terminal }: Conversion): Promise<number> {
  const isQuiet = options.flag('quiet')
  const startedMs = now()
  const progress = isQuiet ? null : new ProgressLine(input.source.size)
  let isFinished = false
  let rejects = noRejects
  let report: LocalOutput | null = null
  try {
    // A path that cannot be written is reported before the conversion.
    rejects = await openRejects(options.text('rejects'))
    report = openReport(options.text('report'))
    const outcome = await convertFile({
      name: input.name,
      source: input.source,
      sink: output.sink,
      ...rejects.request,
      spec,
      inflate: nodeInflate,
      isUtf8,
      ...(options.flag('plain') ? { accelerator: null } : {}),
      onProgress: (at) => {
        progress?.show(at)
        return 'continue'
      },
    })
    progress?.clear()
    if (outcome.kind === 'failed') {
      const { failure } = outcome
      if (terminal.errorsAsJson || options.flag('json')) throw new CommandFailure(failure)
      terminal.say(failureText(input.path, failure))
      return 1
    }
    if (outcome.kind === 'stopped') return 1
    // The output and the report are complete before either replaces a file.
    await writeReport(report, outcome.report)
    isFinished = true
    await output.finish()
    await report?.finish()
    await rejects.finish(outcome.report)
    printSummary(outcome.report, { input, spec, options, terminal }, now() - startedMs)
    return options.flag('fail-on-rejects') && outcome.report.rows.rejected > 0 ? exitOfRejects : 0
  } finally {
    if (!isFinished) await Promise.all([output.discard(), rejects.discard(), report?.discard()])
  }
}

/** The file of rejected rows, if requested. */
interface Rejects {
  readonly request: { readonly rejects?: ByteSink }
  /** Removes the file if no row was rejected. */
  finish(report: Report): Promise<void>
  discard(): Promise<void>
}

const noRejects: Rejects = { request: {}, finish: () => Promise.resolve(), discard: () => Promise.resolve() }

/**
 * Opens the file of rejected rows. It must be a regular file, because reading the input twice discards its first rows.
 */
async function openRejects(path: string | undefined): Promise<Rejects> {
  if (path === undefined) return noRejects
  const place = openLocalOutput(path)
  const discard = (): Promise<void> => place.discard()
  const finish = ({ rows }: Report): Promise<void> => (rows.rejected > 0 ? place.finish() : discard())
  if (place.sink.restart !== undefined) return { request: { rejects: place.sink }, finish, discard }
  await discard()
  throw new UsageError(commandMessages.convert.rejectsPath(path))
}

const openReport = (path: string | undefined): LocalOutput | null => (path === undefined ? null : openLocalOutput(path))

async function writeReport(place: LocalOutput | null, report: Report): Promise<void> {
  await place?.sink.write(new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`))
}

function printSummary(report: Report, { input, options, terminal }: Conversion, milliseconds: number): void {
  if (options.flag('json')) terminal.say(JSON.stringify({ file: input.path, report }))
  else if (!options.flag('quiet')) terminal.say(summaryOf(input.path, report, milliseconds))
}
