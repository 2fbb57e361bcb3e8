import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Line {
  readonly text: string
  readonly style: 'command' | 'input' | 'sql' | 'summary'
}

const example = 'examples/orders.csv'
const [fontSize, lineHeight, padding, columns] = [13, 19, 20, 104]
/** The width of a character in common monospace fonts. */
const characterWidth = fontSize * 0.602

const colors: Readonly<Record<Line['style'], string>> = {
  command: '#f0f3f6',
  input: '#e2b86b',
  sql: '#8ec8f6',
  summary: '#8fd694',
}

/** Returns a terminal with the example file, its conversion and the summary, as SVG. */
export function conversionPicture(): string {
  const lines = terminalLines()
  const width = Math.ceil(columns * characterWidth) + 2 * padding
  const height = lines.length * lineHeight + 2 * padding
  const texts = lines.map(({ text, style }, row) => {
    const weight = style === 'command' ? ' font-weight="600"' : ''
    const y = padding + (row + 1) * lineHeight - 5
    return `<text x="${padding}" y="${y}" fill="${colors[style]}"${weight} xml:space="preserve">${escaped(text)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A conversion in a terminal">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#14181d"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${fontSize}">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Runs the command line, and returns the lines of its terminal. */
function terminalLines(): Line[] {
  const run = spawnSync(
    process.execPath,
    ['scripts/launch.mjs', 'container/cli.ts', 'convert', example, '--to', 'postgresql'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(run.stderr)
  const sql = run.stdout.trimEnd().split('\n')
  const table = sql.slice(
    sql.findIndex((line) => line.startsWith('CREATE TABLE')),
    -1,
  )
  // The time of a run varies between machines.
  const summary = run.stderr
    .trimEnd()
    .replaceAll(`${example}: `, '')
    .replace(/ \([\d.]+ s\)/, '')
    .split('\n')
  const styled = (style: Line['style'], texts: readonly string[]): Line[] =>
    texts.flatMap(wrapped).map((text) => ({ text, style }))
  return [
    ...styled('command', ['$ cat orders.csv']),
    ...styled('input', readFileSync(example, 'utf8').trimEnd().split('\n')),
    ...styled('command', ['$ npx rowmill convert orders.csv --to postgresql']),
    ...styled('sql', table),
    ...styled('summary', summary),
  ]
}

/** Cuts a line at spaces like a narrow terminal. */
function wrapped(line: string): string[] {
  if (line.length <= columns) return [line]
  const at = line.lastIndexOf(' ', columns)
  return [line.slice(0, at), ...wrapped(`    ${line.slice(at + 1)}`)]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
