import type { Message } from '../../../../src/contract/catalog/message.ts'
import { archiveMessages } from '../../catalog/archives.ts'
import { EngineFailure } from '../../failure.ts'
import { asciiOf } from '../ascii.ts'
import { type ArchivedFile, cleanPath } from './archive.ts'
import type { TarInput } from './tar-input.ts'

export const tarBlockBytes = 512
const filesMax = 100_000
/** No real path or list of attributes is longer. */
const attributeBytesMax = 1 << 20
const sum = { from: 148, to: 156 }

const { tarDamage, tarContent } = archiveMessages
const damaged = (damage: Message): EngineFailure =>
  new EngineFailure('corrupt_file', archiveMessages.corrupt_file.tar(damage))
const unsupported = (content: Message): EngineFailure =>
  new EngineFailure('unsupported_format', archiveMessages.unsupported_format.tar(content))

/**
 * Returns whether a file begins like a tar. The oldest tars have no magic number, but each header has the sum of its
 * own bytes.
 */
export function isTar(head: Uint8Array): boolean {
  return head.length >= tarBlockBytes && head[0] !== 0 && sumMatches(head.subarray(0, tarBlockBytes))
}

/** The checksum field itself counts as spaces. Some early programs added the bytes as signed numbers. */
function sumMatches(header: Uint8Array): boolean {
  const digits = /^[\s\0]*([0-7]+)[\0 ]/.exec(asciiOf(header, sum.from, sum.to))?.[1]
  if (digits === undefined) return false
  let [unsigned, signed] = [0, 0]
  for (const [at, byte] of header.entries()) {
    const counted = at >= sum.from && at < sum.to ? 32 : byte
    unsigned += counted
    signed += (counted << 24) >> 24
  }
  return [unsigned, signed].includes(Number.parseInt(digits, 8))
}

/** Headers before the header of a file, which replace parts of it. */
interface Attributes {
  path?: string
  bytes?: number
}

/** Yields the files of a tar in the formats of Unix, POSIX and GNU. */
export async function* tarFiles(input: TarInput): AsyncIterable<ArchivedFile> {
  let attributes: Attributes = {}
  let files = 0
  for (;;) {
    const header = await input.take(tarBlockBytes)
    if (header.every((byte) => byte === 0)) return refuseRest(input)
    if (!sumMatches(header)) throw damaged(tarDamage.header)
    const kind = String.fromCharCode(header[156] ?? 0)
    const bytes = attributes.bytes ?? numberOf(header.subarray(124, 136))
    const padding = (tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes
    if ('xgLK'.includes(kind)) {
      attributes = { ...attributes, ...attributesOf(kind, await textOf(input, bytes)) }
      await input.skip(padding)
      continue
    }
    refuseKind(kind)
    const path = attributes.path ?? pathOf(header)
    attributes = {}
    if (!isFile(kind, path)) {
      await input.skip(bytes + padding)
      continue
    }
    if (++files > filesMax) throw damaged(tarDamage.manyFiles(filesMax))
    const end = input.at + bytes
    yield { path: cleanPath(path), bytes, chunks: input.chunks(bytes) }
    await input.skip(end - input.at + padding)
  }
}

/** Only zeros follow the end of a tar. Another tar after it would contain files that nobody sees. */
async function refuseRest(input: TarInput): Promise<void> {
  if (!(await input.isZeroToTheEnd())) throw damaged(tarDamage.rest)
}

/** `5` is a folder; `V`, `D` and `N` are notes of GNU. The oldest tars end the path of a folder with a slash. */
const isFile = (kind: string, path: string): boolean => ['\0', '0', '7'].includes(kind) && !path.endsWith('/')

function refuseKind(kind: string): void {
  if ('12'.includes(kind)) throw unsupported(tarContent.links)
  if (kind === 'S') throw unsupported(tarContent.sparse)
  if (kind === 'M') throw unsupported(tarContent.continued)
}

async function textOf(input: TarInput, bytes: number): Promise<string> {
  if (bytes > attributeBytesMax) throw damaged(tarDamage.longAttributes)
  return new TextDecoder().decode(await input.take(bytes))
}

function attributesOf(kind: string, text: string): Attributes {
  if (kind === 'L') return { path: text.replace(/\0.*$/s, '') }
  return kind === 'x' ? posixAttributes(text) : {}
}

/** Parses lines of `length key=value`, where the length counts the whole line in bytes. */
function posixAttributes(text: string): Attributes {
  if (/(?:^|\n)\d+ GNU\.sparse/.test(text)) throw unsupported(tarContent.sparse)
  const valueOf = (key: string): string | undefined => new RegExp(`(?:^|\n)\\d+ ${key}=([^\n]*)\n`).exec(text)?.[1]
  const [path, size] = [valueOf('path'), valueOf('size')]
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw damaged(tarDamage.size)
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { bytes: Number(size) }) }
}

const textField = (header: Uint8Array, from: number, to: number): string => {
  const end = header.indexOf(0, from)
  return new TextDecoder().decode(header.subarray(from, end < 0 || end > to ? to : end))
}

/** POSIX stores the beginning of a long path in a field of its own, where GNU stores times. */
function pathOf(header: Uint8Array): string {
  const name = textField(header, 0, 100)
  const isPosix = textField(header, 257, 263) === 'ustar' && header[262] === 0
  const start = isPosix ? textField(header, 345, 500) : ''
  return start === '' ? name : `${start}/${name}`
}

/** Reads octal digits. For sizes beyond 8 GiB, the highest bit is set and the other bits are the number itself. */
function numberOf(field: Uint8Array): number {
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0
  if (isBinary) {
    const value = field.subarray(1).reduce((total, byte) => total * 256 + byte, (field[0] ?? 0) & 0x3f)
    if (!Number.isSafeInteger(value)) throw damaged(tarDamage.largeSize)
    return value
  }
  const text = asciiOf(field, 0, field.length).replace(/\0.*$/s, '').trim()
  if (!/^[0-7]*$/.test(text)) throw damaged(tarDamage.size)
  return text === '' ? 0 : Number.parseInt(text, 8)
}
