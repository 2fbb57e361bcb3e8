import { isWord, type Token } from './tokens.ts'

/** Words for the client only. No statement of a server begins with them. */
export const clientCommands = ['SYSTEM', 'TEE', 'NOTEE', 'WARNINGS', 'NOWARNING'] as const

/** Returns the command that a line such as `\. file` or `\u shop` means, or null if it does not matter here. */
export function shortCommandOf(line: string): readonly Token[] | null {
  const name = line.slice(2).trim()
  if (line.startsWith('\\.'))
    return [
      { kind: 'word', text: 'SOURCE' },
      { kind: 'word', text: name },
    ]
  if (!line.startsWith('\\u')) return null
  return [
    { kind: 'word', text: 'USE' },
    { kind: 'name', text: name.replaceAll(/[`'"]|;$/g, '') },
  ]
}

/** The first words of statements that do not change rows or tables. */
const harmless = new Set(
  [
    'SET BEGIN START COMMIT SAVEPOINT RELEASE LOCK UNLOCK FLUSH RESET PREPARE DEALLOCATE HANDLER',
    'SELECT SHOW DESC DESCRIBE EXPLAIN HELP ANALYZE CHECK CHECKSUM OPTIMIZE REPAIR CACHE',
    'CHANGE STOP PURGE KILL INSTALL UNINSTALL',
    ...clientCommands,
  ].flatMap((words) => words.split(' ')),
)

/** Returns the name of a statement that only a server could run, or null if it has no effect on the result. */
export function statementNotRun([first, second]: readonly Token[]): string | null {
  if (first?.kind !== 'word') return null
  const word = first.text.toUpperCase()
  const isBlock = word === 'BEGIN' && isWord(second, 'NOT')
  return harmless.has(word) && !isBlock ? null : word
}

/** Returns the name of an ALTER TABLE action that moves rows into or out of a table without listing them. */
export function partitionsNotMoved([first, second]: readonly Token[]): string | null {
  const isMove =
    (isWord(first, 'DROP', 'TRUNCATE', 'EXCHANGE', 'CONVERT') && isWord(second, 'PARTITION')) ||
    (isWord(first, 'CONVERT') && isWord(second, 'TABLE')) ||
    (isWord(first, 'IMPORT', 'DISCARD') && isWord(second, 'TABLESPACE', 'PARTITION'))
  return isMove ? `ALTER TABLE … ${first?.text.toUpperCase()} ${second?.text.toUpperCase()}` : null
}
