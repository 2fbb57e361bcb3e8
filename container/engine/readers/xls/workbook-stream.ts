import { kindMessages } from '../../catalog/kinds.ts'
import type { Message } from '../../../../src/contract/catalog/message.ts'
import { workbookMessages } from '../../catalog/workbooks.ts'
import { textMessages } from '../../catalog/text.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { CompoundFile } from '../../bytes/compound-file.ts'
import { EngineFailure } from '../../failure.ts'

/** Other file types that are compound files. Each has a stream that no other type has. */
const foreign: readonly (readonly [string, Message])[] = [
  ['WordDocument', kindMessages.doc],
  ['PowerPoint Document', kindMessages.ppt],
  ['VisioDocument', kindMessages.visio],
  ['__properties_version1.0', kindMessages.outlook],
  ['Quill', kindMessages.publisher],
  ['FileHeader', kindMessages.hangul],
  ['MatOST', kindMessages.works],
  ['\u4840\u3f3f\u4577\u446c\u3b6a\u45e4\u4824', kindMessages.windowsInstaller],
  ['\u4840\u3f3f\u4577\u446c\u3e6a\u44b2\u482f', kindMessages.windowsInstaller],
  ['\u4840\u3b3f\u43f2\u4438\u45b1', kindMessages.windowsInstaller],
  ['\u4840\u3f7f\u4164\u422f\u4836', kindMessages.windowsInstaller],
  ['\u0005DigitalSignature', kindMessages.windowsInstaller],
]

/** Tests for an encrypted workbook of Office 2007 or later, which is a package inside a compound file. */
export async function holdsPackage(source: ByteSource): Promise<boolean> {
  const [first] = await source.read(0, 1)
  return first === 0xd0 && (await CompoundFile.open(source)).has('EncryptedPackage')
}

/** Returns the records: a stream of a compound file or, before Excel 5, the file itself. */
export async function workbookStream(source: ByteSource): Promise<ByteSource> {
  const [first] = await source.read(0, 1)
  if (first !== 0xd0) return source
  const file = await CompoundFile.open(source)
  // A file for two generations contains both streams. The later one has the complete text.
  const entry = file.find('Workbook') ?? file.find('Book')
  if (entry !== null) return file.streamOf(entry)
  const found = foreign.find(([name]) => file.has(name))
  if (found !== undefined)
    throw new EngineFailure('unsupported_format', textMessages.unsupported_format.foreign(found[1]))
  const names = file.entries
    .slice(0, 10)
    .map((one) => ({ code: 'stream' as const, value: one.name, message: workbookMessages.stream }))
  throw new EngineFailure('unsupported_format', workbookMessages.unsupported_format, names)
}
