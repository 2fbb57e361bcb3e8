import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { proseOf } from './language/prose.ts'
import { longSentencesIn, openingOf, phrasesIn, subjectFindings } from './language/rules.ts'

/**
 * npm run language checks the prose of comments, documents, messages and commit subjects against the rules of
 * CONTRIBUTING. It ends with 1 when there is a finding.
 */
const subjectsSince = '0ac6277'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(Boolean)

/** Files that quote other people's words. */
const quoted = /(?:^|\/)fixtures\/|kernel-wasm\.ts$|^scripts\/language\/|^test\/scripts\/language\//

const files = git('ls-files', '*.md', '*.ts', '*.tsx', '*.mjs').filter((path) => !quoted.test(path))
const inFiles = files.flatMap((path) =>
  [...proseOf(path, readFileSync(path, 'utf8'))].flatMap(({ kind, line, text }) =>
    [
      ...phrasesIn(text),
      ...(kind === 'message' ? [] : longSentencesIn(text)),
      ...(kind === 'comment' ? openingOf(text) : []),
    ].map((finding) => `${path}:${line}: ${finding}`),
  ),
)
// A shallow clone does not have the older commits, and needs no check of them.
const isKnown = git('rev-list', '--max-count=1', '--all', subjectsSince).length > 0
const inSubjects = git('log', '--format=%h %s', ...(isKnown ? [`${subjectsSince}..HEAD`] : ['--max-count=1'])).flatMap(
  (line) => {
    const [hash = '', ...words] = line.split(' ')
    return subjectFindings(words.join(' ')).map((finding) => `commit ${hash}: ${finding}`)
  },
)

const findings = [...inFiles, ...inSubjects]
for (const finding of findings) console.log(finding)
console.log(`${findings.length} findings in ${files.length} files`)
process.exit(findings.length === 0 ? 0 : 1)
