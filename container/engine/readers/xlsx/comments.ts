import type { CellAnnotations } from '../spreadsheet/cell-annotations.ts'
import { rangeOfReference } from '../spreadsheet/references.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'

const textMax = 32_767

/** Reads the comments of a sheet from their part. The pieces of their rich text are joined. */
export async function readComments(chunks: AsyncIterable<Uint8Array>, annotations: CellAnnotations): Promise<void> {
  const xml = new XmlScanner(xmlAsUtf8(chunks).chunks)
  let reference = ''
  let text = ''
  let isInText = false
  let isPhonetic = false
  try {
    for (let token = xml.next(); token !== XmlToken.end; token = xml.next()) {
      if (token === XmlToken.starved) await xml.fill()
      else if (token === XmlToken.text) {
        if (isInText && !isPhonetic && text.length < textMax) text += xml.text()
      } else if (token === XmlToken.open) {
        const name = xml.name()
        if (name === 'comment') [reference, text] = [xml.attribute('ref') ?? '', '']
        else if (name === 'rPh') isPhonetic = !xml.isSelfClosing
        else if (name === 't') isInText = !xml.isSelfClosing
      } else {
        const name = xml.name()
        if (name === 't') isInText = false
        else if (name === 'rPh') isPhonetic = false
        else if (name === 'comment') add(reference, text, annotations)
      }
    }
  } finally {
    await xml.close()
  }
}

function add(reference: string, text: string, annotations: CellAnnotations): void {
  const cell = rangeOfReference(reference)
  if (cell !== null) annotations.addComment(cell.firstRow, cell.firstColumn, withoutNotice(text))
}

/** Excel also writes a thread as a comment, with a notice before its text, for programs that do not support threads. */
const withoutNotice = (text: string): string =>
  text.replace(/^\[Threaded comment\]\s[\s\S]*?\n(?:Comment|Kommentar|Commentaire|Comentario|Commento):\s*/, '')
