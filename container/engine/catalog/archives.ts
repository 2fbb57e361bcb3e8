import { numberForPeople } from '../../../src/contract/messages.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages about the file as a container of bytes: zip, gzip, Zstandard and the compound files of old Office. */
export const archiveMessages = {
  corrupt_file: {
    scatteredSectors: say`The file is damaged: its sectors are scattered.`,
    largeValue: (mebibytes: number): Message => say`A single row or value is larger than ${mebibytes} MiB.`,
    compression: (cause: string): Message => say`The compressed data is damaged or incomplete (${cause}).`,
    part: (name: string, cause: string): Message => say`The part ${name} is damaged or incomplete (${cause}).`,
    checksum: (name: string): Message => say`The checksum of the part ${name} does not match its bytes.`,
    largePart: (name: string, mebibytes: number): Message => say`The part ${name} is larger than ${mebibytes} MiB.`,
    bomb: (name: string): Message => say`The part ${name} unpacks to far more data than any real file of its kind.`,
    position: (name: string): Message => say`The part ${name} is not at the position given in the zip's directory.`,
    pastTheEnd: (name: string): Message => say`The part ${name} reaches past the end of the file.`,
    overlap: say`Parts of the zip overlap.`,
    largeDirectory: say`The directory of the zip is too large.`,
    noDirectory: say`The zip is incomplete: its directory is missing.`,
    unreadableDirectory: say`The zip is damaged or incomplete: its directory cannot be read.`,
    damagedDirectory: say`The directory of the zip is damaged.`,
    manyParts: (most: number): Message => say`The zip has more than ${most} parts.`,
    unpacksTooMuch: say`The file unpacks to far more data than any real file.`,
    pathOutside: say`The archive has a file whose path leads out of the archive.`,
    tarCutShort: say`The tar archive is incomplete.`,
    tar: (damage: Message): Message => say`The tar archive is damaged: ${damage}.`,
    becameShorter: say`The file became shorter while it was read.`,
    compoundFile: (damage: Message): Message => say`The file is damaged: ${damage}.`,
  },
  output_too_large: (bytesMax: number, ratioMax: number): Message =>
    say`The output would be larger than ${numberForPeople(bytesMax)} bytes, which is more than ${numberForPeople(ratioMax)} times the size of the file. Such a file is damaged or malicious.`,
  empty_file: say`The archive contains no files.`,
  zip_entry: say`The archive contains this file.`,
  unsupported_format: {
    severalFiles: (count: number): Message =>
      say`The archive contains ${count} files. Send one file, or the folder of mydumper or MySQL Shell.`,
    xzFilter: say`The xz file uses a filter for executable files. Compress the file again with xz, without filters.`,
    xzWindow: say`The xz file needs more than 128 MiB of memory. Compress the file again with xz -9 or less.`,
    tar: (content: Message): Message => say`The tar archive has ${content}. Make it again from plain files.`,
    method: (method: number): Message =>
      say`A part of the zip uses compression method ${method}. Only deflate is supported. Compress the file again.`,
  },
  encrypted_file: say`The zip is protected with a password. Make it again without one.`,
  compoundDamage: {
    shortHeader: say`its header is cut short`,
    sectorSize: say`its sector size is invalid`,
    loop: say`a chain of its sectors loops`,
    noDirectory: say`its directory is missing`,
  },
  tarDamage: {
    header: say`the checksum of a header does not match`,
    manyFiles: (most: number): Message => say`it has more than ${most} files`,
    rest: say`there is data after its end`,
    longAttributes: say`the attributes of a file are too long`,
    size: say`the size of a file is not a number`,
    largeSize: say`the size of a file is too large`,
  },
  tarContent: {
    links: say`links`,
    sparse: say`sparse files`,
    continued: say`a file that another archive continues`,
  },
  cutShort: (format: 'zstd' | 'xz' | 'bzip2'): Message => say`${format}: cut short`,
  xzDamage: {
    noStream: say`xz: a stream is missing`,
    end: say`xz: the end of a stream is damaged`,
    endChecksum: say`xz: the checksum of the end does not match`,
    header: say`xz: a header is damaged`,
    headerChecksum: say`xz: the checksum of a header does not match`,
    chunk: say`xz: a chunk is damaged`,
    length: say`xz: the length of a block does not match`,
    checksum: say`xz: the checksum does not match`,
    checksumKind: say`xz: the kind of the checksum is unknown`,
    index: say`xz: the index does not match its blocks`,
    indexChecksum: say`xz: the checksum of the index does not match`,
  },
  bzip2Damage: {
    noStream: say`bzip2: a stream is missing`,
    block: say`bzip2: a block is damaged`,
    blockChecksum: say`bzip2: the checksum of a block does not match`,
    checksum: say`bzip2: the checksum of the stream does not match`,
    oldVersion: say`bzip2: blocks of version 0.9 are not supported`,
  },
  zstdDamage: {
    noFrame: say`zstd: a frame is missing`,
    checksum: say`zstd: the checksum does not match`,
    length: say`zstd: the length does not match`,
    header: say`zstd: the header of a frame is damaged`,
    dictionary: say`zstd: a frame needs a dictionary`,
    memory: say`zstd: a frame needs more than 128 MiB of memory`,
    block: say`zstd: a block is damaged`,
  },
} as const
