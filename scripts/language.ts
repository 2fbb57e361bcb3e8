import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { strayMessages } from './language/catalogs.ts'
import { type Prose, proseOf } from './language/prose.ts'
import {
  commentFindings,
  descriptionFindings,
  fileNameFindings,
  longSentencesIn,
  phrasesIn,
  subjectFindings,
  summaryFindings,
} from './language/rules.ts'

/**
 * npm run language checks the prose of comments, documents, messages and commit subjects against the rules of
 * CONTRIBUTING. It exits with 1 if there is a finding.
 */
const subjectsSince = 'e7b12aa'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(Boolean)

/** Files that quote other people's words. */
const quoted =
  /(?:^|\/)fixtures\/|kernel-wasm\.ts$|^scripts\/language\/|^test\/scripts\/language\/|ascii-tables\.test\.ts$/

const files = git(
  'ls-files',
  '*.md',
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.js',
  '*.css',
  '*.sh',
  '*.py',
  '*.rb',
  '*.toml',
  '*.yml',
  '.ci/run',
).filter((path) => !quoted.test(path))
/** The findings about each kind of prose in addition to phrases. */
const findingsOf: Readonly<Record<Prose['kind'], (text: string) => string[]>> = {
  comment: commentFindings,
  description: descriptionFindings,
  document: longSentencesIn,
  message: () => [],
  summary: summaryFindings,
}
const inFiles = files.flatMap((path) =>
  [...proseOf(path, readFileSync(path, 'utf8'))].flatMap(({ kind, line, text }) =>
    [...phrasesIn(text), ...findingsOf[kind](text)].map((finding) => `${path}:${line}: ${finding}`),
  ),
)
const outsideCatalogs = files.flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, at) =>
    strayMessages(path, line, lines[at - 1]).map((finding) => `${path}:${at + 1}: ${finding}`),
  )
})
// A shallow clone does not have the older commits, so it cannot check their subjects.
const isKnown = spawnSync('git', ['cat-file', '-e', subjectsSince], { stdio: 'ignore' }).status === 0
if (!isKnown) console.log('The subjects of commits were not checked, because this clone has no history.')
const subjects = isKnown ? git('log', '--no-merges', '--format=%h %s', `${subjectsSince}..HEAD`) : []
const inSubjects = subjects.flatMap((line) => {
  const [hash = '', ...words] = line.split(' ')
  return subjectFindings(words.join(' ')).map((finding) => `commit ${hash}: ${finding}`)
})

const inNames = files.flatMap((path) => fileNameFindings(path).map((finding) => `${path}: ${finding}`))

const findings = [...inFiles, ...inNames, ...outsideCatalogs, ...inSubjects]
for (const finding of findings) console.log(finding)
console.log(`${findings.length} findings in ${files.length} files`)
process.exit(findings.length === 0 ? 0 : 1)
