import type { InputFormat } from '../../../src/contract/spec.ts'
import { looksLikeMysqlDump } from './sql-text.ts'

/** What a text file is, by its first characters; the name's ending decides only between CSV and TSV or in doubt. */
export function detectTextFormat(head: string, name: string): InputFormat {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (looksLikeMysqlDump(text, name)) return 'sql_dump'
  if (looksLikeJson(text)) return isManyDocuments(text, name) ? 'ndjson' : 'json'
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

/** One document a line: the first line is whole by itself, and more follow. One alone is what its name says. */
function isManyDocuments(text: string, name: string): boolean {
  const line = text.slice(0, text.search(/\r?\n|$/)).trim()
  if (!line.startsWith('{') || !line.endsWith('}')) return false
  if (line.length === text.trimEnd().length && !/\.(?:ndjson|jsonl)$/i.test(name)) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
