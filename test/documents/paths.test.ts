import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md'])
const ours = /^(?:src|durable-objects|container|scripts|test|docs|examples)\/[\w./*-]+$/
/** Made by commands that the pages name, and not kept. */
const made = /^src\/settings\/public\/assets\/page\/|^docs\/decisions\/NNNN/

test.each(pages)('%s names only files that there are', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  const paths = named.filter((name) => ours.test(name) && !made.test(name))
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([])
})

test.each(['src', 'durable-objects'])('ARCHITECTURE.md says what every room of %s is for', (folder) => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => `| \`${folder}/${name}\` |`).filter((row) => !text.includes(row))).toEqual([])
})
