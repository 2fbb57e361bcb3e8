import type { InputFormat } from '../../../src/contract/spec.ts'

/** What a text file is, by its first characters; the name's ending decides only between CSV and TSV or in doubt. */
export function detectTextFormat(head: string, name: string): InputFormat {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (looksLikeMysqlDump(text)) return 'sql_dump'
  if (looksLikeJson(text)) return isManyDocuments(text) ? 'ndjson' : 'json'
  return /\.(?:tsv|tab)$/i.test(name) ? 'tsv' : 'csv'
}

function looksLikeJson(text: string): boolean {
  if (/^\[\s*(?:[[{"\d\-tfn\]]|$)/.test(text)) {
    // `[1] a,b` is no JSON: an array's start is followed by values and commas.
    return (
      /^\[\s*(?:\]|\[|\{|"(?:[^"\\]|\\.)*"\s*[,\]]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[,\]]|true|false|null)/.test(
        text,
      ) || text.length < 3
    )
  }
  return /^\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:)/.test(text)
}

/** One document a line, or one after another: the first line is whole by itself. */
function isManyDocuments(text: string): boolean {
  const line = text.slice(0, text.search(/\r?\n|$/)).trim()
  if (!line.startsWith('{') || !line.endsWith('}')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function looksLikeMysqlDump(text: string): boolean {
  if (
    /^(?:--|#|\/\*)[^\n]*(?:MySQL dump|MariaDB dump|phpMyAdmin SQL Dump|Adminer [^\n]*(?:MySQL|MariaDB)|enable the sandbox mode)/i.test(
      text,
    )
  )
    return true
  if (/\/\*!\d{5}/.test(text.slice(0, 20_000)) && /\b(?:CREATE TABLE|INSERT INTO|SET )\b/i.test(text)) return true
  const statements = text.replace(/^(?:\s*(?:--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/))+/, '').trimStart()
  return (
    /^(?:CREATE|DROP|INSERT|REPLACE|SET|USE|LOCK|ALTER|START|BEGIN)\s+[\s\S]{0,4000}?`[^`]+`/i.test(statements) &&
    /;/.test(statements)
  )
}
