import { memorySource } from '../../bytes/memory-source.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'

/** Parts that are read whole (relations, styles, the list of sheets) are never honestly larger. */
const partBytesMax = 64 << 20

export interface Relation {
  readonly id: string
  /** The last word of the relation's type: `worksheet`, `sharedStrings`. */
  readonly type: string
  readonly target: string
}

/** The relations of a part (of the package itself: ''), their targets as names in the zip. */
export async function readRelations(zip: ZipArchive, partName: string): Promise<Relation[]> {
  const folder = partName.slice(0, partName.lastIndexOf('/') + 1)
  const relations = await everyRelation(zip, partName)
  return relations
    .filter(({ isExternal }) => !isExternal)
    .map(({ id, type, target }) => ({ id, type, target: resolved(folder, target) }))
}

/** The URLs that a part refers to, by the ids of the relations. */
export async function externalTargets(zip: ZipArchive, partName: string): Promise<Map<string, string>> {
  const relations = await everyRelation(zip, partName)
  return new Map(relations.filter(({ isExternal }) => isExternal).map(({ id, target }) => [id, target]))
}

async function everyRelation(zip: ZipArchive, partName: string) {
  const slash = partName.lastIndexOf('/') + 1
  const entry = zip.find(`${partName.slice(0, slash)}_rels/${partName.slice(slash)}.rels`)
  const relations: (Relation & { readonly isExternal: boolean })[] = []
  if (entry === null) return relations
  await eachTag(zip, entry, (xml) => {
    if (xml.name() !== 'Relationship') return
    // XML lets blanks stand around a URI.
    const target = xml.attribute('Target')?.trim() ?? null
    if (target === null) return
    const type = (xml.attribute('Type') ?? '').replace(/^.*\//, '')
    relations.push({
      id: xml.attribute('Id') ?? '',
      type,
      target,
      isExternal: xml.attribute('TargetMode') === 'External',
    })
  })
  return relations
}

function resolved(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** The part of the package that is its workbook; null in other packages. */
export async function workbookPart(zip: ZipArchive): Promise<string | null> {
  const relations = await readRelations(zip, '')
  const named = relations.find((relation) => relation.type === 'officeDocument')?.target
  if (named !== undefined && zip.find(named) !== null) return named
  return ['xl/workbook.xml', 'xl/workbook.bin'].find((name) => zip.find(name) !== null) ?? null
}

/** Calls `onOpen` at every open tag of a small part. */
export async function eachTag(zip: ZipArchive, entry: ZipEntry, onOpen: (xml: XmlScanner) => void): Promise<void> {
  const bytes = await zip.read(entry, partBytesMax)
  const xml = new XmlScanner(xmlAsUtf8(memorySource(bytes, 1 << 20).stream()).chunks)
  for (;;) {
    const token = xml.next()
    if (token === XmlToken.end) return
    if (token === XmlToken.starved) await xml.fill()
    else if (token === XmlToken.open) onOpen(xml)
  }
}
