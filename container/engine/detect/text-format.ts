import type { InputFormat } from '../../../src/contract/spec.ts'
import { looksLikeMysqlDump } from './sql-text.ts'

/**
 * Returns the format of a text file by its first characters. The file extension only decides between CSV and TSV, and
 * in doubtful cases.
 */
export function detectTextFormat(head: string, name: string): InputFormat {
  // A record separator may begin a document (RFC 7464).
  const text = head.replace(/^\uFEFF?\s*\u001e?/, '').trimStart()
  if (looksLikeMysqlDump(text, name)) return 'sql_dump'
  const afterComments = opensAfterComments.exec(text)
  if (looksLikeJson(text) || (saysJson.test(name) && (afterComments !== null || parsed(text) !== undefined)))
    return isManyDocuments(text, name) ? 'ndjson' : 'json'
  if (afterComments !== null && !saysTable.test(name) && looksLikeJson(text.slice(afterComments[0].length - 1)))
    return 'json'
  if (looksLikeJson(text.slice(scriptBefore(text, name).length))) return 'json'
  return /\.(?:tsv|tab)$/i.test(name) ? 'tsv' : 'csv'
}

/** The start of an array. Text that continues the line after a first value in brackets is not JSON, as in `[1] a,b`. */
const array =
  /^\[\s*(?:\]|\[|\{|(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:,|\](?![ \t]*[^\s,[\]{}]))|true|false|null)/

function looksLikeJson(text: string): boolean {
  if (/^\[\s*(?:[[{"\d\-tfn\]]|$)/.test(text)) return array.test(text) || text.length < 3
  return /^\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:)/.test(text)
}

/**
 * Tests for one document per line: the first line is complete, and more lines follow. The file name decides if there is
 * only one line, or if the first line is broken and the next one begins another document.
 */
function isManyDocuments(text: string, name: string): boolean {
  const [line = '', next] = text.split(/(?:\r?\n\s*?)+/, 2)
  const isOnly = line.trimEnd().length === text.trimEnd().length
  const first = parsed(line)
  if (first === undefined) return saysLines.test(name) && /^\{./.test(line) && next?.startsWith('{') === true
  // Consecutive lists of objects are not rows, but lists of values are.
  if (Array.isArray(first)) return !isOnly && !first.every(isObject)
  return isObject(first) && (!isOnly || saysLines.test(name))
}

/** Settings files may begin with comments. JSON does not allow them, but their lines are not rows of a table. */
const opensAfterComments = /^(?:\s|(?:\/\/|#)[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*[[{]/
const saysJson = /\.(?:json|geojson|ndjson|jsonl)$/i
const saysTable = /\.(?:csv|tsv|tab|txt)$/i
const saysLines = /\.(?:ndjson|jsonl)$/i
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** Code around JSON in a script: a guard against execution, an assignment or a call. */
const guard = String.raw`\)\]\}',?[ \t]*\r?\n|for ?\(;;\);|while ?\(1\);`
const identifier = String.raw`[A-Za-z_$][\w$]*(?:\.[\w$]+|\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])*`
const assignment = String.raw`(?:(?:var|let|const|export (?:var|let|const))[ \t]+)?${identifier}[ \t]*=|export default\b`
const call = String.raw`(?:\/\*\w{0,20}\*\/\s*)?(?:typeof ${identifier} === 'function' && )?${identifier}[ \t]*\(`
const opening = new RegExp(String.raw`^\s*(?:${guard}|${assignment}|${call})\s*`)

const saysScript = /\.(?:m?js|jsonp?)$/i

/**
 * Returns the script before JSON, including white space, if the file name suggests a script. Examples are
 * `window.YTD.tweets.part0 = [` in Twitter's archives, `callback({`, and guards that prevent the execution of JSON. The
 * result is empty if there is none.
 */
export const scriptBefore = (text: string, fileName: string): string =>
  (saysScript.test(fileName) && opening.exec(text)?.[0]) || ''
