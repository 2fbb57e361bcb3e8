import type { Message } from '../../../src/contract/catalog/message.ts'
import { tableMessages } from '../catalog/tables.ts'
import type { ProblemCode } from '../../../src/contract/codes.ts'
import type { PlannedColumn, TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { KeySet } from './key-set.ts'

/** The reason why a row cannot be stored under its key. */
export interface KeyProblem {
  readonly code: ProblemCode
  readonly column: string
  readonly message: Message
}

/** The rules by which a database compares keys. */
export interface KeyRules {
  readonly emptyTextIsNull: boolean
  keyCharactersMax(texts: number): number
  comparedKey(text: string): string
}

interface KeyColumn {
  readonly column: PlannedColumn
  /** The position of the column in the written rows. */
  readonly at: number
}

/** The maximum number of keys in memory, which take 64 MB. Later rows are not compared with each other. */
const keysMax = 4_000_000
const separator = '\u001f'

/** Finds the rows that the table's primary key would reject. */
export class PrimaryKey {
  /** Whether there are more keys than can be compared. */
  isIncomplete = false
  private readonly columns: readonly KeyColumn[]
  private readonly dialect: KeyRules
  private readonly charactersMax: number
  private readonly knownKeys = new KeySet(keysMax)
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** Returns null if the table has no primary key. */
  static create({ columns, primaryKey }: TablePlan, dialect: KeyRules): PrimaryKey | null {
    const keys = primaryKey.flatMap((name) => {
      const at = columns.findIndex((column) => column.name === name)
      return at < 0 ? [] : [{ column: columns[at] as PlannedColumn, at }]
    })
    return keys.length === 0 ? null : new PrimaryKey(keys, dialect)
  }

  private constructor(columns: readonly KeyColumn[], dialect: KeyRules) {
    this.columns = columns
    this.dialect = dialect
    this.charactersMax = dialect.keyCharactersMax(columns.filter(({ column }) => column.type.kind === 'text').length)
  }

  /** Checks a row that was cast, and remembers its key if it has no problem. */
  check({ bytes, starts, ends, width }: TypedBatch, row: number): KeyProblem | null {
    const values: string[] = []
    for (const { column, at } of this.columns) {
      const start = starts[row * width + at] as number
      const value = start < 0 ? null : this.decoder.decode(bytes.subarray(start, ends[row * width + at]))
      if (value === null || (value === '' && this.dialect.emptyTextIsNull))
        return problem('missing_key', column, tableMessages.missing_key)
      if (column.type.kind === 'text' && value.length > this.charactersMax)
        return problem('key_too_long', column, tableMessages.key_too_long(this.charactersMax))
      values.push(comparable(column, value, this.dialect))
    }
    const added = this.knownKeys.add(values.join(separator))
    if (added === 'full') this.isIncomplete = true
    if (added !== 'there') return null
    const [{ column }] = this.columns as [KeyColumn]
    return problem('duplicate_key', column, tableMessages.duplicate_key)
  }
}

const problem = (code: ProblemCode, { name }: PlannedColumn, message: Message): KeyProblem => ({
  code,
  column: name,
  message,
})

/** Normalizes a value so that values which the database considers equal become equal. */
function comparable({ type: { kind } }: PlannedColumn, value: string, rules: KeyRules): string {
  if (kind === 'text') return rules.comparedKey(value)
  if (kind === 'timestamptz') return inUtc(value)
  if (kind === 'time' || kind === 'timestamp') return withoutLastZeros(value)
  if (kind !== 'integer' && kind !== 'decimal') return value
  return withoutLastZeros(value.replace(/^(-?)0+(?=\d)/, '$1')).replace(/^-0$/, '0')
}

const withoutLastZeros = (value: string): string => value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

/** Converts the time to UTC and keeps the fraction. */
function inUtc(value: string): string {
  const [, seconds = '', fraction = '', offset = ''] = /^(.*?:\d\d(?::\d\d)?)(\.\d+)?([-+Z].*)$/.exec(value) ?? []
  const at = Date.parse(`${seconds.replace(' ', 'T')}${offset}`)
  return Number.isNaN(at) ? value : `${at}${fraction.replace(/0+$/, '').replace(/^\.$/, '')}`
}
