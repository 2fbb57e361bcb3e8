import type { DumpSchema, DumpTable } from './schema.ts'
import { TokenReader } from './token-reader.ts'
import { isWord, type Token } from './tokens.ts'

/** Follows, in the second pass, which database is in use and which tables are dropped: rows go by both. */
export class Replay {
  private readonly schema: DumpSchema
  private readonly dropped = new Map<string, number>()

  constructor(schema: DumpSchema) {
    this.schema = schema
    schema.database = ''
  }

  statement(tokens: readonly Token[]): void {
    if (!isWord(tokens[0], 'USE', 'DROP')) return
    const reader = new TokenReader(tokens)
    if (reader.takeWords('USE')) {
      this.schema.database = reader.takeName() ?? this.schema.database
      return
    }
    if (!reader.takeWords('DROP', 'TABLE')) return
    reader.takeWords('IF', 'EXISTS')
    do {
      const table = reader.takeQualified()
      const key = table === null ? '' : this.schema.key(table.database, table.name)
      this.dropped.set(key, (this.dropped.get(key) ?? 0) + 1)
    } while (reader.takeSymbol(','))
  }

  /** Whether rows of this name, here, belong to the table that the dump ends with. */
  isCurrent(table: DumpTable): boolean {
    return (this.dropped.get(this.schema.key(table.database, table.name)) ?? 0) === table.incarnation
  }
}
