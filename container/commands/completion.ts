import { commandMessages } from './catalog/commands.ts'
import { type Arguments, type Command, helpOption, type Option, type Terminal, UsageError } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const command: Command = {
  name: 'completion',
  summary: 'Print the completions of a shell: bash, zsh, fish',
  words: shells,
  usage: 'bash|zsh|fish',
  options: {},
  examples: [
    'source <(rowmill completion bash)',
    'rowmill completion bash > ~/.local/share/bash-completion/completions/rowmill',
    'rowmill completion zsh > "${fpath[1]}/_rowmill"',
    'rowmill completion fish > ~/.config/fish/completions/rowmill.fish',
  ],
  run,
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const shell = given.positionals[0]
  const known = shells.find((one) => one === shell)
  if (known === undefined) throw new UsageError(commandMessages.completion.noShell(shells.join(', ')))
  terminal.out(scripts[known](await terminal.commands()))
  return 0
}

type Named = readonly [name: string, option: Option]

const optionsOf = ({ options }: Command): readonly Named[] => Object.entries({ ...options, ...helpOption })

/** Returns the allowed values of each option. Options of the same name take the same values in every command. */
function choicesOf(commands: readonly Command[]): readonly (readonly [name: string, values: readonly string[]])[] {
  const found = new Map<string, readonly string[]>()
  for (const [name, { values }] of commands.flatMap(optionsOf)) if (values !== undefined) found.set(name, values)
  return [...found]
}

/** Quotes text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns an option for zsh. `-o` and `--output` are two specifications of `_arguments`. */
function zshOption([name, { short, help, type, value = 'VALUE', values, multiple }]: Named): string {
  const explained = `[${help.replaceAll(/[[\]\\:]/g, String.raw`\$&`)}]`
  const action = values === undefined ? '_files' : `(${values.join(' ')})`
  const argument = type === 'string' ? `:${value.replaceAll(':', ' ')}:${action}` : ''
  const repeats = multiple === true ? '*' : ''
  const spellings = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]
  return spellings.map((spelling) => quoted(`${repeats}${spelling}${explained}${argument}`)).join(' ')
}

const zshArguments = (one: Command): string =>
  [
    ...optionsOf(one).map(zshOption),
    ...(one.words === undefined ? [] : [quoted(`2:what:(${one.words.join(' ')})`)]),
    quoted('*:file:_files'),
  ].join(' ')

function fishOption(owner: string, [name, { short, help, type, values }]: Named): string {
  const argument = values === undefined ? ' -r' : ` -x -a '${values.join(' ')}'`
  return [
    `complete -c rowmill -n '__fish_seen_subcommand_from ${owner}'`,
    `-l ${name}${short === undefined ? '' : ` -s ${short}`}${type === 'string' ? argument : ''}`,
    `-d '${help.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
  ].join(' ')
}

const scripts: Readonly<Record<(typeof shells)[number], (commands: readonly Command[]) => string>> = {
  bash: (commands) => `_rowmill() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} choices=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word") $(compgen -f -- "$word"))
    return
  fi
  local options=''
  case \${COMP_WORDS[1]} in
${commands
  .map(
    (one) =>
      `    ${one.name}) options='${optionsOf(one)
        .map(([name]) => `--${name}`)
        .join(' ')}' ;;`,
  )
  .join('\n')}
  esac
  case $before in
${choicesOf(commands)
  .map(([name, values]) => `    --${name}) choices='${values.join(' ')}' ;;`)
  .join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then
    case \${COMP_WORDS[1]} in
${commands.flatMap(({ name, words }) => (words === undefined ? [] : [`      ${name}) choices='${words.join(' ')}' ;;`])).join('\n')}
    esac
  fi
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$word"))
      else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -o filenames -F _rowmill rowmill`,
  zsh: (commands) => `#compdef rowmill
_rowmill() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary.replaceAll(':', String.raw`\:`)}`)}`).join('\n')}
    )
    _describe command commands
    _files
    return
  fi
  case $words[2] in
${commands.map((one) => `    ${one.name}) _arguments ${zshArguments(one)} ;;`).join('\n')}
  esac
}
if [[ $funcstack[1] == _rowmill ]]; then _rowmill "$@"; else compdef _rowmill rowmill; fi`,
  fish: (commands) =>
    commands
      .flatMap((one) => [
        `complete -c rowmill -n __fish_use_subcommand -a ${one.name} -d '${one.summary.replaceAll("'", String.raw`\'`)}'`,
        ...(one.words === undefined
          ? []
          : [`complete -c rowmill -n '__fish_seen_subcommand_from ${one.name}' -f -a '${one.words.join(' ')}'`]),
        ...optionsOf(one).map((option) => fishOption(one.name, option)),
      ])
      .join('\n'),
}
