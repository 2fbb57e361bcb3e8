import { asciiOf } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { refuse } from '../expressions/translated.ts'
import { columnNamed } from '../plan/column-scope.ts'
import { type IndexedPart, isCut, partsOf } from '../plan/key-parts.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { type DumpKey, isUniqueKey } from '../schema/schema.ts'
import { type ComputedPart, computedKey } from '../server/computed-key.ts'
import { constantOfCell, type HeldCell, heldCell } from '../server/held-cell.ts'
import { generatedConstant, GeneratedValues } from '../server/stored-constant.ts'
import { isSameName, type Token } from '../text/tokens.ts'
import { literalKinds, type Value } from '../values/value.ts'
import type { Span } from './copy-text.ts'
import { KeyHash, RowsByHash } from './key-hash.ts'

/** The maximum bytes of a compared value, which is longer than any index entry of InnoDB. */
const keyBytesMax = 1 << 12
/** The maximum bytes of a compared value in COPY text. */
export const copiedKeyMax = 2 * keyBytesMax + 2

/** A column of a key, with the number of its characters that count, or a part that the server computes. */
type WatchedPart = { readonly column: PlannedColumn; readonly prefix: number | null } | ComputedColumn

interface ComputedColumn {
  readonly computed: ComputedPart
  /** The columns of the table. */
  readonly inputs: readonly PlannedColumn[]
}

/** A unique key of a table. */
export interface WatchedKey {
  readonly key: DumpKey
  readonly parts: readonly WatchedPart[]
  /** The rows that have the values so far. */
  readonly rows: RowsByHash
  readonly shared: PlannedTable['sharedKeys']
}

/** Most tables of a large dump are short. */
const bytesAtFirst = 256

/**
 * Returns the unique keys of a table whose values can be compared. PostgreSQL considers equal strings of these types as
 * equal, in every collation and for every prefix.
 */
export const watchedKeys = (table: PlannedTable): WatchedKey[] =>
  table.source.keys.flatMap((key) => {
    const parts = isUniqueKey(key) ? partsOf(table, key) : null
    const watched = parts?.flatMap((part) => watchedPart(part, table.columns) ?? []) ?? []
    const isWhole = parts !== null && watched.length === parts.length
    return isWhole
      ? [{ key, parts: watched, rows: new RowsByHash(table.source.rowsWritten), shared: table.sharedKeys }]
      : []
  })

function watchedPart(indexed: IndexedPart, inputs: readonly PlannedColumn[]): WatchedPart | null {
  const { column, part } = indexed
  if (column === null)
    return part.expression === null ? null : { computed: { tokens: part.expression, column }, inputs }
  const { generated } = column.source
  if (!isComparable(column)) return null
  if (column.generatedSql !== null)
    return generated === null || isCut(indexed) ? null : { computed: { tokens: generated, column }, inputs }
  const isText = column.type.kind === 'text' || column.type.kind === 'bytes'
  return { column, prefix: isText && isCut(indexed) ? part.prefix : null }
}

/** Tests for values whose strings do not depend on the session. */
const isComparable = ({ type: { kind } }: PlannedColumn): boolean =>
  kind !== 'timestamptz' && kind !== 'json' && kind !== 'spatial'

interface Part {
  readonly start: number
  readonly end: number
}

/** A watched part, with the place of its column among those of the rows. */
type PlacedPart = PlacedColumn | ComputedColumn

interface PlacedColumn {
  readonly at: number
  readonly prefix: number | null
  readonly isText: boolean
  /** Whether spaces at the end do not count. */
  readonly isPadded: boolean
}

/** A watched key in the rows of one INSERT. */
interface PlacedKey extends Omit<WatchedKey, 'parts'> {
  readonly parts: readonly PlacedPart[]
  readonly isEnforced: boolean
  /** The value in the current row. */
  readonly hash: KeyHash
  /** Whether the value is neither NULL nor unknown. */
  isKnown: boolean
}

interface RowKeysRequest {
  readonly keys: readonly WatchedKey[]
  readonly columns: readonly PlannedColumn[]
  /** Tests whether the table has a key at this point of the dump, so that a server refuses a row. */
  readonly isEnforced: (key: DumpKey) => boolean
  readonly scope: () => ConstantScope
}

/** Finds the rows of one table that certainly have the unique key of an earlier row. */
export class RowKeys {
  private readonly keys: readonly PlacedKey[]
  private readonly line = new GrowingBytes(bytesAtFirst)
  /** The places of the values in the current row, or null for NULL and for values that are not known. */
  private readonly parts: (Part | null)[]
  private readonly needed: ReadonlySet<number>
  private readonly columns: readonly PlannedColumn[]
  private readonly scope: () => ConstantScope
  /** The values of the current row from which parts are computed, by the places of their columns. */
  private readonly cells = new Map<number, HeldCell | null>()
  private readonly inputs: ReadonlySet<number>
  /** The last column of a key, or -1 if there is none. */
  readonly last: number

  constructor({ keys, columns, isEnforced, scope }: RowKeysRequest) {
    this.scope = scope
    const withPlaces = keys.map((watched) => ({
      ...watched,
      parts: watched.parts.map((part) => placedPart(part, columns)),
      isEnforced: isEnforced(watched.key),
      hash: new KeyHash(),
      isKnown: false,
    }))
    // A row that omits a column has its default.
    this.keys = withPlaces.filter(({ parts }) => !parts.some((part) => 'at' in part && part.at < 0))
    const parts = this.keys.flatMap((key) => key.parts)
    this.needed = new Set(parts.flatMap((part) => ('at' in part ? [part.at] : [])))
    const words = parts.flatMap((part) => ('computed' in part ? wordsOf(part) : []))
    this.inputs = new Set(
      columns.flatMap(({ source }, at) => (words.some(({ text }) => isSameName(text, source.name)) ? [at] : [])),
    )
    this.last = Math.max(-1, ...this.needed)
    this.columns = columns
    this.parts = columns.map(() => null)
  }

