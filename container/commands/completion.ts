import { commandMessages } from './catalog/commands.ts'
import { type Arguments, type Command, helpOption, type Terminal, UsageError } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const command: Command = {
  name: 'completion',
  summary: 'Print the completions of a shell: bash, zsh, fish',
  usage: 'bash|zsh|fish',
  options: {},
  examples: [
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

const optionsOf = ({ options }: Command): string[] =>
  Object.keys({ ...options, ...helpOption }).map((name) => `--${name}`)

const scripts: Readonly<Record<(typeof shells)[number], (commands: readonly Command[]) => string>> = {
  bash: (commands) => `_rowmill() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  local options=''
  case \${COMP_WORDS[1]} in
${commands.map((one) => `    ${one.name}) options='${optionsOf(one).join(' ')}' ;;`).join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _rowmill rowmill`,
  zsh: (commands) => `#compdef rowmill
_rowmill() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      '${name}:${summary.replaceAll("'", "'\\''").replaceAll(':', '\\:')}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map((one) => `    ${one.name}) _arguments ${optionsOf(one).join(' ')} '*:file:_files' ;;`).join('\n')}
  esac
}
_rowmill "$@"`,
  fish: (commands) =>
    commands
      .flatMap((one) => [
        `complete -c rowmill -n __fish_use_subcommand -a ${one.name} -d '${one.summary.replaceAll("'", "\\'")}'`,
        ...Object.entries({ ...one.options, ...helpOption }).map(
          ([name, { help }]) =>
            `complete -c rowmill -n '__fish_seen_subcommand_from ${one.name}' -l ${name} -d '${help.replaceAll("'", "\\'")}'`,
        ),
      ])
      .join('\n'),
}
