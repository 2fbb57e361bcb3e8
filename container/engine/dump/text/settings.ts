import { encodingOfMysql } from './charsets.ts'
import type { DumpText, Token } from './tokens.ts'
import { isSymbol, isWord } from './tokens.ts'
import { splitAtCommas } from './token-reader.ts'

type Setting = 'sqlMode' | 'charset' | 'timeZone' | 'references'

const settingOf: ReadonlyMap<string, Setting> = new Map([
  ['sql_mode', 'sqlMode'],
  ['character_set_client', 'charset'],
  ['time_zone', 'timeZone'],
  ['foreign_key_checks', 'references'],
])

/** Modes that are made of others, the one for quotes among them. */
const ansiModes = /\b(?:ANSI_QUOTES|ANSI|DB2|MAXDB|MSSQL|ORACLE|POSTGRESQL)\b/i

/** The effects of the dump's SET statements on the bytes that follow: quoting, escapes, character set, time zone. */
export class Settings {
  /** The zone of TIMESTAMP values; empty while the dump has not said. */
  timeZone = ''
  /** The first zone of the dump, in which its defaults are written. */
  firstTimeZone = ''
  /** The encoding of the first SET NAMES; null if the dump does not say what its text is in. */
  encoding: string | null = null
  /** Made with `--compatible`, which has mysqldump write in latin1 and name no character set. */
  isForOtherProduct = false
  /** Whether the dump's `sql_mode` gives a value to columns that a row leaves out. */
  fillsIn = false
  /** The mode is strict for every row of transactional tables only: in others it is for the first row of a statement. */
  isStrictForTransactions = false
  /** The server heeds foreign keys. */
  checksReferences = true
  private readonly values: Record<Setting, string> = { sqlMode: '', charset: '', timeZone: '', references: '' }
  private readonly saved = new Map<string, string>()
  private readonly text: DumpText

  /** The character set is settled where the spec gives it. */
  private readonly keepsCharset: boolean

  constructor(text: DumpText, keepsCharset: boolean) {
    this.text = text
    this.keepsCharset = keepsCharset
  }

  /** Whether texts are in what their columns are in. */
  get isBinary(): boolean {
    return this.text.isBinary
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
    for (const part of splitAtCommas(tokens.slice(1))) this.assignment(part)
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
    const setting = settingOf.get(plainName(target.text))
    if (setting === undefined) return
    const isVariable = value.kind === 'word' && value.text.startsWith('@')
    this.assign(setting, isVariable ? (this.saved.get(value.text.toLowerCase()) ?? '') : value.text)
  }

  private assign(setting: Setting, value: string): void {
    this.values[setting] = value
    if (setting === 'sqlMode') {
      this.text.backslashEscapes = !/\bNO_BACKSLASH_ESCAPES\b/i.test(value)
      this.text.ansiQuotes = ansiModes.test(value)
      this.fillsIn = !/\b(?:STRICT_\w+|TRADITIONAL|DEFAULT)\b/i.test(value)
      this.isStrictForTransactions =
        /\bSTRICT_TRANS_TABLES\b/i.test(value) && !/\b(?:STRICT_ALL_TABLES|TRADITIONAL)\b/i.test(value)
      this.text.countsZero = !/\bNO_AUTO_VALUE_ON_ZERO\b/i.test(value)
      this.isForOtherProduct ||= this.text.ansiQuotes
    } else if (setting === 'references') {
      this.checksReferences = !/^(?:0|OFF|FALSE)$/i.test(value)
    } else if (setting === 'charset') {
      if (this.keepsCharset) return
      this.text.useCharset(encodingOfMysql(value))
      this.text.isBinary = value.toLowerCase() === 'binary'
    } else if (value !== '') {
      // A zone given back at the end of the dump is the server's own: no value stands after it.
      this.timeZone = value
      if (this.firstTimeZone === '') this.firstTimeZone = value
    }
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/^@@(?:session\.|local\.|global\.)?/, '')
