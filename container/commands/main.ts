import { commandMessages } from './catalog/commands.ts'
import { type Command, CommandFailure, parseCommandLine, reportUsage, type Terminal, UsageError } from './command.ts'
import { suggestion } from './nearest.ts'

const { writeSync } = process.getBuiltinModule('node:fs')

/** Loads the module of each command only when needed. */
const modules: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  convert: () => import('./convert.ts'),
  inspect: () => import('./inspect.ts'),
  login: () => import('./login.ts'),
  remote: () => import('./remote.ts'),
  listen: () => import('./listen.ts'),
  trigger: () => import('./trigger.ts'),
  mcp: () => import('./mcp.ts'),
  completion: () => import('./completion.ts'),
}

export interface MainOptions {
  /** Whether errors are JSON, for programs that start `container/cli.ts`. */
  readonly errorsAsJson: boolean
  readonly version: string
}

/**
 * Runs a command and returns the exit code: 0 for success, 1 for failure, 2 for wrong usage, 3 for rejected rows (on
 * request).
 */
export async function main(args: readonly string[], { errorsAsJson, version }: MainOptions): Promise<number> {
  const terminal: Terminal = {
    errorsAsJson,
    commands: loadCommands,
    out: (line) => console.log(line),
    say,
  }
  try {
    return await runCommand(args, terminal, version)
  } catch (error) {
    return exitCodeOf(error, terminal, args.includes('--json'))
  }
}

/** Writes a line to standard error. `console.error` would load all of Node's streams. */
function say(line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`)
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(2, bytes, at)
  } catch (error) {
    // If a nonblocking pipe is full, Node's stream buffers the rest. A closed pipe has no reader.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') process.stderr.write(bytes.subarray(at))
  }
}

const loadCommands = async (): Promise<Command[]> =>
  (await Promise.all(Object.values(modules).map((load) => load()))).map(({ command }) => command)

const versionWords = new Set(['--version', '-v', 'version'])
const helpWords = new Set(['--help', '-h', 'help', ''])

async function runCommand(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const [name = '', ...rest] = args
  if (helpWords.has(name)) return showHelp(name, rest[0], terminal)
  if (versionWords.has(name)) {
    terminal.out(version)
    return 0
  }
  const load = Object.hasOwn(modules, name) ? modules[name] : undefined
  if (load !== undefined) return run((await load()).command, rest, terminal)
  if (namesFile(name) || name.startsWith('-')) return runCommand(['convert', ...args], terminal, version)
  if (/^(?:replay|resend|redeliver)$/.test(name)) throw new UsageError(commandMessages.webhook.replay)
  throw unknownCommand(name)
}

const unknownCommand = (name: string): UsageError =>
  new UsageError(commandMessages.commands.unknown(name, suggestion(name, Object.keys(modules))))

async function run(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  if (!args.includes('--help') && !args.includes('-h'))
    return command.run(parseCommandLine(args, command.options), terminal)
  terminal.out((await import('./help.ts')).helpOf(command))
  return 0
}

/** Shows the overview, or the help of a command. A call without arguments is a mistake. */
async function showHelp(name: string, topic: string | undefined, terminal: Terminal): Promise<number> {
  const { helpOf, overview } = await import('./help.ts')
  const commands = await loadCommands()
  const wanted = commands.find((one) => one.name === topic)
  if (wanted === undefined && topic !== undefined && !topic.startsWith('-')) throw unknownCommand(topic)
  const text = wanted === undefined ? overview(commands) : helpOf(wanted)
  if (name === '') {
    terminal.say(text)
    return 2
  }
  terminal.out(text)
  return 0
}

/** Tests whether an argument names a file, which is converted without a command. */
const namesFile = (arg: string): boolean => arg === '-' || (/[./\\*]/.test(arg) && !arg.startsWith('-'))

function exitCodeOf(error: unknown, terminal: Terminal, asJson: boolean): number {
  if (error instanceof UsageError) return reportUsage(error, terminal, asJson)
  const { code, syscall, message: reason } = error as NodeJS.ErrnoException
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return 1
  const failure =
    error instanceof CommandFailure
      ? error.error
      : syscall === undefined
        ? null
        : { code: 'internal_error', message: code === 'ENOSPC' ? commandMessages.files.fullDisk : reason }
  if (failure === null) throw error
  terminal.say(asJson || terminal.errorsAsJson ? JSON.stringify({ error: failure }) : failure.message)
  return 1
}
