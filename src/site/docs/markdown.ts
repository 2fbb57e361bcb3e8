/**
 * Renders the Markdown of our own guides: headings, paragraphs, lists, tables, fenced code, links, code, bold, italics.
 */

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly headings: readonly Heading[]
  /** The page as plain text by section, for the search. */
  readonly sections: readonly { readonly heading: string; readonly id: string; readonly text: string }[]
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns lower-case words with hyphens, like the anchors of GitHub. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

type LinkOf = (target: string) => string

/** Formats a line of text. Code comes first, because it contains no markup. */
export function inline(text: string, linkOf: LinkOf = (target) => target): string {
  return text
    .split(/(`+[^`]+`+|`` .+? ``)/)
    .map((piece) => {
      const code = /^(`+)([^]+?)\1$/.exec(piece)
      if (code !== null) return `<code>${escapeHtml((code[2] ?? '').trim())}</code>`
      return escapeHtml(piece)
        .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
        .replaceAll(/(^|[^*\w])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    })
    .join('')
    .replaceAll(/\[((?:[^\]<]|<[^>]+>)+)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => {
      return `<a href="${escapeHtml(linkOf(target))}">${label}</a>`
    })
}

const plainOf = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const startsBlock = /^(?:#{1,6} |```|[-*] |\d+\. |\|)/
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

class Renderer {
  readonly html: string[] = []
  readonly headings: Heading[] = []
  readonly sections: { heading: string; id: string; text: string }[] = []
  private readonly lines: readonly string[]
  private readonly linkOf: LinkOf
  private readonly ids = new Set<string>()
  private at = 0

  constructor(text: string, linkOf: LinkOf) {
    this.lines = text.split('\n')
    this.linkOf = linkOf
  }

  render(): void {
    while (this.at < this.lines.length) this.block(this.lines[this.at] ?? '')
  }

  private block(line: string): void {
    if (line.trim() === '') this.at++
    else if (line.startsWith('```')) this.code(line)
    else if (/^#{1,6} /.test(line)) this.heading(line)
    else if (line.startsWith('|')) this.table()
    else if (/^[-*] /.test(line)) this.list('ul', /^[-*] /)
    else if (/^\d+\. /.test(line)) this.list('ol', /^\d+\. /)
    else this.paragraph()
  }

  private note(text: string): void {
    const section = this.sections.at(-1)
    if (section !== undefined) section.text = `${section.text} ${plainOf(text)}`.trim()
  }

  private heading(line: string): void {
    const level = line.indexOf(' ')
    const text = line.slice(level + 1)
    let id = slugOf(plainOf(text))
    while (this.ids.has(id)) id = `${id}-`
    this.ids.add(id)
    this.headings.push({ level, id, text: plainOf(text) })
    this.sections.push({ heading: plainOf(text), id, text: '' })
    const anchor =
      level === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plainOf(text))}">#</a>`
    this.html.push(`<h${level} id="${id}">${inline(text, this.linkOf)}${anchor}</h${level}>`)
    this.at++
  }

  private code(fence: string): void {
    const language = fence.slice(3).trim()
    const body: string[] = []
    for (this.at++; this.at < this.lines.length && !this.lines[this.at]?.startsWith('```'); this.at++)
      body.push(this.lines[this.at] ?? '')
    this.at++
    this.html.push(codeBlock(body.join('\n'), language))
  }

  private table(): void {
    const rows: string[][] = []
    for (; this.lines[this.at]?.startsWith('|') === true; this.at++) rows.push(cellsOf(this.lines[this.at] ?? ''))
    const [head = [], , ...body] = rows
    const cells = (row: readonly string[], tag: 'td' | 'th') =>
      row
        .map((cell) => {
          // An empty corner is not the name of a column.
          if (tag === 'td' || cell === '') return `<td>${inline(cell, this.linkOf)}</td>`
          return `<th scope="col">${inline(cell, this.linkOf)}</th>`
        })
        .join('')
    const hasHead = head.some((cell) => cell !== '')
    this.html.push(
      `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${hasHead ? `<thead><tr>${cells(head, 'th')}</tr></thead>` : ''}<tbody>${body.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`,
    )
    for (const row of rows) this.note(row.join(' '))
  }

  private list(tag: 'ul' | 'ol', mark: RegExp): void {
    const items: string[] = []
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? ''
      if (mark.test(line)) items.push(line.replace(mark, ''))
      else if (/^\s+\S/.test(line) && items.length > 0) items.push(`${items.pop() ?? ''} ${line.trim()}`)
      else break
    }
    this.html.push(`<${tag}>${items.map((item) => `<li>${inline(item, this.linkOf)}</li>`).join('')}</${tag}>`)
    for (const item of items) this.note(item)
  }

  private paragraph(): void {
    const lines: string[] = []
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? ''
      if (line.trim() === '' || (lines.length > 0 && startsBlock.test(line))) break
      lines.push(line)
    }
    const text = lines.join(' ')
    this.html.push(`<p>${inline(text, this.linkOf)}</p>`)
    this.note(text)
  }
}

/** Renders code with its own copy button, which the page's script enables. */
export const codeBlock = (text: string, language: string): string =>
  `<div class="code-block"${language === '' ? '' : ` data-language="${escapeHtml(language)}"`}><pre tabindex="0"><code>${escapeHtml(text)}</code></pre><button type="button" class="button small" data-copy="${escapeHtml(text)}" disabled>Copy</button></div>`

export function renderMarkdown(text: string, linkOf: LinkOf = (target) => target): RenderedPage {
  const renderer = new Renderer(text, linkOf)
  renderer.render()
  const { html, headings, sections } = renderer
  return { html: html.join('\n'), title: headings[0]?.text ?? '', headings, sections }
}
