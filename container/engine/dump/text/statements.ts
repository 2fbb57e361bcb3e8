import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import { dumpMessage, dumpMessageHead } from '../../bytes/dump-messages.ts'
import { areBytes } from '../../bytes/same-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import { clientCommands, shortCommandOf } from './not-run.ts'
import { type RowCells, scanRow, scanValue } from './row-cells.ts'
import { type DumpText, isSymbol, isWord, type Token } from './tokens.ts'

export interface InsertHead {
  readonly database: string | null
  readonly table: string
  /** Null means every column, in the table's order. */
  readonly columns: readonly string[] | null
  /** The handling of a row whose key already exists. This is null if the server rejects it. */
  readonly onDuplicate: 'replace' | 'ignore' | null
  /** Whether it is an INSERT DELAYED, which some servers refuse and others run like any other. */
  readonly isDelayed?: boolean
}

export interface DumpVisitor {
  /** `written` returns the text of the statement with its comments, while the window is the same. */
  statement(tokens: readonly Token[], written: () => string): void
  /** Called at the beginning of each INSERT, even if its rows have the same columns as the previous one. */
  insertBegins(): void
  /** `values` is the number of values in the first row, if there is no column list. */
  insert(head: InsertHead, values: number | null): void
  row(text: DumpText, cells: RowCells): void
  /** Called with the tokens after an INSERT's rows, if there are any. */
  insertEnd(tokens: readonly Token[]): void
  /** Reads plain rows, starting at the current parenthesis. It stops before a parenthesis, or after a row. */
  rows(text: DumpText, head: Uint8Array): void
}

/** The maximum number of tokens. No definition has more, and this many still fit into memory. */
const tokensMax = 2_000_000
/** `E`, `W` and `m`, the first letters of messages and of few statements. */
const messageStarts: readonly number[] = [69, 87, 109]
/** Commands that the client handles itself, whether or not they matter here. */
const lineCommands = ['USE', 'SOURCE', ...clientCommands]
const backslash = 92
/** The number of tables between which a dump may alternate. */
const headsMax = 8
const headBytesMax = 1 << 16
const noBytes = new Uint8Array(0)

interface KnownHead {
  readonly head: InsertHead
  readonly bytes: Uint8Array
  /** The number of values in the first row, once it has been read. */
  values?: number
}

type State = 'statement' | 'rows' | 'assignments' | 'rest'

/** Splits a dump into statements. INSERTs are passed on row by row, however long they are. */
export class StatementReader {
  private state: State = 'statement'
  private insertHead: InsertHead | null = null
  /** The heads of the INSERTs since the last other statement, as parsed and as bytes. */
  private readonly heads: KnownHead[] = []
  /** The bytes of the current statement's head. */
  private headBytes: Uint8Array = noBytes
  private lastHead: InsertHead | null = null
  /** An INSERT without a column list into an unknown table. Its width is known only from its first row. */
  private pendingHead: InsertHead | null = null
  private isUnterminated = false
  private messages = 0
  /** Whether the last token was a comma, so another row must follow. */
  private awaitsRow = false
  private readonly text: DumpText
  private readonly visitor: DumpVisitor
  private readonly cells: RowCells

  constructor(text: DumpText, visitor: DumpVisitor, cells: RowCells) {
    this.text = text
    this.visitor = visitor
    this.cells = cells
  }

  /** Reads everything that is complete in the window. */
  pump(): void {
    for (;;) {
      // Rows set their own marks, so complete rows are not read again.
      const saved = this.state === 'rows' ? null : this.text.save()
      if (!this.step()) {
        if (saved !== null) this.text.reset(saved)
        return
      }
    }
  }

