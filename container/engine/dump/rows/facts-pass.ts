import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { type DumpAccelerator, type FastColumn, type FastTask, skippedColumn } from './dump-accelerator.ts'
import type { ComputedValues } from '../server/computed-values.ts'
import { asciiOf } from '../../bytes/ascii.ts'
import { appendCell, mayBeZero } from '../values/cell-bytes.ts'
import { dateKinds, classifyDate, classifyTime, normalizeDate, normalizeTime } from '../expressions/dates.ts'
import { isJson } from '../constants/json-text.ts'
import { isSealedJson } from '../values/sealed-json.ts'
import { define } from '../schema/ddl.ts'
import { HeadMemory } from '../text/head-memory.ts'
import { noteUpdate } from '../schema/on-duplicate.ts'
import { cellFlag, cellKind, type RowCells } from '../text/row-cells.ts'
import { FastRows, isFirstRow } from './fast-rows.ts'
import {
  type DumpColumn,
  type DumpSchema,
  type DumpTable,
  findColumn,
  givenNames,
  insertedColumns,
  isUniqueKey,
} from '../schema/schema.ts'
import { ColumnFacts, type KnownFacts, noFacts } from '../plan/column-facts.ts'
import type { DumpVisitor, InsertHead } from '../text/statements.ts'
import { definesTrigger, runsOthers } from '../server/held-statements.ts'
import { selectedVariables } from '../server/selected-variables.ts'
import { usesSequence } from '../constants/sequence-calls.ts'
import type { Settings } from '../text/settings.ts'
import { type DumpText, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { isWithoutTransactions } from '../server/numbering.ts'
import { isStoredTimestamp } from '../values/timestamp-range.ts'
import { TakenKeys, type WatchedInsert } from './taken-keys.ts'
import { type WrittenColumn, writtenColumns, writtenOnDuplicate } from './written-columns.ts'

/** A fact about a column, and the test for a value that proves it. Later values add nothing. */
interface Watch {
  readonly fact: keyof ColumnFacts
  /** Another fact that makes this one irrelevant. */
  readonly unless?: keyof ColumnFacts
  /** The values that the fast path skips, because they do not prove the fact. */
  readonly task: FastTask
  isFact(bytes: Uint8Array, start: number, end: number, isLax: boolean, text: DumpText): boolean
}

const bigintMax = 2n ** 63n - 1n

const watches = {
  boolean: {
    fact: 'hasOtherThanBoolean',
    task: 'isBoolean',
    isFact: (bytes, start, end) => end - start !== 1 || (bytes[start] !== 48 && bytes[start] !== 49),
  },
  date: {
    fact: 'hasZeroDate',
    task: 'isDate',
    isFact: isZeroDate,
  },
  timestamp: {
    fact: 'hasZeroDate',
    task: 'isSafeTimestamp',
    isFact: (bytes, start, end, isLax, text) =>
      isZeroDate(bytes, start, end, isLax) || (isLax && isBeyondTimestamps(text, bytes, start, end)),
  },
  time: {
    fact: 'hasDuration',
    task: 'isTime',
    isFact(bytes, start, end) {
      const text = asciiOf(bytes, start, end)
      return classifyTime(normalizeTime(text) ?? text) === 'duration'
    },
  },
  unsigned: {
    fact: 'exceedsBigint',
    task: 'isBelow19Digits',
    isFact: (bytes, start, end) => isBeyondBigint(bytes, start, end),
  },
  /** Watches a counter that may exceed 64 bits. The fast path skips short numbers, but never NULL. */
  wideKey: {
    fact: 'exceedsBigint',
    task: 'isCounted',
    isFact: (bytes, start, end) => isBeyondBigint(bytes, start, end),
  },
  label: { fact: 'hasEmptyLabel', task: 'isNotEmpty', isFact: (_bytes, start, end) => start === end },
  json: {
    fact: 'hasInvalidJson',
    task: 'isJson',
    isFact: (bytes, start, end) => !isJsonBytes(bytes.subarray(start, end)),
  },
  sealed: {
    fact: 'hasSealedJson',
    unless: 'hasInvalidJson',
    task: 'isJson',
    isFact: (bytes, start, end) => isSealedJson(new TextDecoder().decode(bytes.subarray(start, end))),
  },
  /** A missing value makes the server count, so this watch covers every counter. */
  key: { fact: 'isCounted', task: 'isCounted', isFact: () => false },
} satisfies Record<string, Watch>

function isBeyondBigint(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 19) return false
  const text = asciiOf(bytes, start, end)
  return /^\d+$/.test(text) && BigInt(text) > bigintMax
}

