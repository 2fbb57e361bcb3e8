import { made, refuse, type Translated } from './translated.ts'

/**
 * Patterns with the same meaning on both servers. Backslashes only precede signs and classes, and there are no special
 * groups.
 */
const shared = /^(?:[^\\]|\\[.^$*+?()[\]{}|\\/dws-])*$/

/** Translates `text REGEXP 'pattern'`. MySQL ignores case, unless the collation of the text is case-sensitive. */
export function matched(left: Translated, pattern: Translated, isNot: boolean): Translated {
  if (left.type !== 'text' || pattern.type !== 'text' || !pattern.sql.startsWith("'"))
    return refuse('a pattern that is computed')
  const written = pattern.sql.slice(1, -1)
  const hasPoint = /(?:^|[^\\])\./.test(written.replaceAll(/\[\^?\]?[^\]]*\]/g, ''))
  const isUnlike =
    !shared.test(written) || written.includes('(?') || written.includes('[[:<') || written.includes('[[:>')
  if (isUnlike || written === '' || (hasPoint && written.includes('[^')))
    return refuse('a pattern that both read differently')
  // In MySQL, a point does not match a newline.
  const sql = hasPoint ? `'(?p)${written}'` : pattern.sql
  const operator = `${isNot ? '!' : ''}~${left.isExact === true ? '' : '*'}`
  return made(`(${left.sql} ${operator} ${sql})`, 'boolean', left)
}
