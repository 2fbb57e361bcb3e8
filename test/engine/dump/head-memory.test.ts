import { expect, test } from 'vitest'
import { HeadMemory } from '../../../container/engine/dump/text/head-memory.ts'
import type { InsertHead } from '../../../container/engine/dump/text/statements.ts'
import { converted } from '../support.ts'

const head = (table: string, more: Partial<InsertHead> = {}): InsertHead => ({
  database: null,
  table,
  columns: null,
  onDuplicate: null,
  ...more,
})

test('equal starts of INSERTs are parsed once, until another statement comes', () => {
  const memory = new HeadMemory<number>()
  let misses = 0
  const lookUp = (insertHead: InsertHead, values: number | null = null): number =>
    memory.lookUp(insertHead, values, () => ++misses)
  expect([lookUp(head('a')), lookUp(head('b')), lookUp(head('a')), lookUp(head('b'))]).toEqual([1, 2, 1, 2])
  expect(lookUp(head('a', { columns: ['x'] }))).toBe(3)
  expect(lookUp(head('a', { columns: ['y'] }))).toBe(4)
  expect(lookUp(head('a', { database: 'a' }))).toBe(5)
  expect(lookUp(head('a', { onDuplicate: 'ignore' }))).toBe(6)
  expect([lookUp(head('a'), 2), lookUp(head('a'), 3), lookUp(head('a'), 2)]).toEqual([7, 8, 7])
  memory.forget()
  expect(lookUp(head('a'))).toBe(9)
})

test('the memory is limited', () => {
  const memory = new HeadMemory<number>()
  for (let table = 0; table <= 100; table++) memory.lookUp(head(`t${table}`), null, () => table)
  expect(memory.lookUp(head('t0'), null, () => -1)).toBe(-1)
  expect(memory.lookUp(head('t100'), null, () => -1)).toBe(100)
})

test('rows of alternating tables give the same output as rows in table order, even when a table changes in between', async () => {
  const rows = Array.from({ length: 50 }, (_, row) => row)
  const tables = 'CREATE TABLE a (x int, y varchar(9)); CREATE TABLE b (y varchar(9), x int);'
  const more = "ALTER TABLE a ADD z int DEFAULT 7; INSERT INTO b (x) VALUES (99); INSERT INTO a VALUES (98,'q',8);"
  const inA = rows.map((row) => `INSERT INTO a VALUES (${row},'a${row}');`)
  const inB = rows.map((row) => `INSERT INTO b VALUES ('b${row}',${row});`)
  const dumpOf = (statements: readonly string[]): string =>
    `-- MySQL dump 10.13\n${tables}\n${statements.join('\n')}\n${more}\n`
  const linesOf = async (statements: readonly string[]): Promise<readonly string[]> => {
    const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const
    const { script } = await converted(dumpOf(statements), spec, 'dump.sql')
    return script.split('\n').filter((line) => line.includes('\t'))
  }
  const byTurns = await linesOf(rows.flatMap((row) => [inA[row] ?? '', inB[row] ?? '']))
  expect(byTurns.filter((line) => line.startsWith('b'))).toHaveLength(50)
  expect(byTurns.toSorted()).toEqual((await linesOf([...inA, ...inB])).toSorted())
})
