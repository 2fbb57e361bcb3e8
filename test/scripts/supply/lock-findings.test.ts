import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockFindings, type LockFile, movingImages } from '../../../scripts/supply/lock-findings.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

test('the lock file pins every package and contains no tracker', () => {
  const lock = json('package-lock.json') as LockFile
  const { allowScripts } = json('package.json') as { allowScripts: Record<string, boolean> }
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
  expect(lockFindings(lock, allowScripts)).toEqual([])
  const scarf = Object.entries(lock.packages).filter(([path]) => path.endsWith('node_modules/@scarf/scarf'))
  expect(scarf.filter(([, entry]) => entry.name !== 'tslib' || entry.hasInstallScript === true)).toEqual([])
})

test('the image of the container is pinned to a digest', () => {
  expect(movingImages(readFileSync('container/Dockerfile', 'utf8'))).toEqual([])
  expect(movingImages('FROM node:24-alpine AS a\nCOPY x x\nFROM node@sha256:12')).toHaveLength(2)
  expect(movingImages(`from node:24@sha256:${'0f'.repeat(32)} AS build`)).toEqual([])
})

test.each([
  ['no integrity', { version: '1.0.0', optional: true }, 'node_modules/a has no sha512 integrity.'],
  ['a weak one', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'node_modules/a has no sha512 integrity.'],
  ['a registry', { integrity, resolved: 'https://r.example/a.tgz' }, 'names a registry: https://r.example/a.tgz'],
  ['a platform left out', { integrity, optionalDependencies: { b: '2.0.0' } }, 'needs b 2.0.0, which is not locked'],
  ['an undecided script', { integrity, hasInstallScript: true }, 'wants to run a script'],
])('%s is reported', (_case, entry, finding) => {
  expect(lockFindings({ packages: { '': {}, 'node_modules/a': entry } }, {})).toEqual([
    expect.stringContaining(finding),
  ])
})

test('a nested package and a script with a recorded decision are accepted', () => {
  const packages = {
    'node_modules/a': { integrity, optionalDependencies: { b: '2' }, hasInstallScript: true },
    'node_modules/a/node_modules/b': { integrity },
  }
  expect(lockFindings({ packages }, { a: false })).toEqual([])
})
