import type { Spec } from '../../../../src/contract/spec.ts'
import { specDefaults } from '../../../../src/contract/spec-values.ts'
import { matchesWildcards, wildcard } from '../text/wildcards.ts'

export type DumpOptions = Spec['dump']

/** Returns the spec's options for dumps. A spec that was stored before the section existed has none. */
export const dumpOptions = ({ dump }: { readonly dump?: DumpOptions }): DumpOptions =>
  dump ?? (specDefaults.dump as unknown as DumpOptions)

export type DumpPart = DumpOptions['parts'][number]

/** Returns the parts of the script that the spec selects. Rows alone are a part of the data only. */
export function partsOf(spec: Spec): ReadonlySet<DumpPart> {
  const { mode, parts } = dumpOptions(spec)
  if (mode === 'schema_only') return new Set(['before', 'after'])
  return new Set(spec.output.create_table && mode === 'everything' ? parts : ['data'])
}

/** Tests for the server's own schemas: accounts with password hashes, settings and statistics. */
export const isOfServer = ({ database }: { readonly database: string }): boolean =>
  /^(?:mysql|sys|information_schema|performance_schema)$/i.test(database)

/**
 * Returns a function that tests whether `dump.tables` includes a table or view, by its name or by `database.name`,
 * ignoring case. The server's own schemas have to be listed explicitly.
 */
export function isChosen(spec: Spec): (relation: { readonly database: string; readonly name: string }) => boolean {
  const { include, exclude } = dumpOptions(spec).tables
  const [included, excluded] = [include.map(patternOf), exclude.map(patternOf)]
  const ofServer = include.filter((pattern) => /^\w+\./.test(pattern)).map(patternOf)
  return ({ database, name }) => {
    const isNamed = (matches: Pattern): boolean => matches(name) || matches(`${database}.${name}`)
    const isHidden = isOfServer({ database }) && !ofServer.some((matches) => matches(`${database}.${name}`))
    return !isHidden && (included.length === 0 || included.some(isNamed)) && !excluded.some(isNamed)
  }
}

type Pattern = (name: string) => boolean

/** Returns a test for a pattern in which `*` matches any characters and `?` matches one. It ignores case. */
function patternOf(pattern: string): Pattern {
  const parts = Array.from(pattern.toLowerCase(), (character) =>
    character === '*' ? wildcard.any : character === '?' ? wildcard.one : character,
  )
  return (name) => matchesWildcards(Array.from(name.toLowerCase()), parts)
}
