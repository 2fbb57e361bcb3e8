import type { ZipArchive, ZipEntry } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import { type SerialShape, shapeOfFormat } from '../../values/excel-serial.ts'
import { tagsOf } from './xml.ts'

export interface Sheet {
  readonly name: string
  readonly part: ZipEntry
  readonly isHidden: boolean
}

export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly sharedStrings: ZipEntry | null
  /** What the cells of each style show. */
  readonly shapes: readonly SerialShape[]
  readonly is1904: boolean
}

const partBytesMax = 64 << 20

/** The small parts of a workbook: which sheets there are, where, and what its styles say of dates. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const parts = new Map(archive.entries.map((entry) => [normal(entry.name), entry]))
  const rootRelations = await relationsOf(archive, parts, '')
  const main = [...rootRelations.values()].find((relation) => relation.type.endsWith('/officeDocument'))
  const path = main?.target ?? 'xl/workbook.xml'
  const part = parts.get(normal(path))
  if (part === undefined) throw new EngineFailure('corrupt_file', 'The workbook part is missing.')
  const relations = await relationsOf(archive, parts, path)
  const tags = tagsOf(await textOf(archive, part))
  const sheets = tags
    .filter((tag) => tag.name === 'sheet')
    .flatMap((tag) => {
      const relation = relations.get(tag.attributes['id'] ?? '')
      const found = relation === undefined ? undefined : parts.get(normal(relation.target))
      if (found === undefined || relation?.type.endsWith('/worksheet') !== true) return []
      return [
        {
          name: tag.attributes['name'] ?? '',
          part: found,
          isHidden: (tag.attributes['state'] ?? 'visible') !== 'visible',
        },
      ]
    })
  const byType = (type: string): ZipEntry | null => {
    const relation = [...relations.values()].find((one) => one.type.endsWith(type))
    return relation === undefined ? null : (parts.get(normal(relation.target)) ?? null)
  }
  const styles = byType('/styles')
  return {
    sheets,
    sharedStrings: byType('/sharedStrings'),
    shapes: styles === null ? [] : shapesOf(await textOf(archive, styles)),
    is1904: tags.some((tag) => tag.name === 'workbookPr' && /^(?:1|true|on)$/.test(tag.attributes['date1904'] ?? '')),
  }
}

interface Relation {
  readonly type: string
  readonly target: string
}

async function relationsOf(
  archive: ZipArchive,
  parts: ReadonlyMap<string, ZipEntry>,
  path: string,
): Promise<Map<string, Relation>> {
  const folder = path.replace(/[^/]*$/, '')
  const part = parts.get(normal(`${folder}_rels/${path.slice(folder.length)}.rels`))
  if (part === undefined) return new Map()
  const relations = new Map<string, Relation>()
  for (const { name, attributes } of tagsOf(await textOf(archive, part))) {
    if (name !== 'Relationship') continue
    const target = attributes['Target'] ?? ''
    relations.set(attributes['Id'] ?? '', {
      type: attributes['Type'] ?? '',
      target: target.startsWith('/') ? target.slice(1) : folder + target,
    })
  }
  return relations
}

/** Paths are compared as Excel does: without case, `.` and `..` resolved, backslashes as slashes. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').toLowerCase().split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function shapesOf(xml: string): SerialShape[] {
  const formats = new Map<number, string>()
  const cellFormats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  for (const { name, attributes } of tagsOf(xml)) {
    if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
  }
  return tagsOf(cellFormats)
    .filter((tag) => tag.name === 'xf')
    .map((tag) => {
      const id = Number(tag.attributes['numFmtId'] ?? 0)
      return shapeOfFormat(id, formats.get(id))
    })
}

async function textOf(archive: ZipArchive, entry: ZipEntry): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of archive.chunks(entry)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > partBytesMax)
      throw new EngineFailure('corrupt_file', `The part ${entry.name} is larger than any workbook needs.`)
  }
  return text + decoder.decode()
}
