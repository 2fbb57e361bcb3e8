import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textKind } from '../../../container/engine/detect/text-kind.ts'

const filesMax = 120

/** Real files by other authors, sampled from those installed. The list is empty if the pattern finds nothing. */
function samples(pattern: string, least: number): { name: string; text: string }[] {
  const paths = globSync(pattern).toSorted()
  const step = Math.max(1, Math.floor(paths.length / filesMax))
  return paths
    .filter((_, at) => at % step === 0)
    .map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8').slice(0, 1 << 18) }))
    .filter(({ text }) => text.split('\n').length >= least)
}

const programs = {
  JavaScript: 'node_modules/*/{lib,dist,src}/*.js',
  TypeScript: 'node_modules/*/{lib,dist,types}/*.d.ts',
  C: '/usr/include/*.h',
  Perl: '/usr/lib/*/perl-base/**/*.pm',
  Python: '/usr/lib/python3*/*.py',
  'style sheets': 'node_modules/**/*.css',
}

describe.each(Object.entries(programs))('%s', (_, pattern) => {
  test('is refused by its own name, whatever its content', () => {
    const missed = samples(pattern, 1).filter(({ name, text }) => text.trim() !== '' && textKind(text, name) === null)
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  test('is refused by its lines alone in nine of ten cases', () => {
    const files = samples(pattern, 15)
    const missed = files.filter(({ text }) => textKind(text, 'export.txt') === null)
    expect(missed.length, missed.map(({ name }) => name).join(' ')).toBeLessThanOrEqual(files.length / 10)
  })
})

test.each(['Makefile', 'CMakeLists.txt', 'style.css', 'de.po', 'paper.tex', 'lib.rs', 'Main.java', 'main.go'])(
  'a table named %s stays a table',
  (name) => {
    expect(textKind('id,name,price\n1,Ann,2.50\n2,Bob,3.00\n3,Eve,1.10\n', name)).toBeNull()
  },
)
