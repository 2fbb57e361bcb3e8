import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const servers = ['test/databases/mariadb.ts', 'test/databases/postgresql.ts', 'test/databases/h2.ts']

/** Returns the test files that start a database server. They import one directly or through a helper. */
export function serverTests(): string[] {
  const importersOf = new Map<string, string[]>()
  for (const file of globSync('test/**/*.ts')) {
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const path = join(dirname(file), imported)
      importersOf.set(path, [...(importersOf.get(path) ?? []), file])
    }
  }
  const found = new Set(servers)
  // The loop also visits the files that it adds.
  for (const file of found) for (const importer of importersOf.get(file) ?? []) found.add(importer)
  return [...found].filter((file) => file.endsWith('.test.ts')).toSorted()
}
