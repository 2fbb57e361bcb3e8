import { make } from '../../design/page/dom.ts'

/** Comments, strings, quoted names, numbers and words of SQL; everything else is left as it is. */
const token =
  /(--[^\n]*|\/\*[\s\S]*?\*\/|\\[a-z]+[^\n]*)|('(?:[^']|'')*')|("[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\])|\b(\d+(?:\.\d+)?)\b|\b(CREATE|TABLE|INSERT|INTO|VALUES|NOT|NULL|BEGIN|COMMIT|SET|PRIMARY|KEY|DEFAULT|COPY|FROM|STDIN|TRUE|FALSE|ALTER|ADD|CONSTRAINT|FOREIGN|REFERENCES|UNIQUE|INDEX|ON|DELETE|UPDATE|CASCADE|START|TRANSACTION|ALL|SELECT|DATE|TIMESTAMP|WITH|AS|CHECK|DROP|IF|EXISTS|GO|LOAD|DATA)\b/g
const kinds = ['comment', 'string', 'name', 'number', 'word'] as const

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
