import { memorySource } from '../../bytes/memory-source.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'

/**
 * The size limit for parts that are read whole, such as relations, styles and the list of sheets. Every legitimate file
 * stays below it.
 */
const partBytesMax = 64 << 20

export interface Relation {
  readonly id: string
  /** The last word of the relation's type, such as `worksheet` or `sharedStrings`. */
  readonly type: string
  readonly target: string
}

/**
 * Reads the relations of a part, or of the whole package if the name is empty. Targets are names in the zip archive.
 */
export async function readRelations(zip: ZipArchive, partName: string): Promise<Relation[]> {
  const folder = partName.slice(0, partName.lastIndexOf('/') + 1)
  const relations = await everyRelation(zip, partName)
  return relations
    .filter(({ isExternal }) => !isExternal)
    .map(({ id, type, target }) => ({ id, type, target: resolved(folder, target) }))
}

/** Returns the URLs that a part refers to, by the ids of the relations. */
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
    // XML allows white space around a URI.
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

/** Returns the workbook part of the package, or null if the package is not a workbook. */
export async function workbookPart(zip: ZipArchive): Promise<string | null> {
  const relations = await readRelations(zip, '')
  const named = relations.find((relation) => relation.type === 'officeDocument')?.target
  if (named !== undefined && zip.find(named) !== null) return named
  return ['xl/workbook.xml', 'xl/workbook.bin'].find((name) => zip.find(name) !== null) ?? null
}

/** Calls `onOpen` for every opening tag of a small part. */
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
