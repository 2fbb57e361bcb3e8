import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'

/** Text that is a spreadsheet in markup. */
export interface SpreadsheetMarkup {
  readonly kind: 'fods' | 'spreadsheetml' | 'html'
}

type MarkupKind =
  | SpreadsheetMarkup
  | { readonly kind: 'xml' }
  | { readonly kind: 'foreign'; readonly description: Message }

const htmlStart =
  /^(?:<!doctype html|<(?:html|head|body|meta|style|title|table|thead|tbody|tr|div|center|font|p|br|h[1-6])\b|<!--(?=[\s\S]*<(?:html|table)\b))/i

/**
 * Matches one or more elements and a delimiter after them on the first line, as in a cell of a table: `<b>Ann</b>,3`.
 * No root element has text after it.
 */
const beginsCell = /^(?:<([a-z][\w-]*)(?: [^<>\r\n]*)?>[^<\r\n]*<\/\1>)+[,;\t|]/i

/** Returns the kind of markup by the first characters, or null for other text. */
export function markupKind(head: string, name = ''): MarkupKind | null {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (!text.startsWith('<')) return null
  const body = text.replace(/^(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)+/, '')
  if (beginsCell.test(body) && !/<table\b/i.test(body)) return null
  if (/^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(body)) {
    return { kind: 'spreadsheetml' }
  }
  if (/^<office:document\b/.test(body)) {
    return /opendocument\.spreadsheet|<office:spreadsheet\b/.test(body)
      ? { kind: 'fods' }
      : { kind: 'foreign', description: kindMessages.flatOpenDocument }
  }
  if ((htmlStart.test(body) || htmlStart.test(text)) && !isOtherTable(body)) {
    return /<t(?:able|r|body|head)\b/i.test(text)
      ? { kind: 'html' }
      : { kind: 'foreign', description: kindMessages.webPage }
  }
  if (/^<svg\b/.test(body)) return { kind: 'foreign', description: kindMessages.svg }
  const root = /^<([\w.:-]+)/.exec(body)?.[1]
  if (root === 'mysqldump') return { kind: 'foreign', description: kindMessages.xmlDump }
  return text.startsWith('<?xml') || isElement(body, name) ? { kind: 'xml' } : null
}

/** Tests for another root element that is also called table. In HTML, a table has rows with cells. */
const isOtherTable = (body: string): boolean =>
  /^<table\b/.test(body) &&
  !/<t[rdh]\b/i.test(body) &&
  /^<table\b[^>]*>\s*<[A-Za-z_]/.test(body) &&
  !/^<table\b[^>]*>\s*<(?:caption|col|colgroup|thead|tbody|tfoot)\b/i.test(body)

const saysXml = /\.(?:xml|rss|atom|gpx|kml|gml|xsd|wsdl)$/i
const documentType = /^<!DOCTYPE\s+[A-Za-z_][\w.:-]*/
const firstTag = /^<[A-Za-z_][\w.:-]*(?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>\s*/

/**
 * Tests for an element without a declaration: a tag followed by text or another tag, and a closing one. Names in angle
 * brackets may also be a header.
 */
function isElement(body: string, name: string): boolean {
  if (documentType.test(body)) return true
  const tag = firstTag.exec(body)?.[0]
  if (tag === undefined) return false
  return (
    saysXml.test(name) || (/^[^,;\t|]*<\/?[A-Za-z_!]/.test(body.slice(tag.length)) && /<\/[A-Za-z_]|\/>/.test(body))
  )
}
