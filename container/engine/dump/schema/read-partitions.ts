import type { DumpPartition, DumpPartitioning, PartitionMethod } from './partitioning.ts'
import type { DumpTable } from './schema.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Reads a partition clause to its end, after `PARTITION BY`. */
export function readPartitioning(reader: TokenReader): DumpPartitioning {
  const start = reader.at
  const method = readMethod(reader, 'PARTITIONS')
  const submethod = reader.takeWords('SUBPARTITION', 'BY') ? readMethod(reader, 'SUBPARTITIONS') : null
  const list = reader.takeParentheses() ?? []
  const text = reader.tokens.slice(start, reader.at)
  return { text, method, submethod, partitions: readList(list), isChanged: false }
}

function readMethod(reader: TokenReader, counting: 'PARTITIONS' | 'SUBPARTITIONS'): PartitionMethod {
  reader.takeWords('LINEAR')
  const kind = reader.takeName()?.toLowerCase() ?? ''
  if (!reader.takeWords('COLUMNS') && reader.takeWords('ALGORITHM')) while (!isAtParenthesis(reader)) reader.at++
  const expression = reader.takeParentheses() ?? []
  const count = reader.takeWords(counting) ? Number(reader.take()?.text) : null
  return { kind: isKnown(kind) ? kind : 'other', expression, count }
}

const isAtParenthesis = (reader: TokenReader): boolean => reader.isDone || isSymbol(reader.current, '(')

const isKnown = (kind: string): kind is PartitionMethod['kind'] => /^(?:range|list|hash|key)$/.test(kind)

const readList = (tokens: readonly Token[]): DumpPartition[] => splitAtCommas(tokens).map(readPartition)

function readPartition(tokens: readonly Token[]): DumpPartition {
  const reader = new TokenReader(tokens)
  reader.takeWords('PARTITION')
  const name = reader.takeName() ?? ''
  let values: readonly Token[] | null = null
  const subpartitions: string[] = []
  while (!reader.isDone) {
    if (reader.takeWords('LESS', 'THAN') || reader.takeWords('IN'))
      values = isAtParenthesis(reader) ? reader.takeParentheses() : reader.tokens.slice(reader.at, reader.at + 1)
    else if (isWord(reader.current, 'DEFAULT')) values = [reader.take() as Token]
    else if (isSymbol(reader.current, '(')) {
      for (const [, sub] of splitAtCommas(reader.takeParentheses() ?? [])) subpartitions.push(sub?.text ?? '')
    } else reader.at++
  }
  return { name, values, subpartitions }
}

/**
 * Applies `PARTITION BY …`, `REMOVE PARTITIONING` and the ALTER TABLE actions for single partitions. Returns false for
 * another action, and for one with a partition clause at its end.
 */
export function alterPartitioning(table: DumpTable, action: readonly Token[]): boolean {
  const at = action.findIndex((token, index) => isWord(token, 'PARTITION') && isWord(action[index + 1], 'BY'))
  if (at >= 0) table.partitioning = readPartitioning(new TokenReader(action.slice(at + 2)))
  else if (isWord(action[0], 'REMOVE') && isWord(action[1], 'PARTITIONING')) table.partitioning = null
  else if (isWord(action[1], 'PARTITION')) changePartitions(table, action)
  else if (isWord(action[0], 'CONVERT') && isWord(action[1], 'TABLE')) changePartitions(table, action)
  else return false
  return at <= 0
}

/** Statements about partitions that do not change their bounds. */
const keepingBounds = ['TRUNCATE', 'ANALYZE', 'CHECK', 'OPTIMIZE', 'REBUILD', 'REPAIR', 'EXCHANGE'] as const

function changePartitions(table: DumpTable, action: readonly Token[]): void {
  const { partitioning } = table
  if (partitioning === null || isWord(action[0], ...keepingBounds)) return
  const reader = new TokenReader(action.slice(2))
  reader.takeWords('IF', 'NOT', 'EXISTS')
  const added = isWord(action[0], 'ADD') ? readList(reader.takeParentheses() ?? []) : []
  const partitions = [...partitioning.partitions, ...added]
  table.partitioning = { ...partitioning, partitions, isChanged: partitioning.isChanged || added.length === 0 }
}