  /**
   * Ends the dump after the last chunk. If something remains, it was truncated. The notes mention a missing end of a
   * complete dump, and content that does not belong to a dump.
   */
  finish(isFromTool: boolean): Message[] {
    const { text } = this
    text.isWhole = true
    const hasLastLine = text
      .decode(Math.max(text.at, text.bytes.length - 1000), text.bytes.length)
      .includes('Dump completed')
    this.pump()
    text.skipSpace()
    if (text.at < text.bytes.length || this.state === 'rows' || this.state === 'assignments') {
      const { cutShort, cutShortIn } = dumpMessages.corrupt_file
      throw new EngineFailure('corrupt_file', this.insertHead === null ? cutShort : cutShortIn(this.insertHead.table))
    }
    const notes: Message[] = []
    if (isFromTool && !hasLastLine) notes.push(dumpMessages.notes.noLastLine)
    else if (this.isUnterminated) notes.push(dumpMessages.notes.noSemicolon)
    if (text.openVersioned > 0) notes.push(dumpMessages.notes.openComment)
    if (this.messages > 0) notes.push(dumpMessages.notes.programMessages(this.messages))
    return notes
  }

  private step(): boolean {
    switch (this.state) {
      case 'statement':
        return this.statement()
      case 'rows':
        return this.rows()
      case 'assignments':
        return this.assignments()
      case 'rest':
        return this.rest()
    }
  }

  private statement(): boolean {
    const { text } = this
    const wasVersioned = text.openVersioned > 0
    if (!text.skipToStatement() || text.at >= text.bytes.length) return false
    if (this.isSameInsert()) return true
    const passed = this.passLine()
    if (passed !== 'none') return passed === 'whole'
    const start = text.at
    const isVersioned = text.openVersioned > 0 && !wasVersioned
    const from = isVersioned ? text.versionedAt : start
    const tokens: Token[] = []
    for (;;) {
      const token = text.token()
      if (token === 'more') return false
      if (token === 'end' || endsAnyway(token, tokens)) break
      tokens.push(token)
      if (tokens.length > tokensMax) throw new EngineFailure('corrupt_file', dumpMessages.corrupt_file.endlessStatement)
      const line = this.clientLine(tokens)
      if (line !== 'none') return line === 'whole'
      if (isWord(tokens[0], 'INSERT', 'REPLACE') && isWord(token, 'VALUES', 'VALUE', 'SET')) {
        const head = readInsertHead(tokens)
        if (head === null) continue
        this.open(head, isWord(token, 'SET') ? 'assignments' : 'rows', start)
        return true
      }
    }
    if (text.isEndOfInput && isUnfinished(tokens)) {
      throw new EngineFailure('corrupt_file', dumpMessages.corrupt_file.cutShort)
    }
    if (tokens.length > 0) {
      refuseStray(tokens)
      refuseSwallowed(tokens)
      const end = text.tokenAt
      this.visitor.statement(tokens, () => text.decode(from, end).trim())
      this.heads.length = 0
    }
    return true
  }

  /** Begins an INSERT that starts at `start`. */
  private open(head: InsertHead, state: 'rows' | 'assignments', start: number): void {
    const { text } = this
    this.beginRows(head, state, null)
    this.remember(head, state === 'rows' ? text.bytes.slice(start, text.at) : noBytes)
  }

  /** Skips a line that the server never receives. Returns `more` if it does not end in the window. */
  private passLine(): 'none' | 'more' | 'whole' {
    return this.text.bytes[this.text.at] === backslash ? this.shortCommand() : this.passMessage()
  }

  /** Skips a line that does not belong to the dump. */
  private passMessage(): 'none' | 'more' | 'whole' {
    const { text } = this
    const { bytes, at } = text
    if (!messageStarts.includes(bytes[at] as number)) return 'none'
    if (bytes.length - at < dumpMessageHead && !text.isWhole) return 'more'
    if (!dumpMessage.test(text.decode(at, Math.min(bytes.length, at + dumpMessageHead)))) return 'none'
    const end = bytes.indexOf(10, at)
    if (end < 0 && !text.isWhole) return 'more'
    text.at = end < 0 ? bytes.length : end + 1
    this.messages++
    return 'whole'
  }

