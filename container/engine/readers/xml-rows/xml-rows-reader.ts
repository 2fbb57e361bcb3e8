import { documentMessages } from '../../catalog/documents.ts'
import { takeHead } from '../../bytes/head.ts'
import { encodingOfLabel } from '../../detect/encoding/encoding.ts'
import { EngineFailure } from '../../failure.ts'
import { type HeadedText, inUtf8, reportingText, reportInputOf, type TextRequest } from '../headed-text.ts'
import { jsonReader } from '../json/json-reader.ts'
import type { LaterKeys } from '../json/json-rows.ts'
import type { ObjectAccelerator } from '../json/object-reader.ts'
import type { RowReader } from '../row-reader.ts'
import { columnNameOf } from './column-name.ts'
import type { ElementNode } from './element-tree.ts'
import { noElement, readDocumentHead } from './row-element.ts'
import { XmlLines } from './xml-lines.ts'

const headBytes = 1 << 20
const pathsShown = 10

export interface XmlRowsRequest extends TextRequest {
  readonly accelerator: ObjectAccelerator | null
  readonly later?: LaterKeys | null
}

/** Reads the rows of an XML document as lines of JSON, so that nested elements are treated like nested JSON. */
export async function xmlRowsReader(request: XmlRowsRequest, headed: HeadedText): Promise<RowReader> {
  const { spec, reporter, accelerator } = request
  const text = asDeclared(request, headed)
  const utf8 = inUtf8(request, text)
  const { head, isWhole, all } = await takeHead(reportingText(utf8, reporter), headBytes)
  const path = spec.input.path ?? null
  const { root, row } = await readDocumentHead(head, isWhole, path)
  const rowPath = row?.path ?? path ?? ''
  reporter.note(documentMessages.notes.rowElement(rowPath))
  const lines = new XmlLines(all, root, path, reporter).lines()
  const input = Object.defineProperties(reportInputOf({ format: 'xml' }, text, utf8), {
    path: { enumerable: true, value: rowPath },
  })
  const reader = await jsonReader({
    input,
    chunks: path === null ? lines : atPath(lines, path, root),
    reporter,
    sampleRows: spec.inference.sample_rows,
    flatten: spec.input.flatten ?? null,
    bytesRead: text.bytesRead,
    accelerator,
    later: request.later ?? null,
    columnNameOf,
  })
  // Every value in XML is a string. The fast path for JSON would write it as text, so the reader does not offer spans.
  const { spans: _, ...others } = reader
  return others
}

/** Uses the encoding that the document declares, unless the bytes prove a different one. */
function asDeclared({ spec, reporter }: TextRequest, text: HeadedText): HeadedText {
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']{1,64})["']/.exec(text.head)?.[1]
  if (spec.input.encoding !== null || text.found.source === 'bom') return text
  if (label === undefined) return text.isOpen ? { ...text, ...declared('utf-8') } : text
  const encoding = known(label)
  // A two-byte encoding must be wrong if the text could be read as single bytes, and vice versa.
  if (encoding === null || /^utf-(?:16|32)/.test(encoding) !== /^utf-(?:16|32)/.test(text.encoding)) return text
  const isProven = !isAscii(text.head) && (text.found.source === 'utf-8 valid' || encoding === 'utf-8')
  if (!isProven || encoding === text.encoding) return { ...text, ...declared(encoding) }
  reporter.note(documentMessages.notes.declaredEncoding(label, text.encoding))
  return text
}

const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text)

const declared = (encoding: string) => ({ encoding, found: { encoding, source: 'declared' }, isOpen: false }) as const

function known(label: string): string | null {
  try {
    return encodingOfLabel(label)
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}

/** Only the end of the document shows that the path does not exist. */
async function* atPath(lines: AsyncIterable<Uint8Array>, path: string, root: ElementNode): AsyncIterable<Uint8Array> {
  let isFound = false
  for await (const chunk of lines) {
    isFound = true
    yield chunk
  }
  if (!isFound) throw noElement(path, repeatedPaths(root).slice(0, pathsShown))
}

function repeatedPaths(node: ElementNode): string[] {
  return node.children.flatMap((child) => {
    if (child.isAttribute) return []
    return child.isRepeated ? [child.path, ...repeatedPaths(child)] : repeatedPaths(child)
  })
}
