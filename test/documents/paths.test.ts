import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../src/site/docs/markdown.ts'

const pages = globSync(['*.md', 'docs/**/*.md'])
const ours = /^(?:src|durable-objects|container|scripts|test|docs|examples|lab|clients|action)\/[\w./*-]+$/
/** Files that commands on these pages create, and that are not in the repository. */
const made = /^src\/settings\/public\/assets\/page\/|^docs\/decisions\/NNNN/

/** File names between backticks that do not exist. */
const missing = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => ours.test(name) && !made.test(name) && globSync(name).length === 0)

test.each(pages)('%s names only existing files', (page) => expect(missing(readFileSync(page, 'utf8'))).toEqual([]))

test.each(['src', 'durable-objects', 'container', 'scripts', 'lab', 'test'])(
  'comments in %s name only existing files',
  (folder) => {
    const sources = globSync(`${folder}/**/*.{ts,tsx,mjs}`)
    const comments = (path: string): string =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))
        .join('\n')
    expect(sources.flatMap((path) => missing(comments(path)).map((name) => `${path}: ${name}`))).toEqual([])
  },
)

test.each(['src', 'durable-objects'])('ARCHITECTURE.md lists every module of %s', (folder) => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const modules = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(modules.map(({ name }) => `| \`${folder}/${name}\` |`).filter((row) => !text.includes(row))).toEqual([])
})

