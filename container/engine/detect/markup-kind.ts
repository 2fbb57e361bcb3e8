/** Text that is a spreadsheet in markup. */
export interface SpreadsheetMarkup {
  readonly kind: 'fods' | 'spreadsheetml' | 'html'
}

type MarkupKind = SpreadsheetMarkup | { readonly kind: 'foreign'; readonly what: string }

const htmlStart =
  /^(?:<!doctype html|<(?:html|head|body|meta|style|title|table|thead|tbody|tr|div|center|font|p|br|h[1-6])\b|<!--(?=[\s\S]*<(?:html|table)\b))/i

/** The kind of markup by the first characters; null for other text. */
export function markupKind(head: string): MarkupKind | null {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (!text.startsWith('<')) return null
  const body = text.replace(/^(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)+/, '')
  if (/^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(body)) {
    return { kind: 'spreadsheetml' }
  }
  if (/^<office:document\b/.test(body)) {
    return /opendocument\.spreadsheet|<office:spreadsheet\b/.test(body)
      ? { kind: 'fods' }
      : { kind: 'foreign', what: 'a flat OpenDocument file, no spreadsheet' }
  }
  if (htmlStart.test(body) || htmlStart.test(text)) {
    return /<t(?:able|r|body|head)\b/i.test(text)
      ? { kind: 'html' }
      : { kind: 'foreign', what: 'a web page (HTML) without a table' }
  }
  if (/^<svg\b/.test(body)) return { kind: 'foreign', what: 'an SVG image' }
  if (!text.startsWith('<?xml')) return null
  const root = /^<([\w.:-]+)/.exec(body)?.[1]
  if (root === 'mysqldump') return { kind: 'foreign', what: 'a dump made with --xml (without it mysqldump writes SQL)' }
  return { kind: 'foreign', what: `an XML file${root === undefined ? '' : ` (${root})`}` }
}
