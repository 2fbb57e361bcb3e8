import { Random } from '../fuzz/random.ts'

/** A kind of file that people have. It differs from the others of its family in one property. */
export interface Lines {
  readonly fileName: string
  readonly head?: string
  /** Returns the line of row number `row`, counted from 0. */
  readonly line: (row: number, random: Random) => string
  readonly between?: string
  readonly foot?: string
  readonly encoding?: 'utf8' | 'latin1' | 'utf16le'
}

export interface Shape {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly rows: number
}

/** Returns a file with as many rows as fit into the size. */
export function shapeOf(lines: Lines, bytesWanted: number): Shape {
  const { fileName, head = '', line, between = '\n', foot = '\n', encoding = 'utf8' } = lines
  const random = new Random(1)
  const written: string[] = []
  for (let length = head.length; length < bytesWanted; length += (written.at(-1)?.length ?? 0) + between.length)
    written.push(line(written.length, random))
  const text = `${encoding === 'utf16le' ? '\ufeff' : ''}${head}${written.join(between)}${foot}`
  return { fileName, bytes: Buffer.from(text, encoding), rows: written.length }
}
