import { encodingOfMysql } from './charsets.ts'
import { type NumberSteps, StepSettings } from './step-settings.ts'
import { type Repertoire, repertoireOf } from './repertoires.ts'
import type { DumpText, Token } from './tokens.ts'
import { isSymbol, isWord } from './tokens.ts'
import { splitAtCommas } from './token-reader.ts'

type Setting = 'sqlMode' | 'charset' | 'timeZone' | 'references' | 'rules' | 'autocommit' | 'insertId'

const settingOf: ReadonlyMap<string, Setting> = new Map([
  ['sql_mode', 'sqlMode'],
  ['character_set_client', 'charset'],
  ['time_zone', 'timeZone'],
  ['foreign_key_checks', 'references'],
  ['check_constraint_checks', 'rules'],
  ['autocommit', 'autocommit'],
  ['insert_id', 'insertId'],
])

/** Modes that include others, among them the one for quotes. */
const ansiModes = /\b(?:ANSI_QUOTES|ANSI|DB2|MAXDB|MSSQL|ORACLE|POSTGRESQL)\b/i

/** Modes in which `||` joins strings. */
const concatenatingModes = /\b(?:PIPES_AS_CONCAT|ANSI|DB2|MAXDB|MSSQL|ORACLE|POSTGRESQL)\b/i

/** The default mode of the servers, as far as it matters here. */
const defaultMode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO'

/** The part of `sql_mode` that matters to routines. A routine keeps the mode in which it was created. */
export interface RoutineMode {
  /** Whether a value that does not fit is an error. Otherwise the server stores the nearest one. */
  readonly isStrict: boolean
  readonly byZero: 'null' | 'error'
}

/** The default of the servers. */
export const strictMode: RoutineMode = { isStrict: true, byZero: 'error' }
/** The mode without rules. */
export const laxMode: RoutineMode = { isStrict: false, byZero: 'null' }

/** The effects of the dump's SET statements on the following bytes: quoting, escapes, character set, time zone. */
export class Settings {
  /** The first time zone of the dump, which applies to its defaults. */
  firstTimeZone = ''
  /** The encoding of the first SET NAMES, or null if the dump does not declare its encoding. */
  encoding: string | null = null
  /** Whether the dump was created with `--compatible`. mysqldump then writes latin1 and declares no character set. */
  isForOtherProduct = false
  /** Whether columns that a row omits receive a value in the dump's `sql_mode`. */
  fillsIn = false
  /**
   * Whether the mode is strict for every row in transactional tables only. In other tables, it applies to the first row
   * of a statement.
   */
  isStrictForTransactions = true
  /** The mode in which the server runs the routines that the dump creates now. */
  routineMode = strictMode
  /** Whether the server enforces foreign keys. */
  checksReferences = true
  /** Whether the server enforces checks. */
  checksRules = true
  /** Whether the server commits each statement by itself. */
  commitsAtOnce = true
  /** The number that SET insert_id gives to the next row without one, until it is taken. Zero gives none. */
  private insertId: bigint | null = null
  private readonly steps = new StepSettings()
  private readonly values: Record<Setting, string> = {
    sqlMode: defaultMode,
    charset: '',
    timeZone: '',
    references: '',
    rules: '',
    autocommit: '',
    insertId: '',
  }
  private readonly saved = new Map<string, string>()
  private readonly text: DumpText

  /** Whether the spec decides the character set. */
  private readonly keepsCharset: boolean

  constructor(text: DumpText, keepsCharset: boolean) {
    this.text = text
    this.keepsCharset = keepsCharset
  }

  get timeZone(): string {
    return this.text.timeZone
  }

  set timeZone(zone: string) {
    this.text.timeZone = zone
  }

  /** Returns whether strings are in the character sets of their columns. */
  get isBinary(): boolean {
    return this.text.isBinary
  }

  /** Returns the characters that the server reads in strings, or null if it reads all of them. */
  get repertoire(): Repertoire | null {
    return this.text.repertoire
  }

  /** Returns whether the server refuses NULL in a TIMESTAMP that is NOT NULL. */
  get refusesNullTime(): boolean {
    return this.text.server.refusesNullTime
  }

  /** Returns whether a program read the rows from a server, which has enforced every rule. */
  get hasRowsOfServer(): boolean {
    return this.text.server.hasDistinctKeys
  }

  /** Returns the number that SET insert_id has given since the last call. */
  takeInsertId(): bigint | null {
    const { insertId } = this
    this.insertId = null
    return insertId
  }

  /** Returns the steps between the numbers of AUTO_INCREMENT, or null if they are unknown. */
  get numberSteps(): NumberSteps | null {
    return this.steps.now
  }