function isZeroDate(bytes: Uint8Array, start: number, end: number, isLax: boolean): boolean {
  const kind = classifyDate(bytes, start, end)
  if (kind === dateKinds.usable) return false
  return kind === dateKinds.zero || isZeroOtherwise(asciiOf(bytes, start, end), isLax)
}

function isBeyondTimestamps(text: DumpText, bytes: Uint8Array, start: number, end: number): boolean {
  const written = asciiOf(bytes, start, end)
  const date = new TextEncoder().encode(normalizeDate(written) ?? written)
  return !isStoredTimestamp(text, date, 0, date.length)
}

/** In non-strict mode, everything that is not a date is stored as zero. */
function isZeroOtherwise(text: string, isLax: boolean): boolean {
  const date = normalizeDate(text)
  if (date === null) return isLax || /^0*$/.test(text)
  const bytes = new TextEncoder().encode(date)
  const kind = classifyDate(bytes, 0, bytes.length)
  return kind === dateKinds.zero || (isLax && kind === dateKinds.malformed)
}

function isJsonBytes(bytes: Uint8Array): boolean {
  try {
    return isJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}

/** Tests whether rows without the column have a zero date, because of its default or in non-strict mode. */
function hasZeroDefault({ type, defaultTokens, notNull }: DumpColumn, isLax: boolean): boolean {
  if (defaultTokens === null) return isLax && notNull && (type === 'date' || type === 'datetime')
  if (!/^(?:date|datetime|timestamp)$/.test(type) || defaultTokens.length !== 1) return false
  const bytes = new TextEncoder().encode(defaultTokens[0]?.text)
  return isZeroDate(bytes, 0, bytes.length, false)
}

function watchesOf(column: DumpColumn): readonly Watch[] {
  if (column.isJson) return [watches.json, watches.sealed]
  const watch = watchOf(column)
  return watch === null ? [] : [watch]
}

function watchOf(column: DumpColumn): Watch | null {
  if (column.autoIncrement) return column.type === 'bigint' && column.unsigned ? watches.wideKey : watches.key
  switch (column.type) {
    case 'tinyint':
      return column.sizes[0] === 1 ? watches.boolean : null
    case 'date':
    case 'datetime':
      return watches.date
    case 'timestamp':
      return watches.timestamp
    case 'time':
      return watches.time
    case 'bigint':
      return column.unsigned ? watches.unsigned : null
    case 'enum':
      return column.labels.includes('') ? null : watches.label
    default:
      return null
  }
}

const isSettled = ({ watch: { fact, unless }, facts }: Watched): boolean =>
  facts[fact] || (unless !== undefined && facts[unless])

interface Watched {
  readonly at: number
  readonly watch: Watch
  readonly facts: ColumnFacts
  readonly column: DumpColumn
}

/** The columns to watch in the rows of an INSERT. */
interface Watching {
  readonly table: DumpTable | undefined
  readonly columns: readonly string[] | null
  watched: Watched[]
  fastColumns: readonly FastColumn[]
  /** The keys to compare, or null if there are none. */
  keys: WatchedInsert | null
}

/** Stops watching for facts that are already known. */
function passSettled(watching: Watching): void {
  watching.watched = watching.watched.filter((watched) => !isSettled(watched))
  const last = watching.watched.at(-1)?.at ?? -1
  const fastColumns: FastColumn[] = Array.from({ length: last + 1 }, () => skippedColumn)
  for (const { at, watch } of watching.watched) fastColumns[at] = { ...skippedColumn, task: watch.task }
  watching.fastColumns = fastColumns
}

/** Tests for a statement that may change or remove rows, or make others do so. */
const mayChangeRows = (tokens: readonly Token[]): boolean =>
  runsOthers(tokens) ||
  isWord(tokens[0], 'UPDATE', 'DELETE') ||
  definesTrigger(tokens) ||
  (isWord(tokens[0], 'ALTER') && tokens.some((token) => isWord(token, 'PARTITION')))

const changed = cellFlag.escape | cellFlag.doubled

/** The first pass: reads every definition, and watches the columns whose type depends on their values. */
export class FactsPass implements DumpVisitor, KnownFacts {
  private readonly schema: DumpSchema
  private readonly text: DumpText
  private readonly settings: Settings
  private readonly facts = new Map<DumpTable, Map<number, ColumnFacts>>()
  private readonly scratch = new GrowingBytes()
  private readonly fastRows: FastRows
  private readonly computed: ComputedValues
  private readonly memory = new HeadMemory<Watching>()
  private readonly copies: { readonly to: ColumnFacts; readonly from: ColumnFacts; readonly watch: Watch }[] = []
  /** Whether values that do not fit are changed instead of rejected. */
  private isLax = false
  /** Whether that is so only after the first row of the statement. */
  private isLaxAfterFirst = false
  /** The number of rows in all statements. */
  rowsWritten = 0
  /** Whether queries make rows, which only the second pass counts. */
  hasQueriedRows = false
  private watching: Watching = { table: undefined, columns: null, watched: [], fastColumns: [], keys: null }
  private readonly takenKeys: TakenKeys

  constructor(
    schema: DumpSchema,
    { text, settings }: { readonly text: DumpText; readonly settings: Settings },
    computed: ComputedValues,
    accelerator: DumpAccelerator | null,
  ) {
    this.schema = schema
    this.text = text
    this.settings = settings
    this.computed = computed
    this.takenKeys = new TakenKeys(text, computed)
    this.fastRows = new FastRows(accelerator)
  }

  statement(tokens: readonly Token[], source: () => string): void {
    this.settings.apply(tokens)
    this.computed.statement(tokens)
    const isQuery = !isWord(tokens[0], 'SET') || tokens.some((token) => isWord(token, 'SELECT'))
    const isKept = selectedVariables(tokens) !== null || (isWord(tokens[0], 'SELECT', 'DO') && usesSequence(tokens))
    this.schema.checksReferences = this.settings.checksReferences
    this.schema.mode = this.settings.routineMode
    const emptied = tokens.length === 3 ? this.schema.find(null, tokens[2]?.text ?? '') : undefined
    const isWhole = tokens.length < 4 && (emptied === undefined || !this.schema.isFollowed(emptied))
    const isChange = isWord(tokens[0], 'UPDATE', 'DELETE', 'INSERT', 'REPLACE', 'SET') && isQuery && !isWhole
    this.schema.changesRows ||= mayChangeRows(tokens) && !(isWord(tokens[0], 'DELETE') && isWhole)
    this.hasQueriedRows ||= isChange && isWord(tokens[0], 'INSERT', 'REPLACE')
    if (isChange || isKept) this.schema.needRows(tokens.map(({ text }) => text))
    for (const written of writtenColumns(this.schema, tokens)) {
      this.noteWritten(written)
      if (isWord(tokens[0], 'UPDATE')) written.table.updatedColumns.add(written.column.name.toLowerCase())
    }
    define(this.schema, tokens, source)
    this.noteFilling(tokens)
    this.memory.forget()
  }

  /** Prepares for the query of `CREATE TABLE … SELECT`. The second pass computes it. */
  private noteFilling(tokens: readonly Token[]): void {
    const { filling } = this.schema
    if (filling === null) return
    this.hasQueriedRows = true
    this.schema.needRows(tokens.map(({ text }) => text))
    for (const written of writtenColumns(this.schema, filling.insertion)) this.noteWritten(written)
    this.schema.ignoreQueryOf(filling.table)
  }

  /** Records a value that is not part of a row in the dump. */
  private noteWritten({ table, column, value, from }: WrittenColumn): void {
    const watched = watchesOf(column).map((watch) => ({ at: 0, watch, facts: this.forColumn(table, column), column }))
    if (watched.length === 0) return
    const constant = this.computed.valueOfTokens(value)
    if (constant !== null) {
      if ('cells' in constant) for (const one of watched) this.observe(constant.text, constant.cells, one)
      return
    }
    const sources = value.flatMap(({ kind, text }) => (kind === 'word' || kind === 'name' ? [text] : []))
    const found = from.flatMap((other) =>
      sources.flatMap((name) => {
        const source = findColumn(other, name)
        return source === undefined ? [] : [{ source, known: this.forColumn(other, source) }]
      }),
    )
    for (const { watch, facts } of watched) {
      const alike = found.filter(({ source }) => source.earlier.length === 0 && watchesOf(source).includes(watch))
      for (const { known } of alike) this.copies.push({ to: facts, from: known, watch })
      // An expression may return anything, unless it is a column or the row's own value.
      const isCopy =
        alike.length > 0 &&
        alike.length === found.length &&
        (value.length === 1 || isSymbol(value[1], '.') || isWord(value[0], 'VALUES', 'VALUE'))
      if (watch === watches.boolean && !isCopy) facts.hasOtherThanBoolean = true
    }
  }

  /** Copies the facts of columns to the columns that statements fill from them, after every row was read. */
  settle(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false
      for (const { to, from, watch } of this.copies) {
        if (!from[watch.fact] || to[watch.fact]) continue
        to[watch.fact] = true
        isChanged = true
      }
    }
    for (const table of this.schema.tables.values()) if (table.sharesKeys) this.schema.holdParents(table)
  }

  insertBegins(): void {
    if (this.isLaxAfterFirst) this.isLax = false
  }

  insert(head: InsertHead, values: number | null): void {
    this.watching = this.memory.lookUp(head, values, () => this.watch(head, values))
    this.takenKeys.insert(this.watching.keys)
    this.isLax = this.settings.fillsIn || head.onDuplicate === 'ignore'
    const { table } = this.watching
    const hasNoTransactions = table !== undefined && isWithoutTransactions(table)
    this.isLaxAfterFirst = !this.isLax && hasNoTransactions && this.settings.isStrictForTransactions
    this.fastRows.open(this.watching.fastColumns)
  }

  private watch(
    { database, table: name, columns: named, onDuplicate, isDelayed }: InsertHead,
    values: number | null,
  ): Watching {
    const table = this.schema.find(database, name)
    const columns =
      named ?? (table === undefined ? null : values === 0 ? [] : givenNames(insertedColumns(table, null), values))
    const watching: Watching = { table, columns, watched: [], fastColumns: [], keys: null }
    if (table === undefined) return watching
    if (onDuplicate !== null) table.onDuplicate.add(onDuplicate)
    // A later statement may drop the key.
    table.needsRows ||= onDuplicate !== null && table.keys.some(isUniqueKey)
    // The server ignores rows without a parent.
    if (onDuplicate === 'ignore' && this.settings.checksReferences)
      this.schema.needRows(table.foreignKeys.map((key) => key.table))
    const isLax = this.settings.fillsIn || onDuplicate === 'ignore'
    table.hasLaxRows ||= isLax && !this.text.server.hasDistinctKeys
    this.noteLeftOut(table, columns, isLax)
    const inserted = insertedColumns(table, columns)
    const isPlain = onDuplicate === null && isDelayed !== true
    if (isPlain) watching.keys = this.takenKeys.watch(table, inserted, !this.text.server.hasDistinctKeys)
    inserted.forEach((column, at) => {
      if (column === undefined) return
      for (const watch of watchesOf(column))
        watching.watched.push({ at, watch, facts: this.forColumn(table, column), column })
    })
    passSettled(watching)
    return watching
  }

  private noteLeftOut(table: DumpTable, named: readonly string[] | null, isLax: boolean): void {
    const lower = named?.map((name) => name.toLowerCase())
    for (const column of table.columns) {
      const { name, generated, autoIncrement } = column
      const isGiven = lower?.includes(name.toLowerCase()) ?? !column.isInvisible
      if (!isGiven && hasZeroDefault(column, isLax)) this.forColumn(table, column).hasZeroDate = true
      if (!isGiven && (generated !== null || autoIncrement)) this.forColumn(table, column).isLeftOut = true
    }
  }

  insertEnd(tokens: readonly Token[]): void {
    const { table, columns } = this.watching
    const isUpdate = tokens.some((token) => isWord(token, 'UPDATE'))
    if (table === undefined || !isUpdate) return
    for (const written of writtenOnDuplicate(table, tokens)) this.noteWritten(written)
    noteUpdate(table, columns ?? table.columns.map(({ name }) => name), tokens)
  }

  rows(text: DumpText, head: Uint8Array): void {
    if (this.takenKeys.isWatching) return
    const before = text.at
    const rows = this.fastRows.take(text, head, false, 0x7fff_ffff)
    this.note(rows, text.at - before)
    if (rows > 0 && this.isLaxAfterFirst) this.isLax = !isFirstRow(text)
  }

  row(text: DumpText, cells: RowCells): void {
    this.note(1, cells.count === 0 ? 2 : (cells.ends[cells.count - 1] ?? 0) - (cells.starts[0] ?? 0))
    this.takenKeys.row(text, cells)
    if (cells.hasQuery) this.noteQueries(text, cells)
    let isAnySettled = false
    for (const watched of this.watching.watched) {
      if (watched.at < cells.count) this.observe(text, cells, watched)
      isAnySettled ||= isSettled(watched)
    }
    this.isLax ||= this.isLaxAfterFirst
    if (!isAnySettled) return
    passSettled(this.watching)
    this.fastRows.open(this.watching.fastColumns)
  }

  private note(rows: number, bytes: number): void {
    const { table } = this.watching
    this.rowsWritten += rows
    if (table === undefined) return
    table.rowsWritten += rows
    table.rowBytes += bytes
  }

  private noteQueries(text: DumpText, cells: RowCells): void {
    for (let at = 0; at < cells.count; at++) {
      if (cells.kinds[at] !== cellKind.expression) continue
      const written = text.decode(cells.starts[at] as number, cells.ends[at] as number)
      this.schema.needRows(written.split(/[^\w$\u0080-\uffff]+/))
    }
  }

  private observe(text: DumpText, cells: RowCells, watched: Watched): void {
    const { at, watch, facts, column } = watched
    const kind = cells.kinds[at]
    if (kind === cellKind.expression) return this.checkComputed(text, cells, watched)
    if (kind === cellKind.default && hasZeroDefault(column, this.isLax)) facts.hasZeroDate = true
    const isMissing = kind === cellKind.null || kind === cellKind.default
    if (isMissing || (watch.task === 'isCounted' && mayBeZero(text, cells, at))) facts.isCounted = true
    if (isMissing) return
    if (kind === cellKind.number || (kind === cellKind.string && ((cells.flags[at] as number) & changed) === 0)) {
      if (watch.isFact(text.bytes, cells.starts[at] as number, cells.ends[at] as number, this.isLax, text))
        facts[watch.fact] = true
    } else {
      this.scratch.clear()
      appendCell(text, cells, at, this.scratch)
      if (watch.isFact(this.scratch.bytes, 0, this.scratch.length, this.isLax, text)) facts[watch.fact] = true
    }
  }

  private checkComputed(text: DumpText, cells: RowCells, watched: Watched): void {
    const { at } = watched
    const computed = this.computed.valueOf({ text, cells, at })
    if (computed !== null && 'cells' in computed) this.observe(computed.text, computed.cells, { ...watched, at: 0 })
    // A value that is not known yet may be zero.
    else if (watched.watch.task === 'isCounted') watched.facts.isCounted = true
    else if (computed === null && watched.watch === watches.boolean) watched.facts.hasOtherThanBoolean = true
  }

  known(table: DumpTable, { id }: DumpColumn): Readonly<ColumnFacts> {
    return this.facts.get(table)?.get(id) ?? noFacts
  }

  forColumn(table: DumpTable, { id }: DumpColumn): ColumnFacts {
    let ofTable = this.facts.get(table)
    if (ofTable === undefined) this.facts.set(table, (ofTable = new Map()))
    let facts = ofTable.get(id)
    if (facts === undefined) ofTable.set(id, (facts = new ColumnFacts()))
    return facts
  }
}
