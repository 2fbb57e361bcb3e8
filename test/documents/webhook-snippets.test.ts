import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** OpenSSL is the referee: the snippets must accept its signature. */
const secret = 'whsec_test'
const body = '{"id":"evt_1","name":"Zoë"}'
const t = 1_700_000_000
const mac = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: `${t}.${body}` })
  .toString()
  .slice(0, 64)
const changed = `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`

const vectors = [
  { label: 'the right signature', header: `t=${t},v1=${mac}`, now: t, good: true },
  { label: 'a clock 300 s away', header: `t=${t},v1=${mac}`, now: t + 300, good: true },
  { label: 'a clock 301 s away', header: `t=${t},v1=${mac}`, now: t + 301, good: false },
  { label: 'a clock 301 s behind', header: `t=${t},v1=${mac}`, now: t - 301, good: false },
  { label: 'another signature', header: `t=${t},v1=${changed}`, now: t, good: false },
  { label: 'a cut signature', header: `t=${t},v1=${mac.slice(0, 32)}`, now: t, good: false },
  { label: 'one more hex digit', header: `t=${t},v1=${mac}0`, now: t, good: false },
  { label: 'letters that are not hex after it', header: `t=${t},v1=${mac}zz`, now: t, good: false },
  { label: 'a space after it', header: `t=${t},v1=${mac} `, now: t, good: false },
  { label: 'its hex twice', header: `t=${t},v1=${mac}${mac}`, now: t, good: false },
  { label: 'its hex in capitals', header: `t=${t},v1=${mac.toUpperCase()}`, now: t, good: !/[a-f]/.test(mac) },
  { label: 'another time', header: `t=${t + 1},v1=${mac}`, now: t, good: false },
  { label: 'no signature', header: `t=${t}`, now: t, good: false },
  { label: 'nothing', header: '', now: t, good: false },
  { label: 'no header at all', header: null, now: t, good: false },
  { label: 'a time that is a digit of another kind', header: `t=\u00b2,v1=${mac}`, now: t, good: false },
  { label: 'a time of 400 digits', header: `t=${'9'.repeat(400)},v1=${mac}`, now: t + 0.5, good: false },
  { label: 'a time of 5000 digits', header: `t=${'9'.repeat(5000)},v1=${mac}`, now: t, good: false },
]

const snippet = (name: string): string => resolve('docs/snippets', name)
const languages = [
  {
    name: 'Node',
    program: process.execPath,
    needs: 'node',
    file: 'run.mjs',
    source: (cases: string) =>
      `import { verify } from ${JSON.stringify(snippet('verify.mjs'))}; import { readFileSync } from 'node:fs'\nfor (const c of JSON.parse(readFileSync(${JSON.stringify(cases)}))) console.log(verify(c.header, c.body, c.secret, c.now) ? 1 : 0)`,
  },
  {
    name: 'Python',
    program: 'python3',
    needs: 'python3',
    file: 'run.py',
    source: (cases: string) =>
      `import json, sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, ${JSON.stringify(resolve('docs/snippets'))})\nfrom verify import verify\nfor c in json.load(open(${JSON.stringify(cases)})): print(1 if verify(c["header"], c["body"].encode(), c["secret"], c["now"]) else 0)`,
  },
  {
    name: 'PHP',
    program: 'php',
    needs: 'php-cli',
    file: 'run.php',
    source: (cases: string) =>
      `<?php require ${JSON.stringify(snippet('verify.php'))}; foreach (json_decode(file_get_contents(${JSON.stringify(cases)}), true) as $c) echo verify($c['header'], $c['body'], $c['secret'], $c['now']) ? 1 : 0, "\\n";`,
  },
  {
    name: 'Ruby',
    program: 'ruby',
    needs: 'ruby',
    file: 'run.rb',
    source: (cases: string) =>
      `require 'json'; require ${JSON.stringify(snippet('verify.rb'))}\nJSON.parse(File.read(${JSON.stringify(cases)})).each { |c| puts verify(c['header'], c['body'], c['secret'], c['now']) ? 1 : 0 }`,
  },
]

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('the webhook verification snippets of the documents', () => {
  for (const language of languages) {
    const here = isInstalled(language.program)
    test.skipIf(!here)(`${language.name}${here ? '' : ` (skipped: apt-get install ${language.needs})`}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'rowmill-snippet-'))
      const cases = join(folder, 'cases.json')
      writeFileSync(cases, JSON.stringify(vectors.map((vector) => ({ ...vector, body, secret }))))
      const script = join(folder, language.file)
      writeFileSync(script, language.source(cases))
      const verdicts = execFileSync(language.program, [script]).toString().trim().split('\n')
      rmSync(folder, { recursive: true, force: true })
      expect(vectors.map((vector, at) => [vector.label, verdicts[at] === '1'])).toEqual(
        vectors.map((vector) => [vector.label, vector.good]),
      )
    })
  }
})
