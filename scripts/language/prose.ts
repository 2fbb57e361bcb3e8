/** A paragraph of prose in a file, with the number of its first line. */
export interface Prose {
  readonly kind: 'comment' | 'description' | 'document' | 'message' | 'summary'
  readonly line: number
  readonly text: string
}

const plain = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()

/** Yields the paragraphs and list items of a Markdown page. Code blocks, tables and HTML are not prose. */
function* documentProse(lines: readonly string[]): Iterable<Prose> {
  let isCode = false
  let open: { line: number; text: string } | null = null
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const isProse = !isCode && !/^\s*(?:```|~~~|\||<|$)/.test(line)
    const startsItem = /^\s*(?:[-*]|\d+\.|#+|>)\s/.test(line)
    if (open !== null && (!isProse || startsItem)) {
      yield { kind: 'document', line: open.line, text: plain(open.text) }
      open = null
    }
    if (!isProse) continue
    const text = line.replace(/^\s*(?:[-*]|\d+\.|#+|>)\s+/, '')
    open = open === null ? { line: at + 1, text } : { line: open.line, text: `${open.text} ${text.trim()}` }
  }
  if (open !== null) yield { kind: 'document', line: open.line, text: plain(open.text) }
}

/** One line of a comment. A line that starts a new comment is never joined with the previous one. */
interface CommentLine {
  readonly line: number
  readonly text: string
  readonly startsAnother: boolean
}

function* commentLines(lines: readonly string[]): Iterable<CommentLine> {
  let isBlock = false
  for (const [at, line] of lines.entries()) {
    const opens: boolean = !isBlock && /^\s*\/\*(?!\s*oxlint-)/.test(line)
    if (opens || isBlock)
      yield {
        line: at + 1,
        text: line
          .replace(/^\s*(?:\/\*\*?|\*(?!\/))?/, '')
          .replace(/\*\/.*/, '')
          .trim(),
        startsAnother: opens,
      }
    else {
      const found = /(^|.*\s)\/\/ (?!@|oxlint-)(.*)$/.exec(line)
      if (found !== null) yield { line: at + 1, text: found[2] ?? '', startsAnother: found[1]?.trim() !== '' }
    }
    isBlock = (isBlock || opens) && !line.includes('*/')
  }
}

/** Yields the comments of a TypeScript file. Comments on consecutive lines are one text. */
function* comments(lines: readonly string[]): Iterable<Prose> {
  let open: { line: number; end: number; text: string } | null = null
  for (const { line, text, startsAnother } of commentLines(lines)) {
    if (text === '') continue
    if (open !== null && !startsAnother && open.end === line - 1)
      open = { line: open.line, end: line, text: `${open.text} ${text}` }
    else {
      if (open !== null) yield { kind: 'comment', line: open.line, text: plain(open.text) }
      open = { line, end: line, text }
    }
  }
  if (open !== null) yield { kind: 'comment', line: open.line, text: plain(open.text) }
}

/** Yields string literals long enough to be sentences: the messages, labels and test names of a TypeScript file. */
function* messages(lines: readonly string[]): Iterable<Prose> {
  for (const [at, line] of lines.entries())
    if (!/^\s*(?:\/\/|\/?\*)/.test(line))
      for (const [, , text = ''] of line.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.){24,})\1/g))
        if (/\s\w+\s/.test(text)) yield { kind: 'message', line: at + 1, text }
}

const described = /(?:\b(description|summary):|\.describe\()\s*(['"`])((?:(?!\2)[^\\]|\\.)*)\2/g

/** Yields the descriptions and summaries of fields and operations. They may begin on the line after their key. */
function* descriptions(content: string): Iterable<Prose> {
  for (const { 1: key, 3: text = '', index } of content.matchAll(described))
    yield {
      kind: key === 'summary' ? 'summary' : 'description',
      line: content.slice(0, index).split('\n').length,
      text: plain(text.replaceAll('\\`', '`')),
    }
}

/** Yields comments in shell, Python, Ruby, TOML and YAML files. Consecutive lines are one text. */
function* hashComments(lines: readonly string[]): Iterable<Prose> {
  let texts: string[] = []
  for (const [at, line] of [...lines, ''].entries()) {
    const text = /^\s*#(?!!)\s?(.*)$/.exec(line)?.[1]?.trim() ?? ''
    if (text !== '') texts.push(text)
    else if (texts.length > 0) {
      yield { kind: 'comment', line: at - texts.length + 1, text: plain(texts.join(' ')) }
      texts = []
    }
  }
}

const hasHashComments = /\.(?:sh|py|rb|toml|yml)$|^\.ci\/run$/

/** Yields all prose of a file, based on its extension. */
export function* proseOf(path: string, content: string): Iterable<Prose> {
  const lines = content.split('\n')
  if (path.endsWith('.md')) yield* documentProse(lines)
  else if (hasHashComments.test(path)) yield* hashComments(lines)
  else {
    yield* comments(lines)
    yield* messages(lines)
    yield* descriptions(content)
  }
}