/** Names of functions, classes and variables in camel case. Limits are in capitals, and fields in snake case. */
const identifier = /^(?:[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,})(?:\(\))?$/
/** Names from other libraries and platforms. */
const foreign = new Set(['AccessDenied', 'CopyObject'])
const sources = globSync('{src,durable-objects,container,scripts,lab,clients,test}/**/*.{ts,tsx,mjs,py}')
const words = new Set(sources.flatMap((path) => readFileSync(path, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []))

test.each(globSync(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/{decisions,operate,measurements}/*.md']))(
  '%s names only identifiers that exist',
  (page) => {
    const names = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
    const unknown = names.filter((name) => identifier.test(name) && !words.has(name.replace('()', '')))
    expect(unknown.filter((name) => !foreign.has(name))).toEqual([])
  },
)

test('pages name only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const unknown = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${page}: ${command}`),
  )
  expect(unknown).toEqual([])
})

/** Options of Node, vitest, wrangler and zstd. */
const foreignOptions = new Set(['--cpu-prof', '--jurisdiction', '--no-check', '--no-file-parallelism'])

test('pages name only options that exist', () => {
  const code = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const known = new Set([
    ...(code.match(/--[a-z][\w-]*/g) ?? []),
    ...[...code.matchAll(/['"]([a-z][a-z-]*)['"]|\b([a-z]+):/g)].map(([, quoted, key]) => `--${quoted ?? key}`),
  ])
  const unknown = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, span = '']) => span.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [])
      .filter((option) => !known.has(option) && !foreignOptions.has(option))
      .map((option) => `${page}: ${option}`),
  )
  expect(unknown).toEqual([])
})

/** Fields of the spec, the conversion and the report, such as `input.header_row` or `columns[].as_text`. */
const field = /^(?:spec\.)?(?:input|output|dump|inference|columns\[\]|report|progress|upload|error)\.[\w.[\]()]+/
const contract = new Set(readFileSync('docs/reference/contract.json', 'utf8').match(/\w+/g))

test.each(globSync(['README.md', 'package/README.md', 'docs/**/*.md']))('%s names only fields that exist', (page) => {
  const spans = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].flatMap(
    ([, span = '']) => field.exec(span) ?? [],
  )
  const unknown = spans.filter((span) => (span.match(/\w+/g) ?? []).some((part) => !contract.has(part)))
  expect(unknown).toEqual([])
})

/** Returns the number of words on a page. The borders of tables are not words. */
const wordCount = (page: string): number => readFileSync(page, 'utf8').match(/[^\s|]*\w[^\s|]*/g)?.length ?? 0

test.each(globSync('docs/{guide,operate}/*.md'))('%s has at most 1,500 words', (page) => {
  expect(wordCount(page)).toBeLessThanOrEqual(1500)
})

test.each(globSync('docs/decisions/*.md'))('%s fits on one page of 600 words', (page) => {
  expect(wordCount(page)).toBeLessThanOrEqual(600)
})

/** Limits, settings, codes and tables: `ISOLATE_BYTES_MAX`, `number_form`. */
const longName = /^(?:[A-Z][A-Z0-9]*|[a-z][a-z0-9]*)(?:_[A-Za-z0-9]+)+$/
/** Settings of servers and of the platform, and names of columns and tables in examples. */
const examples = new Set(
  'max_allowed_packet max_concurrency durable_object unix_time table_column table_partition price_currency author_first ORDER_NO ID_2 north_q1'.split(
    ' ',
  ),
)
const settings = [...globSync('{*.toml,test/**/*.sql,src/**/*.sql,docs/snippets/*,.github/workflows/*.yml}')]
const allWords = new Set([
  ...words,
  ...settings.flatMap((path) => readFileSync(path, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
])

test.each(globSync('docs/{decisions,guide,operate}/*.md'))('%s names only limits and codes that exist', (page) => {
  const names = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  expect(names.filter((name) => longName.test(name) && !allWords.has(name) && !examples.has(name))).toEqual([])
})

test('decisions name the installed versions of packages', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const outdated = globSync('docs/decisions/*.md').flatMap((page) => {
    const text = readFileSync(page, 'utf8')
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([name, version]) =>
        new RegExp(`(?<![\\w/-])${name}\`? (?:is )?\\d+\\.\\d+\\.\\d`).test(text) && !text.includes(version),
    )
  })
  expect(outdated).toEqual([])
})

/** Modules by the end of their path, such as `literals/literal-writer.ts`. */
test.each(globSync('docs/decisions/*.md'))('%s names only modules that exist', (page) => {
  const modules = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(
    (match) => match[1] ?? '',
  )
  expect(modules.filter((name) => !sources.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([])
})

test.each(globSync('docs/measurements/*.md'))('%s begins with a table and at most three sentences', (page) => {
  const [top = ''] = readFileSync(page, 'utf8').split('\n## ')
  const [, ...lines] = top.split('\n').filter(Boolean)
  const prose = lines.filter((line) => !line.startsWith('|')).join(' ')
  expect(lines[0]).toMatch(/^\|/)
  expect(prose.match(/[.?!](?=\s|$)/g)?.length).toBeLessThanOrEqual(3)
})

test('the glossary has at most 25 terms', () => {
  const [, glossary = ''] = /## Glossary\n([^]*?)\n## /.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  const terms = glossary.match(/^\| (?!term|-)/gm) ?? []
  expect(terms.length).toBeGreaterThan(10)
  expect(terms.length).toBeLessThanOrEqual(25)
})

test.each(globSync('docs/decisions/*.md'))('%s has a problem, a decision and consequences', (page) => {
  const text = readFileSync(page, 'utf8')
  const number = Number(/(\d{4})-/.exec(page)?.[1])
  expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`))
  for (const part of ['Problem', 'Decision', 'Consequences'])
    expect(text).toMatch(new RegExp(`^(?:\\*\\*${part}\\.\\*\\*|## ${part}$)`, 'm'))
})

test.each(pages)('%s links only to existing files', (page) => {
  const targets = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)].map(
    ([, target = '']) => join(dirname(page), target),
  )
  expect(targets.filter((target) => !existsSync(target))).toEqual([])
})

/** The headings of a page by the name of their anchor. */
const anchors = new Map<string, Set<string>>()
function anchorsOf(page: string): Set<string> {
  const known = anchors.get(page)
  if (known !== undefined) return known
  const found = new Set(renderMarkdown(readFileSync(page, 'utf8')).headings.map(({ id }) => id))
  anchors.set(page, found)
  return found
}

test.each(globSync('docs/**/*.md'))('%s links only to existing headings', (page) => {
  const targets = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|\/)([^)#\s]*)#([^)\s]+)\)/g)]
  const missingOnes = targets.filter(
    ([, target = '', anchor = '']) => !anchorsOf(target === '' ? page : join(dirname(page), target)).has(anchor),
  )
  expect(missingOnes.map(([link]) => link)).toEqual([])
})