  private beginRows(head: InsertHead, state: 'rows' | 'assignments', values: number | null): void {
    this.visitor.insertBegins()
    if (head !== this.lastHead) {
      this.pendingHead = state === 'rows' && head.columns === null && values === null ? head : null
      if (this.pendingHead === null) this.visitor.insert(head, values)
    }
    this.insertHead = head
    this.lastHead = head
    this.cells.prepare(this.text)
    this.awaitsRow = true
    this.state = state
  }

  private remember(head: InsertHead, bytes: Uint8Array): void {
    this.headBytes = bytes
    if (bytes.length === 0 || bytes.length > headBytesMax) return
    if (this.heads.length === headsMax) this.heads.shift()
    this.heads.push({ head, bytes })
  }

  /**
   * Tests for an INSERT with a known head. Dumps with one row per statement repeat the same head, or those of a few
   * tables. Such a head is not parsed again.
   */
  private isSameInsert(): boolean {
    const { text, heads } = this
    const known = heads.find(({ bytes }) => areBytes(bytes, text.bytes, text.at, text.at + bytes.length))
    if (known === undefined) return false
    text.at += known.bytes.length
    this.headBytes = known.bytes
    this.beginRows(known.head, 'rows', known.values ?? null)
    return true
  }

  /** Skips a line for the client, not for the server. It needs no delimiter and ends with the line. */
  private clientLine([word, another]: readonly Token[]): 'none' | 'more' | 'whole' {
    const { text } = this
    const isDelimiter = isWord(word, 'DELIMITER')
    if (word === undefined || another !== undefined || (!isDelimiter && !isWord(word, ...lineCommands))) return 'none'
    const start = text.at
    const line = text.takeLine()
    if (line === null) return 'more'
    const [, name = ''] = /^\s*[`'"]?(.*?)[`'"]?\s*$/.exec(line) ?? []
    if (isDelimiter) {
      if (name !== '') text.useDelimiter(line.trim())
      return 'whole'
    }
    if (text.endsWithin(line)) {
      text.at = start
      return 'none'
    }
    this.visitor.statement([word, { kind: 'name', text: name }], () => `${word.text} ${name}`)
    this.heads.length = 0
    return 'whole'
  }

  /** Skips commands such as `\. file` and `\u shop`, which always take the whole line. */
  private shortCommand(): 'more' | 'whole' {
    const line = this.text.takeLine()
    const command = line === null ? null : shortCommandOf(line)
    if (command !== null) this.visitor.statement(command, () => command.map(({ text }) => text).join(' '))
    this.heads.length = 0
    return line === null ? 'more' : 'whole'
  }

  /** Reads rows one after another. An incomplete one is read again from its own parenthesis. */
  private rows(): boolean {
    const { text, visitor, cells } = this
    for (;;) {
      const byte = text.bytes[text.at]
      if (byte === 40) {
        if (this.pendingHead !== null && !this.announce(this.pendingHead)) return false
        visitor.rows(text, this.headBytes)
        const { at, openVersioned } = text
        if (text.bytes[at] !== 40) {
          this.awaitsRow = false
          continue
        }
        this.awaitsRow = true
        if (!scanRow(text, cells)) {
          text.at = at
          text.openVersioned = openVersioned
          return false
        }
        if (cells.count === 0) this.announceEmpty()
        visitor.row(text, cells)
        this.awaitsRow = false
      } else if (byte === 44) {
        text.at++
        this.awaitsRow = true
      } else {
        if (!text.skipSpace()) return false
        const next = text.bytes[text.at]
        if (next === 40 || next === 44) continue
        if (this.awaitsRow && text.wordEnd(text.at) >= text.bytes.length && !text.isWhole) return false
        if (this.awaitsRow && this.takeRowWord()) continue
        if (next === undefined && (!text.isWhole || this.awaitsRow)) return false
        this.isUnterminated = next === undefined
        this.state = 'rest'
        return true
      }
    }
  }

  /** Announces `VALUES ()`, a row of defaults, regardless of the width of other rows with the same head. */
  private announceEmpty(): void {
    if (this.insertHead === null || this.insertHead.columns !== null || this.lastHead === null) return
    this.visitor.insert(this.insertHead, 0)
    this.lastHead = null
  }

  /** Counts the values of the first row. Returns false if the row is incomplete. */
  private announce(head: InsertHead): boolean {
    const { text, cells } = this
    const { at, openVersioned } = text
    const isWhole = scanRow(text, cells)
    text.at = at
    text.openVersioned = openVersioned
    if (!isWhole) return false
    this.pendingHead = null
    if (cells.count === 0) {
      this.announceEmpty()
      return true
    }
    const known = this.heads.find((one) => one.head === head)
    if (known !== undefined) known.values = cells.count
    this.visitor.insert(head, cells.count)
    return true
  }

  /** Reads the word in `VALUES ROW(1, 2), ROW(3, 4)`, which MySQL 8 also supports. */
  private takeRowWord(): boolean {
    const { text } = this
    const end = text.wordEnd(text.at)
    if (text.decode(text.at, end).toUpperCase() !== 'ROW') return false
    text.at = end
    return true
  }

  /** Reads `INSERT … SET a = 1, b = 2`, one row with its own column list. */
  private assignments(): boolean {
    const { text, cells } = this
    const columns: string[] = []
    cells.count = 0
    cells.opensAt = -1
    for (;;) {
      const name = text.token()
      const equals = name === 'more' || name === 'end' ? name : text.token()
      if (name === 'more' || equals === 'more') return false
      if (name === 'end' || equals === 'end') break
      columns.push(name.text)
      if (!scanValue(text, cells)) return false
      if (text.bytes[text.at] !== 44) break
      text.at++
    }
    if (this.insertHead !== null) this.visitor.insert({ ...this.insertHead, columns }, null)
    this.visitor.row(text, cells)
    this.state = 'rest'
    return true
  }

  /** Reads `ON DUPLICATE KEY UPDATE …`, if present, up to the end of the statement. */
  private rest(): boolean {
    const tokens: Token[] = []
    for (;;) {
      const token = this.text.token()
      if (token === 'more') return false
      if (token === 'end' || isSymbol(token, ';')) break
      if (tokens.length < tokensMax) tokens.push(token)
    }
    if (tokens.length > 0) {
      refuseJunk(tokens, this.insertHead?.table ?? '')
      this.visitor.insertEnd(tokens)
    }
    this.state = 'statement'
    this.insertHead = null
    return true
  }
}

const isRoutine = (word: Token): boolean => isWord(word, 'PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE')

/**
 * Tests whether a semicolon ends a statement although it is not the delimiter. The server accepts several statements at
 * once, except inside statements that contain others.
 */
function endsAnyway(token: Token, tokens: readonly Token[]): boolean {
  if (!isSymbol(token, ';') || isWord(tokens[0], ...compound)) return false
  return !isWord(tokens[0], 'CREATE', 'ALTER') || !tokens.slice(0, 20).some(isRoutine)
}

/** MariaDB's statements that contain others, separated by semicolons. */
const compound = ['BEGIN', 'IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR']

/** The words that may follow the rows of an INSERT. */
const rowEndings = ['ON', 'AS', 'RETURNING']

/** Reports a statement that a server rejects. Its rows and the ones after it must not be lost silently. */
function refuseJunk(tokens: readonly Token[], table: string): void {
  if (isWord(tokens[0], ...rowEndings)) return
  const shown = tokens
    .slice(0, 8)
    .map(({ text }) => text)
    .join(' ')
  const message = dumpMessages.corrupt_file.afterRows(table, shown.slice(0, 80))
  throw new EngineFailure('corrupt_file', message)
}

/** Statements that may contain an INSERT: explained ones, and the parts of a routine. */
const holdsOthers = [
  'EXPLAIN',
  'DESCRIBE',
  'DESC',
  'ANALYZE',
  'BEGIN',
  'IF',
  'ELSE',
  'ELSEIF',
  'WHILE',
  'LOOP',
  'REPEAT',
]

/** Reports an INSERT inside a statement that cannot contain one. The semicolon before it is missing. */
function refuseSwallowed(tokens: readonly Token[]): void {
  const [first] = tokens
  if (isWord(first, ...holdsOthers) || tokens.slice(0, 20).some(isRoutine)) return
  const isSwallowed = tokens.some(
    (token, at) => at > 0 && isWord(token, 'INSERT', 'REPLACE') && isWord(tokens[at + 1], 'INTO'),
  )
  if (!isSwallowed) return
  const message = dumpMessages.corrupt_file.swallowedInsert(first?.text.toUpperCase() ?? '')
  throw new EngineFailure('corrupt_file', message)
}

/** Reports rows that do not belong to an INSERT, such as those after a semicolon that ends it too early. */
function refuseStray(tokens: readonly Token[]): void {
  const [first, second] = tokens
  const isQuery = isSymbol(second, '(') || isWord(second, 'SELECT', 'WITH', 'VALUES', 'TABLE')
  const isStray = isSymbol(first, ',') || isSymbol(first, ')') || (isSymbol(first, '(') && !isQuery)
  if (!isStray) return
  const shown = tokens.slice(0, 8).map(({ text }) => text)
  const message = dumpMessages.corrupt_file.strayRows(shown.join(' ').slice(0, 80))
  throw new EngineFailure('corrupt_file', message)
}

function isUnfinished(tokens: readonly Token[]): boolean {
  let depth = 0
  for (const token of tokens) depth += isSymbol(token, '(') ? 1 : isSymbol(token, ')') ? -1 : 0
  return depth > 0 || isWord(tokens[0], 'INSERT', 'REPLACE')
}

/** Parses `INSERT IGNORE INTO db.table PARTITION (p) (a, b) VALUES`. Returns null if `VALUES` was a name in it. */
function readInsertHead(tokens: readonly Token[]): InsertHead | null {
  let at = 1
  let onDuplicate: InsertHead['onDuplicate'] = isWord(tokens[0], 'REPLACE') ? 'replace' : null
  while (isWord(tokens[at], 'LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'IGNORE', 'INTO'))
    if (isWord(tokens[at++], 'IGNORE')) onDuplicate = 'ignore'
  const first = tokens[at++]
  if (first === undefined || at >= tokens.length) return null
  const isQualified = isSymbol(tokens[at], '.')
  const table = isQualified ? tokens[at + 1] : first
  if (isQualified) at += 2
  if (isWord(tokens[at], 'PARTITION')) while (at < tokens.length && !isSymbol(tokens[at++], ')'));
  let columns: string[] | null = null
  if (isSymbol(tokens[at], '(')) {
    const close = tokens.findIndex((token, index) => index > at && isSymbol(token, ')'))
    if (close < 0) return null
    columns = columnNames(tokens.slice(at + 1, close))
    at = close + 1
  }
  if (table === undefined || at !== tokens.length - 1) return null
  const isDelayed = tokens.slice(1, 3).some((token) => isWord(token, 'DELAYED'))
  return { database: isQualified ? first.text : null, table: table.text, columns, onDuplicate, isDelayed }
}

/** Returns names separated by commas. `table.column` becomes its column. */
function columnNames(tokens: readonly Token[]): string[] | null {
  const names: string[] = []
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]
    if (token.kind !== 'symbol' && (next === undefined || isSymbol(next, ','))) names.push(token.text)
  })
  return names.length === 0 ? null : names
}
