import type { Message } from '../../src/contract/catalog/message.ts'
import { commandMessages } from './catalog/commands.ts'
import { suggestion } from './nearest.ts'

// Node would read every export of an imported module to list its names, at every start. This call does not.
const { parseArgs } = process.getBuiltinModule('node:util')

/** A mistake on the command line, reported in a sentence and with exit code 2. */
export class UsageError extends Error {
  declare readonly message: Message

  // oxlint-disable-next-line no-useless-constructor -- It narrows the type: only a catalog makes the sentence.
  constructor(message: Message) {
    super(message)
  }
}

/** Reports the mistake and returns the exit code. */
export function reportUsage({ message }: UsageError, terminal: Terminal, asJson: boolean): number {
  terminal.say(asJson ? JSON.stringify({ error: { code: 'usage', message } }) : message)
  return 2
}

/** A valid command that cannot be carried out, reported in a sentence and with exit code 1. */
export class CommandFailure extends Error {
  /** The error for programs that read JSON. */
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
  /** The placeholder for its value in the help. */
  readonly value?: string
  /** The only allowed values. */
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
  /** The arguments after the name. */
  readonly usage: string
  readonly options: Options
  /** The only allowed first arguments. Other commands take a file. */
  readonly words?: readonly string[]
  readonly examples: readonly string[]
  /** The exit code. */
  run(given: Arguments, terminal: Terminal): Promise<number>
}

/** The streams through which this process talks to its user. */
export interface Terminal {
  /** Whether errors are one line of JSON, for programs. */
  readonly errorsAsJson: boolean
  /** Lists every command, for help and completions. */
  commands(): Promise<readonly Command[]>
  out(line: string): void
  say(line: string): void
}

export const helpOption = { help: { type: 'boolean', short: 'h', help: 'show this help' } } as const

export function parseCommandLine(args: readonly string[], options: Options): Arguments {
  const accepted = { ...options, ...helpOption }
  try {
    const parsed = parseArgs({
      args: withNegativeValues(args, accepted),
      options: accepted,
      allowPositionals: true,
      tokens: true,
    })
    const { positionals } = parsed
    refuseSecondValues(parsed.tokens, accepted)
    const values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>> = parsed.values
    return {
      positionals,
      text: (name) => [values[name]].flat().find((value) => typeof value === 'string'),
      texts: (name) => [values[name]].flat().filter((value) => typeof value === 'string'),
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(sentenceOf(error as Error, Object.keys(accepted)))
  }
}

/** A part of a command line as the parser reads it. */
interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: string | undefined
}

/** Refuses a second value of an option that takes one. The parser would use the last. A value may be a password. */
function refuseSecondValues(tokens: readonly Token[], options: Options): void {
  const firsts = new Map<string, string>()
  for (const { kind, name = '', value } of tokens) {
    if (kind !== 'option' || value === undefined || options[name]?.multiple === true) continue
    const first = firsts.get(name)
    if (first !== undefined && first !== value) throw new UsageError(commandMessages.options.twice(name))
    firsts.set(name, value)
  }
}

/**
 * Joins a value such as -999 with the option before it, as in `--null -999`. No option begins with a digit, so this is
 * unambiguous.
 */
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

/** The names that other programs give to these options. */
const otherOptions: Readonly<Record<string, string>> = {
  to: 'forward',
  url: 'forward',
  port: 'forward',
  host: 'forward',
  endpoint: 'forward',
  target: 'to',
  database: 'to',
  db: 'to',
  sep: 'delimiter',
  separator: 'delimiter',
  charset: 'encoding',
  out: 'output',
  outfile: 'output',
  count: 'limit',
  state: 'status',
  silent: 'quiet',
}

/** Returns the mistake from the parser's message, without its explanation of an unusual syntax. */
function sentenceOf({ message }: Error, names: readonly string[]): Message {
  const unknown = /^Unknown option '(-{1,2}([^']+))'/.exec(message)
  if (unknown !== null) {
    const name = unknown[2] ?? ''
    // Options have no section, as in --input.header_row.
    const lastWord = name.replace(/^.*\./s, '').replaceAll('_', '-')
    const other = otherOptions[lastWord.toLowerCase()] ?? ''
    const meant = suggestion(names.includes(other) ? other : lastWord, names)
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
