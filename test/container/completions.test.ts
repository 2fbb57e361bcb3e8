import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dialects } from '../../src/contract/spec-values.ts'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'rowmill-completions-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function scriptOf(shell: string): string {
  const path = join(folder, `rowmill.${shell}`)
  writeFileSync(path, execFileSync(process.execPath, ['container/cli.ts', 'completion', shell]))
  return path
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

/** The words that each shell proposes for the end of a line, computed by the shell itself. */
const proposals: Readonly<Record<string, (script: string, line: string) => string[]>> = {
  bash: (script, line) => {
    const words = line.split(' ')
    const quoted = words.map((word) => `'${word}'`).join(' ')
    const program = `source ${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _rowmill; printf '%s\\n' "\${COMPREPLY[@]}"`
    return linesOf(execFileSync('bash', ['-c', program], { cwd: folder }))
  },
  fish: (script, line) =>
    linesOf(
      execFileSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], { cwd: folder }),
    ).map((proposal) => proposal.split('\t')[0] ?? ''),
  /** A second zsh runs in its own terminal and receives the keys that a person would press. */
  zsh: (script, line) => {
    const driver = join(folder, 'driver.zsh')
    writeFileSync(
      driver,
      `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source ${script}; LISTMAX=500; bindkey "^I" list-choices; print READ""Y'
zpty -r -m z out '*READY*'
zpty -w -n z $'${line}\\t'
sleep 1
zpty -w -n z $'\\x15print EN""D\\n'
zpty -r -m z out '*END*'
print -r -- $out
`,
    )
    const shown = execFileSync('zsh', ['-f', driver], { cwd: folder, encoding: 'utf8', timeout: 30_000 })
    return stripVTControlCharacters(shown).split(/\s+/)
  },
}

const linesOf = (text: Buffer): string[] => text.toString().split('\n')

describe.each(['bash', 'zsh', 'fish'])('the completions of %s', (shell) => {
  test.skipIf(!isInstalled(shell))('propose commands, options, values and words', () => {
    const script = scriptOf(shell)
    const propose = (line: string): string[] => proposals[shell]?.(script, line) ?? []
    expect(propose('rowmill con')).toContain('convert')
    expect(propose('rowmill convert --out')).toEqual(expect.arrayContaining(['--output', '--out-dir']))
    expect(propose('rowmill convert --to ')).toEqual(expect.arrayContaining([...dialects]))
    expect(propose('rowmill remote ')).toEqual(expect.arrayContaining(['list', 'usage']))
    expect(propose('rowmill trigger ')).toContain('conversion.done')
    expect(propose('rowmill completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
  })
})
