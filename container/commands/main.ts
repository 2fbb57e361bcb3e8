import { commandMessages } from './catalog/commands.ts'
import { type Command, CommandFailure, parseCommandLine, type Terminal, UsageError } from './command.ts'
import { suggestion } from './nearest.ts'

const { writeSync } = process.getBuiltinModule('node:fs')

/** Every command is a module that is loaded when it is called. */
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
  /** Errors are JSON for programs that start `container/cli.ts`. */
  readonly errorsAsJson: boolean
  readonly version: string
}

/** Runs a command; returns the exit code: 0 done, 1 it cannot be done, 2 wrong usage, 3 rows were rejected (on request). */
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

/** A line on standard error. `console.error` would load all of Node's streams for it. */
function say(line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`)
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(2, bytes, at)
  } catch (error) {
    // A full pipe that does not wait: Node's stream holds the rest until there is room. Of a closed one nobody reads.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') process.stderr.write(bytes.subarray(at))
  }
}

const loadCommands = async (): Promise<Command[]> =>
  (await Promise.all(Object.values(modules).map((load) => load()))).map(({ command }) => command)

async function runCommand(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '--version' || name === '-v' || name === 'version') {
    terminal.out(version)
    return 0
  }
  if (name === '--help' || name === '-h' || name === 'help' || name === '') {
    const { helpOf, overview } = await import('./help.ts')
    const commands = await loadCommands()
    const wanted = commands.find((one) => one.name === rest[0])
    const text = wanted === undefined ? overview(commands) : helpOf(wanted)
    if (name !== '') {
      terminal.out(text)
      return 0
    }
    terminal.say(text)
    return 2
  }
  const load = Object.hasOwn(modules, name) ? modules[name] : undefined
  if (load === undefined)
    throw new UsageError(commandMessages.commands.unknown(name, suggestion(name, Object.keys(modules))))
  const { command } = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out((await import('./help.ts')).helpOf(command))
    return 0
  }
  return command.run(parseCommandLine(rest, command.options), terminal)
}

function exitCodeOf(error: unknown, terminal: Terminal, asJson: boolean): number {
  if (error instanceof UsageError) {
    terminal.say(asJson ? JSON.stringify({ error: { code: 'usage', message: error.message } }) : error.message)
    return 2
  }
  const { code, syscall, message: reason } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return 1
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
