import fc from 'fast-check'

/** Rows that repeat, random letters, and long spans of one byte. */
const piece = fc.oneof(
  fc.tuple(fc.string({ maxLength: 60 }), fc.nat(3000)).map(([line, times]) => Buffer.from(`${line}\n`.repeat(times))),
  fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.nat(255), fc.nat(300_000)).map(([byte, length]) => Buffer.alloc(length, byte)),
)

/** Text of every kind that compressors treat differently. */
export const textOfPieces = fc.array(piece, { maxLength: 6 }).map((parts) => Buffer.concat(parts))