  /** Whether parts of keys are computed from the cells of each row. */
  get readsCells(): boolean {
    return this.inputs.size > 0
  }

  isNeeded(column: number): boolean {
    return this.needed.has(column)
  }

  /** Reads the value of one column. */
  cell(column: number, value: Value): void {
    if (this.inputs.has(column)) this.cells.set(column, heldCell(value))
    if (!this.needed.has(column)) return
    const isKnown = value.literalKind !== literalKinds.null && value.literalKind !== literalKinds.expression
    this.take(column, isKnown ? value : null)
  }

  /** Reads the value of one column from COPY text, which contains bytes as hexadecimal digits. */
  copied(column: number, value: Span | null): void {
    if (!this.needed.has(column)) return
    if (value === null || this.columns[column]?.type.kind !== 'bytes') return this.take(column, value)
    const digits = asciiOf(value.bytes, value.start + 2, value.end)
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
    this.take(column, { bytes, start: 0, end: bytes.length })
  }

  private take(column: number, value: Span | null): void {
    this.parts[column] = value === null || value.end - value.start > keyBytesMax ? null : this.append(value)
  }

  private append({ bytes, start: from, end }: Span): Part {
    const start = this.line.length
    this.line.append(bytes, from, end)
    return { start, end: this.line.length }
  }

  /** Ends a row. Returns the key for which a server refuses it, or null if the row is in the table. */
  row(number: number): DumpKey | null {
    for (const key of this.keys) key.isKnown = this.hashes(key)
    const refused = this.keys.find(refuses)
    if (refused === undefined) for (const key of this.keys) if (key.isKnown) add(key, number)
    this.line.clear()
    // Clearing a map allocates memory, even for an empty one.
    if (this.readsCells) this.cells.clear()
    return refused?.key ?? null
  }

  /** Computes the hash of a key. Returns false if a part is NULL or unknown. */
  private hashes({ hash, parts }: PlacedKey): boolean {
    hash.begin()
    for (const placed of parts) {
      const part = 'at' in placed ? this.stored(placed) : this.computed(placed)
      if (part === null) return false
      hash.add(this.line.bytes, part.start, part.end)
    }
    return true
  }

  private stored(placed: PlacedColumn): Part | null {
    const part = this.beginning(placed)
    if (part === null || !placed.isPadded) return part
    let { end } = part
    while (end > part.start && this.line.bytes[end - 1] === space) end--
    return { start: part.start, end }
  }

  private beginning({ at, prefix, isText }: PlacedColumn): Part | null {
    const part = this.parts[at] ?? null
    if (part === null || prefix === null) return part
    if (!isText) return { start: part.start, end: Math.min(part.end, part.start + prefix) }
    let { start: end } = part
    for (let left = prefix; left > 0 && end < part.end; left--) {
      end++
      while (end < part.end && isContinuation(this.line.bytes[end] as number)) end++
    }
    return { start: part.start, end }
  }

  private computed({ computed, inputs }: ComputedColumn): Part | null {
    const values = new GeneratedValues()
    const column = (_: string | null, name: string): Constant => {
      const planned = columnNamed(inputs, name) ?? refuse('a column that is left out')
      if (planned.generatedSql !== null)
        return values.compute(planned, () => generatedConstant(planned, { ...this.scope(), column }))
      const at = this.columns.indexOf(planned)
      const cell = at < 0 && isNullByDefault(planned) ? null : this.cells.get(at)
      return (cell === undefined ? undefined : constantOfCell(cell, planned)) ?? refuse('an unknown value')
    }
    const found = computedKey(computed, { ...this.scope(), column })
    if (found == null) return null
    const bytes = encoder.encode(found.text)
    return bytes.length > keyBytesMax ? null : this.append({ bytes, start: 0, end: bytes.length })
  }
}

/** Tests for a key of another row. A server does not have the key if rows shared it when a statement added it. */
const refuses = ({ key, isEnforced, isKnown, hash, rows, shared }: PlacedKey): boolean =>
  isEnforced && isKnown && !shared.has(key) && rows.find(hash) > 0

/** Adds the key of a row that is in the table, or notes that another row has the key. */
function add({ key, hash, rows, shared }: PlacedKey, row: number): void {
  const other = rows.find(hash)
  if (other === 0) return rows.add(hash, row)
  const known = shared.get(key)
  if (known === undefined) shared.set(key, { row, other, count: 1 })
  else if (known !== 'unknown') known.count++
}

/** Returns the words of an expression, and of the generated columns that it may use. */
const wordsOf = ({ computed, inputs }: ComputedColumn): readonly Token[] => [
  ...computed.tokens,
  ...inputs.flatMap(({ source }) => source.generated ?? []),
]

const isNullByDefault = ({ nullable, source, generatedSql }: PlannedColumn): boolean =>
  nullable && source.defaultTokens === null && source.firstDefault === null && generatedSql === null

const encoder = new TextEncoder()

/** Tests for a byte within a character of UTF-8. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

const space = 32

function placedPart(part: WatchedPart, columns: readonly PlannedColumn[]): PlacedPart {
  if ('computed' in part) return part
  const { column, prefix } = part
  const { kind, sqlType } = column.type
  return {
    at: columns.indexOf(column),
    prefix,
    isText: kind === 'text',
    isPadded: sqlType.startsWith('char('),
  }
}
