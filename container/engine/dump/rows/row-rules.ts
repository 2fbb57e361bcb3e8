import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Message } from '../../../../src/contract/catalog/message.ts'
import { compare, ordered, truthOf } from '../constants/comparing.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { evaluate, isExactName } from '../constants/constants.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Destination } from '../schema/replay.ts'
import { type DumpCheck, type DumpTable, findColumn, type OtherObject } from '../schema/schema.ts'
import { constantOfCell, type HeldCell, heldCell, storedAs } from '../server/held-cell.ts'
import { GeneratedValues } from '../server/stored-constant.ts'
import { sqlOf } from '../text/sql-of.ts'
import { splitAtCommas } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'
import type { Settings } from '../text/settings.ts'
import { isRetyped } from '../values/retyped.ts'
import type { Value, ValueChange } from '../values/value.ts'

export interface RuleServices {
  readonly scope: () => ConstantScope
  readonly settings: Settings
  readonly value: Value
  /** Sets the value to a constant as a column stores it. Returns false if the column cannot store it. */
  readonly stores: (constant: Constant, column: PlannedColumn) => boolean
  readonly note: (message: Message) => void
  /** Returns the triggers that a table has at this point. */
  readonly triggersOf: (now: DumpTable) => readonly OtherObject[]
}

type Found = Pick<Destination, 'now' | 'defaults' | 'lastColumn' | 'columnsThen'>
type Cells = readonly (HeldCell | null | undefined)[]

/** A rule of a table. Returns false for a row that a server refuses. It refuses values that are not known. */
interface Rule {
  readonly tokens: readonly Token[]
  readonly column?: PlannedColumn
  readonly holds: () => boolean
}

/** The maximum number of rows whose checks are computed. Larger scripts are seldom written by hand. */
const checkedRowsMax = 20_000

/** Changes after which a text is another one than that of the server. */
const unlikeServer: readonly ValueChange[] = ['nul_removed', 'invalid_bytes', 'foreign_characters']

/** Tests for a collation other than the exact ones, which texts of columns do not follow here. */
const hasOtherCollation = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => isWord(token, 'COLLATE') && !isExactName(tokens[at + 1]?.text ?? ''))

/** Tests for a text whose place in every collation is not certain. */
const isUncertain = (value: Constant): boolean =>
  value.kind === 'text' && value.temporal === undefined && !/^[\x20-\x7e]*$/.test(value.text)

/** The maximum number of values of partitions with which each row is compared. */
const comparedMax = 100

const integerOf = (value: Constant): string | null =>
  value.kind === 'number' && value.scale === 0 && value.isYear !== true ? String(value.digits) : null

/** The rules for which a server refuses rows: generated columns whose values do not fit, checks, and partitions. */
export class RowRules {
  private readonly table: PlannedTable
  private readonly columns: readonly PlannedColumn[]
  private readonly found: Found
  private readonly services: RuleServices
  private readonly rules: readonly Rule[]
  private readonly inputs: ReadonlySet<number>
  private readonly cells: (HeldCell | null | undefined)[]
  private readonly values = new GeneratedValues()
  /** The row that is checked. */
  private row: Cells = []
  /** The column of the rule that the last row broke. */
  brokenColumn: PlannedColumn | undefined

  private constructor(
    table: PlannedTable,
    columns: readonly PlannedColumn[],
    found: Found,
    services: RuleServices,
    isLax: boolean,
  ) {
    this.table = table
    this.columns = columns
    this.found = found
    this.services = services
    const { settings } = services
    const isByHand = !settings.hasRowsOfServer && table.source.rowsWritten <= checkedRowsMax
    const isFitted = isLax || settings.hasRowsOfServer
    const misfits = isFitted ? [] : table.columns.filter((column) => this.mayMisfit(column, isByHand))
    const checks =
      isByHand && settings.checksRules
        ? (found.now ?? table.source).checks.filter((check) => check.isEnforced && check.isDoubtful !== true)
        : []
    this.rules = [
      ...misfits.map((column) => this.fitting(column)),
      ...checks.map((check) => this.check(check)),
      ...(isByHand ? this.partitioned() : []),
    ]
    const generated = table.columns.flatMap(({ source }) => source.generated ?? [])
    const words = [...this.rules.flatMap(({ tokens }) => tokens), ...generated]
    const names = new Set(words.map(({ text }) => text.toLowerCase()))
    this.inputs = new Set(columns.flatMap(({ source }, at) => (names.has(this.nameNow(source)) ? [at] : [])))
    this.cells = columns.map(() => undefined)
  }

