import { commandMessages } from './catalog/commands.ts'
import {
  type Conversion,
  ConversionFailedError,
  type ConvertProgress,
  RowmillError,
} from '../../clients/javascript/rowmill.ts'
import type { Rowmill } from '../../clients/javascript/rowmill.ts'
import { type Arguments, type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { clientOf, serviceOptions } from './credentials.ts'
import { reasonOf } from './local-input.ts'
import { nearest } from '../../src/contract/messages.ts'
import { specOf, specOptions } from './spec-of.ts'
import { failureText, summaryOf } from './summary.ts'
import { textTable } from './text-table.ts'
import { statuses } from '../../src/contract/conversion.ts'
import type { Report } from '../../src/contract/report.ts'
import type { RunFailure } from '../../src/contract/run.ts'

type Action = (client: Rowmill, given: Arguments, terminal: Terminal) => Promise<number>

const actions: Readonly<Record<string, Action>> = { convert, list, show, cancel, delete: remove, usage }

const otherActions: Readonly<Record<string, string>> = {
  get: 'show',
  read: 'show',
  status: 'show',
  download: 'show',
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
  stop: 'cancel',
  abort: 'cancel',
  quota: 'usage',
}

export const command: Command = {
  name: 'remote',
  summary: 'Convert with the service: convert, list, show, cancel, delete, usage',
  words: Object.keys(actions),
  usage: 'convert FILE|URL --to DATABASE | list | show ID | cancel ID | delete ID | usage [options]',
  options: {
    ...specOptions,
    ...serviceOptions,
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the output to a file; - is standard output' },
    status: { type: 'string', value: 'STATUS', values: statuses, help: 'list only conversions with this status' },
    limit: { type: 'string', value: 'COUNT', help: 'the number of conversions to list (20)' },
    json: { type: 'boolean', help: 'print JSON' },
    quiet: { type: 'boolean', short: 'q', help: 'hide the summary and the progress' },
  },
  examples: [
    'rowmill remote convert orders.xlsx --to postgresql -o orders.sql',
    'rowmill remote convert https://example.com/orders.csv --to mysql -o orders.sql',
    'rowmill remote list --status failed',
    'rowmill remote usage',
  ],
  run,
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const [name = ''] = given.positionals
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) {
    const names = Object.keys(actions)
    const isFile = /[./]/.test(name)
    const meant = isFile ? `convert ${name}` : nearest(name, names, otherActions)
    throw new UsageError(commandMessages.remote.noAction(names.join(', '), meant))
  }
  const client = await clientOf(given)
  try {
    return await action(client, given, terminal)
  } catch (error) {
    if (!(error instanceof RowmillError)) throw error
    throw new CommandFailure({ code: 'code' in error ? String(error.code) : 'unreachable', message: error.message })
  }
}

function idOf(given: Arguments): string {
  const id = given.positionals[1]
  if (id === undefined) throw new UsageError(commandMessages.remote.noId)
  return id
}

async function convert(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  const file = given.positionals[1]
  if (file === undefined) throw new UsageError(commandMessages.remote.noFile)
  if ([...given.texts('as-text'), ...given.texts('type')].length > 0)
    throw new UsageError(commandMessages.remote.localOnly)
  const spec = await specOf(given)
  const shows = !given.flag('quiet') && process.stderr.isTTY
  const startedMs = performance.now()
  try {
    const done = await client.convert(file, { spec, ...(shows ? { onProgress: showProgress } : {}) })
    if (shows) process.stderr.write('\r\u001b[K')
    const path = given.text('output')
    if (path === undefined || path === '-') for await (const chunk of await done.stream()) process.stdout.write(chunk)
    else await done.save(path)
    if (given.flag('json')) terminal.say(JSON.stringify(done.conversion))
    else if (!given.flag('quiet')) terminal.say(summaryOf(file, done.report as Report, performance.now() - startedMs))
    return 0
  } catch (error) {
    refuseUnreadable(file, error)
    if (!(error instanceof ConversionFailedError) || given.flag('json')) throw error
    const { code, problems, message } = error
    terminal.say(failureText(file, { code, message, problems } as RunFailure))
    return 1
  }
}

function refuseUnreadable(path: string, error: unknown): void {
  if (error instanceof Error && 'syscall' in error && error.syscall === 'stat')
    throw new UsageError(commandMessages.files.cannotRead(path, reasonOf(error, path)))
}

function showProgress(progress: ConvertProgress): void {
  const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  const text =
    progress.phase === 'uploading'
      ? `uploading ${mega(progress.bytesSent)} of ${mega(progress.bytesTotal)}`
      : progress.phase === 'queued'
        ? 'waiting for an engine'
        : `converting ${mega(progress.bytes_read)} of ${mega(progress.bytes_total)}, ${progress.rows} rows`
  process.stderr.write(`\r\u001b[K${text}`)
}

async function list(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  const { data } = await client.listConversions({
    limit: Number(given.text('limit') ?? 20),
    ...(given.text('status') === undefined ? {} : { status: given.text('status') as Conversion['status'] }),
  })
  if (given.flag('json')) terminal.out(JSON.stringify(data, null, 2))
  else
    terminal.out(
      textTable([
        ['id', 'status', 'created', 'rows', 'rejected', 'name'],
        ...data.map(({ id, status, created_at: created, report, name }) => [
          id,
          status,
          (created ?? '').slice(0, 16).replace('T', ' '),
          report === null ? '' : String(report.rows.converted),
          report === null ? '' : String(report.rows.rejected),
          name,
        ]),
      ]),
    )
  return 0
}

async function show(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  terminal.out(JSON.stringify(await client.getConversion(idOf(given)), null, 2))
  return 0
}

async function cancel(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  const { id, status } = await client.cancelConversion(idOf(given))
  terminal.say(`${id} is ${status}.`)
  return 0
}

async function remove(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  await client.deleteConversion(idOf(given))
  terminal.say(commandMessages.done.deleted(idOf(given)))
  return 0
}

async function usage(client: Rowmill, given: Arguments, terminal: Terminal): Promise<number> {
  const { limit, used, left, period_start: start } = await client.getUsage()
  const giga = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`
  terminal.out(
    given.flag('json')
      ? JSON.stringify({ limit, used, left, period_start: start })
      : commandMessages.done.usage(giga(used), giga(limit), start.slice(0, 10), giga(left)),
  )
  return 0
}
