import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../src/contract/limits.ts'
import { commandNames, readCommand } from '../../scripts/ops/commands.ts'

const pages = ['commands', 'alerts', 'operations']
const text = pages.map((page) => readFileSync(`docs/operate/${page}.md`, 'utf8')).join('\n')
const codes = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? '').replaceAll('\\|', '|'))

/**
 * A command as an operator would type it from the page: one choice of each group, with or without the optional part.
 */
function typed(usage: string, takesOptions: boolean): { words: string[]; flags: Record<string, string> } {
  const shown = takesOptions ? usage.replaceAll(/[[\]]/g, '') : usage.replaceAll(/\[[^\]]*\]/g, '')
  const parts = shown.split(' ').filter((part) => part !== '')
  const flags: Record<string, string> = {}
  const words: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    if (part.startsWith('--')) flags[part.slice(2)] = parts[++at] ?? ''
    else words.push(part)
  }
  return { words, flags }
}

describe('the operator’s pages', () => {
  const prefix = 'npm run -s ops -- '
  const commands = codes.filter((code) => code.startsWith(prefix)).map((code) => code.slice(prefix.length))

  test.each(commands)('show %s, which the command line understands', (usage) => {
    if (usage === 'COMMAND') return
    for (const takesOptions of [true, false]) {
      const { words, flags } = typed(usage, takesOptions)
      expect(readCommand(words, flags)).toMatchObject({ ok: true })
    }
  })

  test('show every command', () => {
    const missing = commandNames.filter((name) => !commands.some((usage) => `${usage} `.startsWith(`${name} `)))
    expect(missing).toEqual([])
  })

  test('describe every event that the service logs', () => {
    const sources = ['src', 'durable-objects'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    const logged = sources.flatMap((source) =>
      [...source.matchAll(/\blog(?:Error)?\(\s*(?:[^'()]+ \? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap((match) =>
        match.slice(1),
      ),
    )
    const events = [...new Set(logged.filter((event) => event !== undefined))]
    expect(events.length).toBeGreaterThan(5)
    expect(events.filter((event) => !codes.includes(event))).toEqual([])
  })

  test('name only wrangler commands that exist', () => {
    // wrangler's registry has the full name of each command. Running its help takes seconds per command.
    const registry = readFileSync('node_modules/wrangler/wrangler-dist/cli.js', 'utf8')
    const deploying = readFileSync('docs/operate/deploy.md', 'utf8').split('\n')
    const named = [...codes, ...deploying].filter((code) => code.startsWith('wrangler ')).map((code) => code.split(' '))
    const paths = named.map((words) =>
      words.slice(0, words.findIndex((word) => /^(--|rowmill|[A-Z])/.test(word)) >>> 0),
    )
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.map((path) => `"${path.join(' ')}"`).filter((path) => !registry.includes(path))).toEqual([])
  })

  test('let no lifecycle rule of the bucket delete the file of a case', () => {
    const days = /lifecycle add \S+ \S+ uploads\/ --expire-days (\d+)/.exec(
      readFileSync('docs/operate/deploy.md', 'utf8'),
    )?.[1]
    expect(Number(days) * 86_400).toBeGreaterThan(defaultLimits.CASE_RETENTION_SECONDS)
  })
})