  /**
   * Returns the rules for rows with these columns, or null if no row breaks them. `isLax` means that values that do not
   * fit are changed.
   */
  static rulesFor(
    table: PlannedTable,
    columns: readonly PlannedColumn[],
    found: Found,
    services: RuleServices,
    isLax = false,
  ): RowRules | null {
    // A trigger may change a row before the server tests it.
    const triggers = services.triggersOf(found.now ?? table.source)
    if (triggers.some(({ tokens }) => tokens.some((token) => isWord(token, 'BEFORE')))) return null
    const rules = new RowRules(table, columns, found, services, isLax)
    return rules.rules.length === 0 ? null : rules
  }

  /** Reads the value of one column. */
  cell(at: number, value: Value): void {
    if (!this.inputs.has(at)) return
    const isUnlike = value.changes.some((change) => unlikeServer.includes(change))
    this.cells[at] = isUnlike ? undefined : heldCell(value)
  }

  /** Tests a row. If it breaks a rule, the value has the reason. */
  holds(row: Cells = this.cells): boolean {
    this.row = row
    this.values.forget()
    const { value } = this.services
    for (const rule of this.rules) {
      if (attempt(rule.holds) !== false) continue
      this.brokenColumn = rule.column
      value.changes.length = 0
      return false
    }
    value.changes.length = 0
    return true
  }

  private nameNow(source: PlannedColumn['source']): string {
    return (this.found.columnsThen.get(source) ?? source).name.toLowerCase()
  }

  private mayMisfit({ mayMisfit, generatedSql, source }: PlannedColumn, isByHand: boolean): boolean {
    const then = this.found.columnsThen.get(source)
    const isSame = then === undefined || (then.generated !== null && !isRetyped(then, source))
    return mayMisfit === true && isSame && source.id <= this.found.lastColumn && (generatedSql !== null || isByHand)
  }

  /** Returns the rule that the value of a generated column fits. It applies only in a strict mode. */
  private fitting(column: PlannedColumn): Rule {
    const { value, note } = this.services
    const holds = (): boolean => {
      if (!value.isStrict) return true
      value.isRefused = false
      if (attempt(() => this.store(column)) === true || value.isRefused) return !value.isRefused
      if (column.generatedSql !== null) note(dumpRowMessages.generatedUnchecked(this.table.name, column.name))
      return true
    }
    return { tokens: column.source.generated ?? [], column, holds }
  }

  private store(column: PlannedColumn): boolean {
    const constant = this.evaluated(column.source.generated ?? [])
    return this.services.stores(storedAs(constant, column), column)
  }

  private evaluated(tokens: readonly Token[]): Constant {
    if (hasOtherCollation(tokens)) return refuse('a collation')
    const scope = { ...this.services.scope(), column: (_: string | null, name: string) => this.constantOf(name) }
    return evaluate(tokens, scope) ?? refuse('a value that is not known')
  }

  private check({ tokens }: DumpCheck): Rule {
    const { value } = this.services
    const holds = (): boolean =>
      truthOf(this.evaluated(tokens)) !== false || value.reject(dumpRowMessages.row_rejected.check(sqlOf(tokens)), true)
    return { tokens, holds }
  }

