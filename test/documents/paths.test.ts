import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md'])
const ours = /^(?:src|durable-objects|container|scripts|test|docs|examples)\/[\w./*-]+$/
/** Made by commands that the pages name, and not kept. */
const made = /^src\/settings\/public\/assets\/page\/|^docs\/decisions\/NNNN/

/** Files that a text names between backticks, and that are not there. */
const missing = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => ours.test(name) && !made.test(name) && globSync(name).length === 0)

test.each(pages)('%s names only existing files', (page) => expect(missing(readFileSync(page, 'utf8'))).toEqual([]))

test.each(['src', 'durable-objects', 'container', 'scripts', 'lab', 'test'])('comments in %s do as well', (folder) => {
  const sources = globSync(`${folder}/**/*.{ts,tsx,mjs}`)
  const comments = (path: string): string =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))
      .join('\n')
  expect(sources.flatMap((path) => missing(comments(path)).map((name) => `${path}: ${name}`))).toEqual([])
})

test.each(['src', 'durable-objects'])('ARCHITECTURE.md says what every room of %s is for', (folder) => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => `| \`${folder}/${name}\` |`).filter((row) => !text.includes(row))).toEqual([])
})
