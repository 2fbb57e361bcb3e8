import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeTables } from '../../src/contract/codes.ts'

const catalogs = globSync(['src/contract/catalog/*.ts', 'container/engine/catalog/*.ts'])

/** Returns the template literal of a message as a pattern: anything matches where the catalog inserts a value. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replaceAll('\\`', '`')
      .split(/\$\{(?:[^{}]|\{[^{}]*\}|\{(?:[^{}]|\{[^{}]*\})*\})*\}/)
      .map((fixed) => fixed.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join('.*')}$`,
    's',
  )

const patterns = catalogs
  .flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/say`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`)*\})*)`/g),
  ])
  .map(([, template = '']) => template)
  .filter((template) => /[a-z]{3}/.test(template.replaceAll(/\$\{[^}]*\}/g, '')))
  .map(patternOf)

const { left_out: _rows, ...tables } = codeTables
const examples = Object.entries(tables).flatMap(([table, codes]) =>
  Object.entries(codes).map(([code, { example }]) => ({ table, code, example })),
)

describe('documented messages', () => {
  test('can be compared with the catalogs', () => expect(patterns.length).toBeGreaterThan(300))

  test.each(examples)('include one from a catalog for $table $code', ({ example }) => {
    // A message about a field begins with the path of the field.
    const withoutField = example.replace(/^[\w.]+ /, '')
    expect(patterns.some((pattern) => pattern.test(example) || pattern.test(withoutField))).toBe(true)
  })
})