  /** Returns the rule that a partition accepts the row. */
  private partitioned(): Rule[] {
    const partitioning = this.found.now?.partitioning ?? null
    if (partitioning === null || partitioning.isChanged) return []
    const { method, partitions } = partitioning
    const { expression: tokens, kind } = method
    const lists = partitions.map(({ values }) => splitAtCommas(values ?? []))
    const words = [...tokens, ...lists.flat(2)]
    const isOpen = words.some((word) => isWord(word, 'MAXVALUE', 'DEFAULT', 'UNIX_TIMESTAMP'))
    if (isOpen || lists.some((list) => list.length === 0) || splitAtCommas(tokens).length !== 1) return []
    const accepts =
      kind === 'range' ? this.below(lists.at(-1) ?? []) : kind === 'list' ? this.among(lists.flat()) : null
    if (accepts === null) return []
    const { value } = this.services
    const holds = (): boolean =>
      accepts(this.evaluated(tokens)) || value.reject(dumpRowMessages.row_rejected.noPartition, true)
    return [{ tokens, holds }]
  }

  /** Tests values for the bound of the last partition. Only a collation could decide for a text. */
  private below(bounds: readonly (readonly Token[])[]): ((one: Constant) => boolean) | null {
    const [bound] = this.constants(bounds) ?? []
    if (bound === undefined) return null
    return (one) =>
      one.kind === 'text' && one.temporal === undefined ? refuse('a text') : (ordered(one, bound) ?? -1) < 0
  }

  /** Tests values for those of all partitions. */
  private among(lists: readonly (readonly Token[])[]): ((one: Constant) => boolean) | null {
    const all = this.constants(lists)
    if (all === null || all.some(isUncertain)) return null
    const hasNull = all.some(({ kind }) => kind === 'null')
    const values = all.filter(({ kind }) => kind !== 'null')
    const integers = new Set(values.map(integerOf))
    return (one) => {
      if (one.kind === 'null') return hasNull
      const integer = integers.has(null) ? null : integerOf(one)
      if (integer !== null) return integers.has(integer)
      if (values.length > comparedMax || isUncertain(one)) return refuse('a text, or many values')
      return values.some((value) => compare(one, value) === 0)
    }
  }

  /** Returns the values of partitions, which use no columns, or null if one of them is not known. */
  private constants(lists: readonly (readonly Token[])[]): readonly Constant[] | null {
    const scope = this.services.scope()
    return attempt(() => lists.map((tokens) => evaluate(tokens, scope) ?? refuse('a value that is not known')))
  }

  /** Returns the value of a column that has this name at this point of the dump. */
  private constantOf(name: string): Constant {
    const { table, columns, found } = this
    const then = found.now === undefined ? findColumn(table.source, name) : findColumn(found.now, name)
    const column = table.columns.find(({ source }) => source.id === then?.id) ?? refuse('a column that is left out')
    if (then !== undefined && isRetyped(then, column.source)) return refuse('a column of another type')
    const at = columns.indexOf(column)
    if (column.isCounted) return refuse('a number that the server gives')
    const constant = (cell: HeldCell | null | undefined): Constant =>
      (cell === undefined ? undefined : constantOfCell(cell, column)) ?? refuse('a value that is not known')
    return at < 0 ? this.values.compute(column, () => constant(this.computed(column))) : constant(this.row[at])
  }

  /** Returns the value of a column that the row omits: another generated column, or one with its default. */
  private computed(column: PlannedColumn): HeldCell | null | undefined {
    const { services, found } = this
    const { source, nullable } = column
    if (source.generated !== null) return this.store(column) ? heldCell(services.value) : undefined
    const tokens = (found.defaults.has(source) ? found.defaults.get(source) : source.defaultTokens) ?? null
    if (tokens === null) return nullable ? null : undefined
    const constant = evaluate(tokens, services.scope()) ?? refuse('a default that is not known')
    if (constant.kind === 'null') return null
    return services.stores(storedAs(constant, column), column) ? heldCell(services.value) : undefined
  }
}
