import type { Message } from '../../src/contract/catalog/message.ts'
import { commandMessages } from './catalog/commands.ts'
import { suggestion } from './nearest.ts'

// Not imported: for its names as a module, Node would read every export of it. It is part of every start.
const { parseArgs } = process.getBuiltinModule('node:util')

/** The command line has an error, which is reported in a sentence and with exit code 2. */
export class UsageError extends Error {
  declare readonly message: Message

  // oxlint-disable-next-line no-useless-constructor -- It narrows the type: only a catalog makes the sentence.
  constructor(message: Message) {
    super(message)
  }
}

/** Reports what is wrong; returns the exit code. */
export function reportUsage({ message }: UsageError, terminal: Terminal, asJson: boolean): number {
  terminal.say(asJson ? JSON.stringify({ error: { code: 'usage', message } }) : message)
  return 2
}

/** The command was right and cannot be done: said in a sentence, exit code 1. */
export class CommandFailure extends Error {
  /** For programs that read errors as JSON. */
  readonly error: { readonly code: string; readonly message: string }

  constructor(error: { readonly code: string; readonly message: string }) {
    super(error.message)
    this.error = error
  }
}

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: true
  /** The name of its value in the help. */
  readonly value?: string
  /** The only values that it takes. */
  readonly values?: readonly string[]
  readonly help: string
}

export type Options = Readonly<Record<string, Option>>

export interface Arguments {
  readonly positionals: readonly string[]
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  flag(name: string): boolean
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** Arguments after the name. */
  readonly usage: string
  readonly options: Options
  /** The only first arguments that it takes. Other commands take a file. */
  readonly words?: readonly string[]
  readonly examples: readonly string[]
  /** The exit code. */
  run(given: Arguments, terminal: Terminal): Promise<number>
}

/** The streams through which this process talks to its user. */
export interface Terminal {
  /** Errors are one line of JSON: for programs. */
  readonly errorsAsJson: boolean
  /** Every command, for help and completions. */
  commands(): Promise<readonly Command[]>
  out(line: string): void
  say(line: string): void
}

export const helpOption = { help: { type: 'boolean', short: 'h', help: 'show this help' } } as const

export function parseCommandLine(args: readonly string[], options: Options): Arguments {
  const accepted = { ...options, ...helpOption }
  try {
    const parsed = parseArgs({ args: withNegativeValues(args, accepted), options: accepted, allowPositionals: true })
    const { positionals } = parsed
    const values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>> = parsed.values
    return {
      positionals,
      text: (name) => [values[name]].flat().find((value) => typeof value === 'string'),
      texts: (name) => [values[name]].flat().filter((value) => typeof value === 'string'),
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    throw new UsageError(sentenceOf(error as Error, Object.keys(accepted)))
  }
}

/** A value such as -999 after its option, as in `--null -999`. No option begins with a digit, so nothing else is meant. */
function withNegativeValues(args: readonly string[], options: Options): string[] {
  const end = args.indexOf('--')
  const joined: string[] = []
  for (const [at, arg] of args.entries()) {
    const before = joined.at(-1) ?? ''
    const isValue = /^-[.\d]/.test(arg) && (end < 0 || at < end) && options[before.slice(2)]?.type === 'string'
    if (isValue && before.startsWith('--') && args[at - 1] === before) joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}

/** The parser's own words name the mistake, and then explain how to write something that nobody wants. */
function sentenceOf({ message }: Error, names: readonly string[]): Message {
  const unknown = /^Unknown option '(-{1,2}([^']+))'/.exec(message)
  if (unknown !== null) {
    const meant = suggestion(unknown[2] ?? '', names)
      .replace('"', '--')
      .replace('"', '')
    return commandMessages.options.unknown(unknown[1] ?? '', meant)
  }
  const lacking = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument (missing|is ambiguous)/.exec(message)
  if (lacking !== null) return commandMessages.options.lacking(lacking[1] ?? '')
  const extra = /^Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(message)
  if (extra !== null) return commandMessages.options.noValue(extra[1] ?? '')
  return commandMessages.options.other(message.split('\n')[0] ?? message)
}
