import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/operate/storage.md', 'utf8')
const section = (heading: string): string => page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? ''

/** Names of the tables that the sources in a folder create, after the migrations that rename some. */
const tablesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,sql}`).flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    const renamed = new Map(
      [...source.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, old, name]) => [old, name]),
    )
    return [...source.matchAll(/create table (?:if not exists )?(\w+) ?\(/g)].map(
      ([, name = '']) => renamed.get(name) ?? name,
    )
  })

test.each([
  ['SQLite of an account object', 'durable-objects/account', 21],
  ['A dispatcher object', 'durable-objects/dispatcher', 3],
  ['D1', 'src', 6],
])('docs/operate/storage.md describes every table in %s, and no others', (heading, folder, count) => {
  const tables = tablesOf(folder)
  expect(tables.length).toBe(count)
  const documented = [...section(heading).matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '')
  expect(documented.toSorted()).toEqual(tables.toSorted())
})

test('docs/operate/storage.md describes every queue', () => {
  const queues = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^queue = "([\w-]+)"/gm)].map(
    (match) => match[1] ?? '',
  )
  expect(new Set(queues).size).toBe(5)
  expect(queues.filter((queue) => !section('Queues').includes(`\`${queue}\``))).toEqual([])
})