  apply(tokens: readonly Token[]): void {
    if (!isWord(tokens[0], 'SET')) return
    if (isWord(tokens[1], 'NAMES', 'CHARSET') || (isWord(tokens[1], 'CHARACTER') && isWord(tokens[2], 'SET'))) {
      const name = tokens[isWord(tokens[1], 'CHARACTER') ? 3 : 2]
      if (name === undefined || isWord(name, 'DEFAULT')) return
      this.assign('charset', name.text)
      this.encoding ??= encodingOfMysql(name.text)
      return
    }
    let isOfSession = true
    for (const part of splitAtCommas(tokens.slice(1))) {
      // A scope applies to the following variables as well.
      if (isWord(part[0], 'GLOBAL', 'PERSIST', 'PERSIST_ONLY')) isOfSession = false
      else if (isWord(part[0], 'SESSION', 'LOCAL')) isOfSession = true
      this.steps.assign(part, isOfSession)
      if (isOfSession || part[0]?.text.startsWith('@') === true) this.assignment(part)
    }
  }

  private assignment(part: readonly Token[]): void {
    const equals = part.findIndex((token) => isSymbol(token, '='))
    const target = part[isSymbol(part[equals - 1], ':') ? equals - 2 : equals - 1]
    const value = part[equals + 1]
    if (target === undefined || value === undefined) return
    const source = settingOf.get(plainName(value.text))
    if (target.text.startsWith('@') && !target.text.startsWith('@@')) {
      if (source !== undefined && value.text.startsWith('@@'))
        this.saved.set(target.text.toLowerCase(), this.values[source])
      return
    }
    const setting = isOfServer.test(part[0]?.text ?? '') ? undefined : settingOf.get(plainName(target.text))
    if (setting === undefined) return
    const mode = setting === 'sqlMode' ? this.computedMode(part.slice(equals + 1)) : null
    if (mode !== null) return this.assign(setting, mode)
    const isVariable = value.kind === 'word' && value.text.startsWith('@')
    this.assign(setting, isVariable ? (this.saved.get(value.text.toLowerCase()) ?? '') : value.text)
  }

  /** Returns a mode that is made from the present one by CONCAT or REPLACE, or null for any other value. */
  private computedMode(tokens: readonly Token[]): string | null {
    const [variable] = tokens.filter(({ kind, text }) => kind === 'word' && plainName(text) === 'sql_mode')
    if (variable === undefined) return null
    const mode = tokens.some(({ text }) => isOfServer.test(text)) ? defaultMode : this.values.sqlMode
    const strings = tokens.flatMap(({ kind, text }) => (kind === 'string' ? [text] : []))
    const isReplaced = tokens.some((token) => isWord(token, 'REPLACE'))
    if (!isReplaced) return [mode, ...strings].join()
    const [from = '', to = ''] = strings
    return strings.length === 2 ? mode.replaceAll(from, () => to) : mode
  }

  private assign(setting: Setting, given: string): void {
    const value = setting === 'sqlMode' && isDefault.test(given) ? defaultMode : given
    this.values[setting] = value
    if (setting === 'sqlMode') {
      this.text.backslashEscapes = !/\bNO_BACKSLASH_ESCAPES\b/i.test(value)
      this.text.ansiQuotes = ansiModes.test(value)
      this.text.concatsPipes = concatenatingModes.test(value)
      this.fillsIn = !/\b(?:STRICT_\w+|TRADITIONAL)\b/i.test(value)
      this.isStrictForTransactions =
        /\bSTRICT_TRANS_TABLES\b/i.test(value) && !/\b(?:STRICT_ALL_TABLES|TRADITIONAL)\b/i.test(value)
      this.text.roundsFractions = /\bTIME_ROUND_FRACTIONAL\b/i.test(value)
      const raises = /\b(?:ERROR_FOR_DIVISION_BY_ZERO|TRADITIONAL)\b/i.test(value)
      this.routineMode = this.fillsIn ? laxMode : { isStrict: true, byZero: raises ? 'error' : 'null' }
      this.text.countsZero = !/\bNO_AUTO_VALUE_ON_ZERO\b/i.test(value)
      this.isForOtherProduct ||= this.text.ansiQuotes
    } else if (setting === 'references') {
      this.checksReferences = !isOff.test(value)
    } else if (setting === 'rules') {
      this.checksRules = !isOff.test(value)
    } else if (setting === 'autocommit') {
      this.commitsAtOnce = !isOff.test(value)
    } else if (setting === 'insertId') {
      this.insertId = /^\d{1,20}$/.test(value) ? BigInt(value) : null
    } else if (setting === 'charset') {
      if (this.keepsCharset) return
      this.text.useCharset(encodingOfMysql(value))
      this.text.isBinary = value.toLowerCase() === 'binary'
      this.text.repertoire = isBasic.test(value) ? repertoireOf(value) : null
    } else if (value !== '') {
      // A dump restores the server's own time zone at its end. No values follow.
      this.timeZone = value
      if (this.firstTimeZone === '') this.firstTimeZone = value
    }
  }
}

const isDefault = /^DEFAULT$/i
/** Character sets of a client that lack characters although the dump has them in UTF-8. */
const isBasic = /^utf8(?:mb3)?$/i
const isOff = /^(?:0|OFF|FALSE)$/i

/** The scopes of variables that apply to later sessions only. */
const isOfServer = /^@@(?:global|persist|persist_only)(?:\.|$)/i

const plainName = (name: string): string => name.toLowerCase().replace(/^@@(?:session\.|local\.|global\.)?/, '')
