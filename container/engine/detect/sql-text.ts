import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'
import { textMessages } from '../catalog/text.ts'
import { withoutMessages } from '../bytes/dump-messages.ts'
import { EngineFailure } from '../failure.ts'
import { isEvenTable } from './even-table.ts'

/** Scripts of other databases, recognized by the first statements of their own tools. */
const others: readonly { readonly description: Message; readonly isIt: (head: SqlHead) => boolean }[] = [
  {
    description: kindMessages.postgresDump,
    isIt: ({ text, sql }) =>
      /^--\s*\n--\s*PostgreSQL database (?:cluster )?dump/.test(text) ||
      /^SELECT pg_catalog\.set_config\(/m.test(sql) ||
      /^SET (?:statement_timeout|standard_conforming_strings|client_encoding)\s*=/.test(sql) ||
      /^COPY [^\n;]+ FROM stdin;$/m.test(sql),
  },
  {
    description: kindMessages.sqliteDump,
    isIt: ({ sql }) =>
      /^PRAGMA\s+foreign_keys\s*=\s*OFF;\s*BEGIN TRANSACTION;/i.test(sql) || /\bsqlite_sequence\b/.test(sql),
  },
  {
    description: kindMessages.sqlServerScript,
    isIt: ({ text, sql }) =>
      /^\/\*+ Object: /m.test(text) ||
      /^(?:USE|CREATE TABLE|CREATE DATABASE|INSERT(?: INTO)?) \[/i.test(sql) ||
      (/^GO\s*$/im.test(sql) && /\[dbo\]\./i.test(sql)),
  },
  {
    description: kindMessages.oracleScript,
    isIt: ({ sql }) => (/\bVARCHAR2\s*\(/i.test(sql) && !sql.includes('`')) || sql.startsWith('REM INSERTING into '),
  },
]

interface SqlHead {
  readonly text: string
  /** The text without the comments before the first statement. */
  readonly sql: string
}

const statement =
  /^(?:(?:CREATE|DROP|ALTER)\s+(?:OR\s+REPLACE\s+|TEMPORARY\s+|UNIQUE\s+|DEFINER\s*=\s*\S+\s+)*(?:TABLE|DATABASE|SCHEMA|VIEW|INDEX|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE)\b|(?:INSERT|REPLACE)\s+(?:\w+\s+)?INTO\s|SET\s+(?:(?:SESSION|LOCAL|GLOBAL)\s+)?[@\w.]+\s*:?=|SET\s+NAMES\s|USE\s+\S+\s*[;\n]|LOCK\s+TABLES\s|START\s+TRANSACTION\s*;|BEGIN\s*;|DELETE\s+FROM\s|TRUNCATE\s|DELIMITER\s|PRAGMA\s)/i

/** Matches the definition or the rows of a table. No header begins like this. */
const script =
  /^(?:CREATE\s+(?:TEMPORARY\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?[^\s(,;]+\s*\(|INSERT\s+(?:\w+\s+)?INTO\s+[^\s(,;]+\s*(?:\([^)]*\)\s*)?(?:VALUES|SELECT)\b)/i

/** Matches the definition or the rows of a table in any line, because a script may begin with anything. */
const tableOrRows = /^\s*(?:CREATE\s+(?:TEMPORARY\s+)?TABLE|INSERT\s+(?:\w+\s+)?INTO|REPLACE\s+INTO)\s/im

const request =
  /^(?:SELECT|WITH|UPDATE|MERGE|GRANT|REVOKE|SHOW|CALL|EXEC|EXECUTE|EXPLAIN|DECLARE|DO|COPY|COMMENT|VACUUM|ANALYZE)\s/i

/** Tests for statements without rows: by the file name, or a single query that is the whole text. */
export function isRequest(head: string, name: string): boolean {
  const { sql } = headOf(head)
  if (isNamedSql(name)) return request.test(sql)
  const [query = '', rest] = sql.split(';', 2)
  return rest?.trim() === '' && /^(?:SELECT|WITH)\s/i.test(query) && /\sFROM\s/i.test(query)
}

const isNamedSql = (name: string): boolean => /\.sql(?:\.(?:gz|zst|xz|bz2|zip|tar))*$/i.test(name)

/** Recognizes a script by its name or by its first statement, unless its text is an even table. */
export const isScript = (head: string, name: string): boolean =>
  script.test(headOf(head).sql) || (isNamedSql(name) && !isEvenTable(head))

/** Rejects a script of another database, and names the database. */
export function refuseOtherSql(head: string): void {
  const read = headOf(head)
  if (
    !statement.test(read.sql) &&
    !/^(?:--|\/\*)/.test(read.text) &&
    !/^(?:SELECT pg_catalog|COPY |REM )/.test(read.sql)
  )
    return
  const other = others.find(({ isIt }) => isIt(read))
  if (other !== undefined)
    throw new EngineFailure('unsupported_format', textMessages.unsupported_format.otherSql(other.description))
}

export function looksLikeMysqlDump(head: string, name: string): boolean {
  const { text, sql } = headOf(head)
  if (
    /^(?:--|#|\/\*)[^\n]*(?:MySQL dump|MariaDB dump|phpMyAdmin SQL Dump|Adminer [^\n]*(?:MySQL|MariaDB)|enable the sandbox mode)/i.test(
      text,
    )
  )
    return true
  if (/\/\*M?!\d{5}/.test(text.slice(0, 20_000)) && /\b(?:CREATE TABLE|INSERT INTO|SET )\b/i.test(text)) return true
  const isNamed = isNamedSql(name)
  // The first statement follows a comment that is longer than the head, or the file has no statement.
  if (text !== '' && /^(?:\/\*(?!!)|$)/.test(sql)) return isNamed
  if (isNamed && tableOrRows.test(sql)) return true
  if (!statement.test(sql)) return false
  // The file's name says SQL, even if the text may be truncated inside its first statement.
  if (isNamed) return true
  return sql.includes(';') && (sql.slice(0, 4000).includes('`') || /\bENGINE\s*=\s*\w+/i.test(sql))
}

function headOf(head: string): SqlHead {
  const text = withoutMessages(head.replace(/^\uFEFF/, '').trimStart())
  return { text, sql: text.replace(/^(?:\s*(?:--[^\n]*|#[^\n]*|\/\*[^!][\s\S]*?\*\/))+/, '').trimStart() }
}
