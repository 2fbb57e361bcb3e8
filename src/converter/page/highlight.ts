import { make } from '../../design/page/dom.ts'

/** Comments, strings, quoted names, numbers and words of SQL; everything else is left as it is. */
const token =
  /(--[^\n]*|\/\*[\s\S]*?\*\/|\\[a-z]+[^\n]*)|('(?:[^']|'')*')|("[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\])|\b(\d+(?:\.\d+)?)\b|\b(CREATE|TABLE|INSERT|INTO|VALUES|NOT|NULL|BEGIN|COMMIT|SET|PRIMARY|KEY|DEFAULT|COPY|FROM|STDIN|TRUE|FALSE|ALTER|ADD|CONSTRAINT|FOREIGN|REFERENCES|UNIQUE|INDEX|ON|DELETE|UPDATE|CASCADE|START|TRANSACTION|ALL|SELECT|DATE|TIMESTAMP|WITH|AS|CHECK|DROP|IF|EXISTS|GO|LOAD|DATA)\b/g
const kinds = ['comment', 'string', 'name', 'number', 'word'] as const

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** The values, quoted or not. Only in JSON, a backslash escapes a quotation mark. */
const values = {
  csv: /"(?:[^"]|"")*"|[^",:;\t\r\n[\]{}]+/g,
  json: /"(?:[^"\\]|\\.)*"|[^",:;\t\r\n[\]{}]+/g,
} as const

/**
 * Returns CSV or JSON with each right-to-left value isolated. The browser would otherwise show the values of a row in
 * reverse order.
 */
export function isolated(text: string, format: keyof typeof values): (string | Node)[] {
  if (!fromRight.test(text)) return [text]
  const pieces: (string | Node)[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(values[format])) {
    if (!fromRight.test(found)) continue
    pieces.push(text.slice(end, index), make('bdi', { dir: 'ltr' }, found))
    end = index + found.length
  }
  return [...pieces, text.slice(end)]
}

/** Returns SQL as elements with a class for each kind of token. */
export function highlighted(sql: string): (string | Node)[] {
  const pieces: (string | Node)[] = []
  let end = 0
  for (const match of sql.matchAll(token)) {
    if (match.index > end) pieces.push(sql.slice(end, match.index))
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]
    pieces.push(kind === undefined ? match[0] : make('span', { class: `sql-${kind}` }, match[0]))
    end = match.index + match[0].length
  }
  pieces.push(sql.slice(end))
  return pieces
}
