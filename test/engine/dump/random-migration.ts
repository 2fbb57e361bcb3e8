import {
  breakMark,
  type Choices,
  definitionOf,
  nameOf,
  newColumn,
  oneIn,
  rowFor,
  type State,
  type Table,
} from './random-literals.ts'
import { setMode, step } from './random-steps.ts'

interface Tool {
  /** Statements before and after the tables, and around the rows of a table. */
  readonly head: readonly string[]
  readonly end?: readonly string[]
  readonly around?: (name: string) => readonly [string, string]
  readonly isLax?: boolean
  readonly hasLateKeys?: boolean
}

const disabledKeys = (name: string): readonly [string, string] => [
  `/*!40000 ALTER TABLE ${name} DISABLE KEYS */`,
  `/*!40000 ALTER TABLE ${name} ENABLE KEYS */`,
]

const tools: readonly Tool[] = [
  {
    head: [
      '-- phpMyAdmin SQL Dump',
      'SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO"',
      'START TRANSACTION',
      'SET time_zone = "+00:00"',
      '/*!40101 SET NAMES utf8mb4 */',
    ],
    end: ['COMMIT'],
    isLax: true,
    hasLateKeys: true,
  },
  {
    head: [
      '-- HeidiSQL Version: 12.6.0.6765',
      '/*!40101 SET NAMES utf8 */',
      '/*!50503 SET NAMES utf8mb4 */',
      "/*!40103 SET TIME_ZONE='+00:00' */",
      "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */",
    ],
    end: ["/*!40101 SET SQL_MODE=IFNULL(@OLD_SQL_MODE, '') */"],
    around: disabledKeys,
    isLax: true,
  },
  {
    head: ['-- Adminer 4.8.1 MySQL 8.0.33 dump', 'SET NAMES utf8', "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'"],
    isLax: true,
  },
  {
    head: [
      '-- MySQL Workbench Forward Engineering',
      'SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0',
      "SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_DATE'",
    ],
    end: ['SET SQL_MODE=@OLD_SQL_MODE'],
  },
  {
    head: [
      '/*!40101 SET NAMES utf8mb4 */',
      "/*!40101 SET @OLD_SQL_MODE='NO_AUTO_VALUE_ON_ZERO', SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */",
    ],
    end: ['/*!40101 SET SQL_MODE=@OLD_SQL_MODE */'],
    around: (name) => [`LOCK TABLES ${name} WRITE`, 'UNLOCK TABLES'],
    isLax: true,
  },
  { head: ['SET NAMES utf8mb4', 'SET FOREIGN_KEY_CHECKS = 0'] },
]

const options = [
  ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci',
  ' DEFAULT CHARSET=utf8',
  '',
  ' ENGINE=InnoDB  DEFAULT CHARSET=latin1',
]

/** Returns the lines of a table with its rows, and those that follow all tables. */
function tableOf(state: State, tool: Tool, at: number): [lines: string[], later: string[]] {
  const key = state.pick(['auto', 'auto', 'plain', 'none'] as const)
  const others = Array.from({ length: 2 + state.upTo(3) }, () => newColumn(state))
  const columns = key === 'none' ? others : ['id', ...others]
  const table: Table = { name: `${state.pick(['wp_', 't', 'app_'])}t${at}`, columns, key }
  state.tables.push(table)
  const name = nameOf(state, table.name)
  const id = nameOf(state, 'id')
  const counts = key === 'auto' ? ' AUTO_INCREMENT' : ''
  const parts = columns.map((column) => {
    if (column !== 'id') return `${nameOf(state, column)} ${definitionOf(state, column)}`
    return tool.hasLateKeys === true ? `${id} int(11) NOT NULL` : `${id} int(11) NOT NULL${counts} PRIMARY KEY`
  })
  const lines = [
    `DROP TABLE IF EXISTS ${name}`,
    `CREATE TABLE IF NOT EXISTS ${name} (${breakMark}  ${parts.join(`,${breakMark}  `)}${breakMark})${state.pick(options)}`,
  ]
  const later: string[] = []
  if (tool.hasLateKeys === true && key !== 'none')
    later.push(`ALTER TABLE ${name}${breakMark}  ADD PRIMARY KEY (${id})`)
  if (tool.hasLateKeys === true && key === 'auto')
    later.push(`ALTER TABLE ${name}${breakMark}  MODIFY ${id} int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=300`)
  const [before, after] = tool.around?.(name) ?? []
  if (before !== undefined) lines.push(before)
  const list = columns.map((column) => nameOf(state, column)).join(', ')
  for (let left = state.pick([1, 2, 3]); left > 0; left--) {
    const rows = Array.from({ length: 1 + state.upTo(3) }, () => rowFor(state, columns))
    const named = oneIn(state, 3) ? '' : `(${list}) `
    lines.push(`INSERT INTO ${name} ${named}VALUES${state.pick([breakMark, ' '])}${rows.join(`,${breakMark}\t`)}`)
  }
  if (after !== undefined) lines.push(after)
  return [lines, later]
}

/** Returns the lines of an export of a program, or of a handwritten script, and of changes after it. */
export function migrationOf(choices: Choices): string[] {
  const state: State = {
    ...choices,
    tables: [],
    isLax: false,
    nextColumn: 1,
    retyped: new Set(),
    nextId: 0,
    quoted: choices.upTo(2) > 0,
  }
  const isByHand = oneIn(state, 2)
  const tool: Tool = isByHand ? { head: [setMode(state)] } : state.pick(tools)
  if (!isByHand) state.isLax = tool.isLax === true
  const made = Array.from({ length: state.pick([1, 2, 2, 3]) }, (_, at) => tableOf(state, tool, at))
  const steps = oneIn(state, 4) ? 0 : 1 + state.upTo(isByHand ? 9 : 5)
  return [
    ...tool.head,
    ...made.flatMap(([lines]) => lines),
    ...made.flatMap(([, later]) => later),
    ...(tool.end ?? []),
    ...Array.from({ length: steps }, () => step(state)).flat(),
  ]
}
