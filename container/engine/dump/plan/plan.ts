import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { FixCode, ProblemCode } from '../../../../src/contract/codes.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import { sqlDialects } from '../../dialects/all.ts'
import { columnNamer, type Namer, namer, type NameStyle, reportGivenName, schemaName } from '../../inference/names.ts'
import { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { Reporter } from '../../report/reporter.ts'
import { encodingOfMysql } from '../text/charsets.ts'
import { type ColumnTypePlan, isDate, isKnownText, planType, type TypeRules, unlimitedText } from './column-plan.ts'
import { defaultAs, defaultOf } from './column-default.ts'
import { type ColumnFacts, type KnownFacts, noFacts } from './column-facts.ts'
import { keyColumns, widenTogether } from './key-groups.ts'
import { withExpression } from './generated-columns.ts'
import { keptOf } from '../schema/on-duplicate.ts'
import { withFollowers } from './followers.ts'
import { droppedColumnsOf, readableTables, unwrittenTables } from './dropped-tables.ts'
import { dumpOptions, isChosen, isOfServer } from './dump-options.ts'
import { withPartitions } from './partitions.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from './plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'
import { sequenceDefault, Sequences } from './sequences.ts'
import { transactionsOf } from './transactions.ts'
import { type DumpColumn, type DumpSchema, type DumpTable, findColumn, isUniqueKey } from '../schema/schema.ts'

interface PlanRequest {
  readonly spec: Spec
  readonly schema: DumpSchema
  readonly facts: KnownFacts
  /** The time zone of the dump. */
  readonly zone: string
  readonly reporter: Reporter
}

/** Decides every name and type, based on the definitions and the facts about all values. */
export function planDump({ spec, schema, facts, zone, reporter }: PlanRequest): DumpPlan {
  const options = dumpOptions(spec)
  const style = options.names ?? spec.output.column_names
  const { chosen, newName } = chooseTables(spec, schema)
  checkColumns(spec, chosen)
  for (const table of chosen) refuseTooManyColumns(spec, table)
  const names = new Map<string | null, Namer>()
  const nameIn = (name: string | null): Namer => {
    let found = names.get(name)
    if (found === undefined) names.set(name, (found = namer(spec, null, style)))
    return found
  }
  const schemaOf = schemaNames(spec, chosen, style, reporter)
  const keys = keyColumns(schema)
  const wide = widenTogether(schema, facts)
  const dropped = readableTables(schema)
  const isHeld = heldTables([...chosen, ...dropped])
  const planned = new Map<DumpTable, PlannedTable>()
  for (const source of chosen) {
    const into = schemaOf(source.database)
    const name = nameIn(into)(newName ?? source.name, 'table_1', newName !== null)
    if (newName !== null) reportGivenName({ code: 'table_renamed', table: name }, newName, name, reporter)
    else if (name.toLowerCase() !== source.name.toLowerCase())
      renamed(reporter, 'table_renamed', name, source.name, name)
    const nameConstraint = namer(spec, null, style)
    planned.set(source, {
      source,
      schema: into,
      name,
      columns: [],
      droppedColumns: [],
      nameConstraint: (wanted, isGiven) => nameConstraint(wanted, 'constraint_1', isGiven),
      duplicates: null,
      partitions: null,
      isHeld: isHeld(source),
      isDropped: false,
      rows: { converted: 0, rejected: 0 },
      leftOut: new LeftOutCounts(),
      sharedKeys: new Map(),
      counter: { next: null },
    })
  }
  const sequences = new Sequences(schema, isChosen(spec), schemaOf, nameIn)
  const shared = { sequences, spec, style, keys, wide, facts, reporter }
  for (const [source, table] of planned) {
    const columns = planColumns({ ...shared, table, nameIn: nameIn(table.schema) })
    const kept = table.isHeld ? null : keptIn(spec, source, reporter)
    planned.set(source, {
      ...table,
      columns: columns.map((column) => withExpression(column, columns, table, facts, reporter)),
      droppedColumns: table.isHeld ? planUnwritten(shared, source, droppedColumnsOf(source)) : [],
      duplicates: kept === null ? null : { kept, column: orderColumn(columns) },
    })
  }
  if (options.partitions === 'keep')
    for (const [source, table] of planned)
      planned.set(source, withPartitions({ table, schema, zone, nameIn: nameIn(table.schema) }))
  const tables = [...planned.values()]
  const hidden = unwrittenTables(dropped.filter(isHeld), (source, columns) => planUnwritten(shared, source, columns))
  const schemas = [...new Set(tables.flatMap(({ schema: into }) => (into === null ? [] : [into])))]
  return {
    tables,
    dropped: [...hidden.values()],
    leftOut: new LeftOutCounts(),
    transactions: transactionsOf(spec, tables),
    schemas,
    sequences: sequences.planned,
    nameIn,
    schemaOf,
    nameColumns: () => columnNamer(spec, style),
    tableOf: (source) => planned.get(source) ?? hidden.get(source),
  }
}

/**
 * Returns which of the rows with the same key stays. An existing table cannot have an extra column for the order of its
 * rows, so PostgreSQL cannot decide.
 */
function keptIn(spec: Spec, source: DumpTable, reporter: Reporter): 'first' | 'last' | null {
  const { mode } = dumpOptions(spec)
  if (mode === 'schema_only') return null
  const kept = keptOf(source, reporter)
  if ((mode === 'everything' && spec.output.if_exists !== 'append') || kept === null) return kept
  const message = dumpMessages.duplicates_unresolved.manyRows
  reporter.fix({ code: 'duplicates_unresolved', table: source.name, message })
  return null
}

/** The maximum size of rows in memory, as text. In memory, they take about ten times as much. */
const heldBytesMax = 6 << 20
const heldTablesBytesMax = 16 << 20

/**
 * Chooses the tables to hold in memory, beginning with the smallest: those whose rows a server would read or change
 * again.
 */
function heldTables(tables: readonly DumpTable[]): (table: DumpTable) => boolean {
  const isNeededLater = ({ needsRows, sharesKeys, hasSeveralZones, onDuplicate, keys }: DumpTable): boolean =>
    needsRows || (sharesKeys && !hasSeveralZones) || (onDuplicate.size > 0 && keys.some(isUniqueKey))
  const needed = [...withFollowers(tables, tables.filter(isNeededLater))].filter(({ rowEnd }) => rowEnd === null)
  const held = new Set<DumpTable>()
  let bytes = 0
  for (const table of needed.toSorted((one, other) => one.rowBytes - other.rowBytes)) {
    bytes += table.rowBytes
    if (table.rowBytes <= heldBytesMax && bytes <= heldTablesBytesMax) held.add(table)
  }
  return (table) => held.has(table)
}

interface ChosenTables {
  readonly chosen: readonly DumpTable[]
  /** The table name in the spec. It applies only if the dump has a single table. */
  readonly newName: string | null
}

function chooseTables(spec: Spec, schema: DumpSchema): ChosenTables {
  const all = [...schema.tables.values()].filter((table) => table.columns.length > 0)
  if (all.length === 0) {
    const { noTable, noTableLeft } = dumpMessages.no_columns
    throw new EngineFailure('no_columns', schema.dropped.length === 0 ? noTable : noTableLeft)
  }
  const wanted = spec.output.table
  if (wanted === null) return { chosen: matchingTables(spec, all), newName: null }
  if (all.length === 1) return { chosen: all, newName: wanted }
  const named = (same: (name: string) => boolean): DumpTable[] =>
    all.filter((table) => same(table.name) || same(`${table.database}.${table.name}`))
  const exact = named((name) => name === wanted)
  const found = exact.length > 0 ? exact : named((name) => name.toLowerCase() === wanted.toLowerCase())
  const [only] = found
  if (only !== undefined && found.length === 1) return { chosen: [only], newName: null }
  const message = dumpMessages.table_not_found.named(found.length, listOf(all))
  throw new EngineFailure('invalid_spec', message, [{ code: 'table_not_found', value: wanted, message }])
}

/** Returns the first names for a message. */
function listOf(tables: readonly DumpTable[]): string {
  const names = tables.slice(0, 20).map(({ database, name }) => (database === '' ? name : `${database}.${name}`))
  return `${names.join(', ')}${tables.length > names.length ? '…' : ''}`
}

function matchingTables(spec: Spec, all: readonly DumpTable[]): readonly DumpTable[] {
  const chosen = all.filter(isChosen(spec))
  if (chosen.length > 0) return chosen
  const { noneChosen, noneChosenOfServer } = dumpMessages.table_not_found
  const message = (all.some(isOfServer) ? noneChosenOfServer : noneChosen)(listOf(all))
  throw new EngineFailure('invalid_spec', message, [{ code: 'table_not_found', message }])
}

function checkColumns(spec: Spec, tables: readonly DumpTable[]): void {
  if (spec.columns.length === 0) return
  const fail = (code: ProblemCode, message: Message): never => {
    throw new EngineFailure('invalid_spec', message, [{ code, message }])
  }
  const [table] = tables
  if (tables.length !== 1 || table === undefined)
    return fail('columns_of_which_table', dumpMessages.columns_of_which_table)
  const unknown = spec.columns.find(({ index }) => index >= table.columns.length)
  if (unknown !== undefined)
    fail('column_not_found', dumpMessages.column_not_found(unknown.index, table.columns.length))
  if (table.columns.every((_, index) => spec.columns.some((column) => column.index === index && column.exclude)))
    throw new EngineFailure('no_columns', dumpMessages.no_columns.allExcluded)
}

function refuseTooManyColumns(spec: Spec, { name, columns }: DumpTable): void {
  const { columnsMax } = sqlDialects.postgresql
  const count = columns.length - spec.columns.filter(({ exclude }) => exclude).length
  if (count <= columnsMax) return
  const message = dumpMessages.too_many_columns(name, count, columnsMax)
  throw new EngineFailure('invalid_spec', message, [{ code: 'too_many_columns', message }])
}

/** Returns a name that no column has or begins with. */
function orderColumn(columns: readonly PlannedColumn[]): string {
  let name = 'row_order'
  while (columns.some((column) => column.name.startsWith(name))) name += '_'
  return name
}

/**
 * Returns the names of the schemas. A single database needs none. Several databases become schemas, unless the spec
 * names one for all.
 */
function schemaNames(
  spec: Spec,
  tables: readonly DumpTable[],
  style: NameStyle,
  reporter: Reporter,
): (database: string) => string | null {
  const databases = [...new Set(tables.map(({ database }) => database))]
  const wanted = schemaName(spec, reporter)
  if (wanted !== null) return () => wanted
  if (databases.length < 2 && dumpOptions(spec).schemas === 'auto') return () => null
  const name = namer(spec, null, style)
  const named = new Map(databases.map((database) => [database, database === '' ? null : name(database, 'schema_1')]))
  return (database) => named.get(database) ?? null
}

interface ColumnsRequest {
  readonly spec: Spec
  readonly style: NameStyle
  readonly table: PlannedTable
  readonly keys: ReadonlySet<DumpColumn>
  readonly wide: ReadonlySet<DumpColumn>
  readonly facts: KnownFacts
  readonly nameIn: Namer
  readonly sequences: Sequences
  readonly reporter: Reporter
}

function planColumns(request: ColumnsRequest): PlannedColumn[] {
  const { spec, style, table, keys, wide, facts, nameIn, sequences, reporter } = request
  const name = columnNamer(spec, style)
  const rules = dumpOptions(spec).types
  const changes = new Map(spec.columns.map((change) => [change.index, change]))
  return table.source.columns.flatMap((source, index) => {
    const change = changes.get(index)
    if (change?.exclude === true) return []
    const ofColumn = facts.known(table.source, source)
    const given = change?.name ?? null
    const written = name(given ?? source.name, `column_${index + 1}`, given !== null)
    if (given !== null)
      reportGivenName({ code: 'column_renamed', table: table.name, column: written }, given, written, reporter)
    else if (written.toLowerCase() !== source.name.toLowerCase())
      renamed(reporter, 'column_renamed', table.name, source.name, written)
    const hasOwnType = source.type === 'enum' && rules.enum === 'type'
    const enumType = hasOwnType ? qualified(table.schema, nameIn(`${table.name}_${written}`, 'enum_1')) : ''
    const deciding = rules.infer ? widened(ofColumn, wide.has(source)) : noFacts
    const question = { column: source, facts: deciding, isKey: keys.has(source), enumType, rules }
    const isText = change?.as_text === true
    const type = isText ? unlimitedText : planType(question)
    const place = { table: table.name, column: written }
    if (!isText) reportType(source, type, deciding, place, reporter)
    if (rules.json === 'jsonb' && type.sqlType === 'json') noteSealed(place, reporter)
    const isIdentity = source.autoIncrement && type.kind === 'integer'
    const numbered = numberedBy(sequences, table.source, source)
    return [
      {
        source,
        index,
        name: written,
        type,
        encoding: encodingOf(source, type),
        ...ofDocuments(type, ofColumn, rules),
        nullable: !isRequired(table.source, source) || becomesNull(source, type, deciding),
        ...(numbered === null ? defaultOf(type, source, place, reporter) : defaultAs(numbered)),
        generatedSql: null,
        isIdentity,
        isCounted: isCounted(table, source, ofColumn),
      },
    ]
  })
}

/** Plans columns that are not in the script, because the dump drops them or their table after statements used them. */
const planUnwritten = (
  { spec, facts }: Pick<ColumnsRequest, 'spec' | 'facts'>,
  table: DumpTable,
  columns: readonly DumpColumn[],
): readonly PlannedColumn[] => {
  const rules = dumpOptions(spec).types
  const stored = columns.filter(({ generated }) => generated === null)
  return stored.map((source) => {
    const ofColumn = facts.known(table, source)
    const deciding = rules.infer ? ofColumn : noFacts
    const type = planType({ column: source, facts: deciding, isKey: false, enumType: '', rules })
    return {
      source,
      index: -1,
      name: source.name.replace('\0', ''),
      type,
      encoding: encodingOf(source, type),
      ...ofDocuments(type, ofColumn, rules),
      nullable: !isRequired(table, source) || becomesNull(source, type, deciding),
      defaultSql: null,
      isDefaultInRows: source.defaultTokens !== null,
      generatedSql: null,
      isIdentity: false,
      isCounted: source.autoIncrement,
    }
  })
}

const widened = (facts: Readonly<ColumnFacts>, isWide: boolean): Readonly<ColumnFacts> =>
  isWide && !facts.exceedsBigint ? { ...facts, exceedsBigint: true } : facts

const isRequired = (table: DumpTable, source: DumpColumn): boolean =>
  source.notNull || source.autoIncrement || isInPrimaryKey(table, source)

function ofDocuments(
  { kind }: ColumnTypePlan,
  { hasInvalidJson, hasSealedJson }: ColumnFacts,
  { infer }: TypeRules,
): Pick<PlannedColumn, 'isSealed' | 'isChecked'> {
  const isJson = kind === 'json'
  return { isSealed: isJson && hasSealedJson, isChecked: isJson && !infer && (hasInvalidJson || hasSealedJson) }
}

function noteSealed({ table, column }: { readonly table: string; readonly column: string }, reporter: Reporter): void {
  reporter.note(dumpMessages.notes.notJsonb(table, column))
}

const isCounted = (
  { isHeld, source }: PlannedTable,
  { autoIncrement }: DumpColumn,
  { isCounted: isReported, isLeftOut }: ColumnFacts,
): boolean => autoIncrement && (isHeld || isReported || isLeftOut || source.hasLostRows)

/** Returns the encoding of a column. MySQL's JSON is always UTF-8, regardless of its table. */
function encodingOf({ charset, type }: DumpColumn, { kind }: ColumnTypePlan): string {
  const isText = kind === 'text' || kind === 'enum' || kind === 'set'
  return isText && type !== 'json' && charset !== null ? encodingOfMysql(charset) : 'utf-8'
}

/** Reports a type that differs from what MySQL's type suggests. */
function reportType(
  source: DumpColumn,
  type: ColumnTypePlan,
  facts: ColumnFacts,
  place: { readonly table: string; readonly column: string },
  reporter: Reporter,
): void {
  const fix = (code: FixCode, message: Message): void => {
    reporter.fix({ code, ...place, message })
  }
  if (source.notNull && becomesNull(source, type, facts)) fix('not_null_dropped', dumpMessages.not_null_dropped)
  if (source.type === 'tinyint' && source.sizes[0] === 1 && type.kind === 'integer' && facts.hasOtherThanBoolean)
    fix('not_boolean', dumpMessages.not_boolean)
  if (source.isJson && type.kind === 'text') fix('json_as_text', dumpMessages.json_as_text)
  if (!source.isJson && type.kind === 'text' && !isKnownText(source.type))
    fix('unknown_type', dumpMessages.unknown_type(source.type))
  if (source.autoIncrement && type.kind !== 'integer')
    fix('auto_increment_dropped', dumpMessages.auto_increment_dropped)
}

/** Tests for a column without a default that ALTER TABLE adds to a table with rows. Its dates are zeros. */
const isFilledWithZeros = ({ isAddedToRows, notNull, firstDefault, generated }: DumpColumn): boolean =>
  isAddedToRows && notNull && firstDefault === null && generated === null

/** Tests for values that become NULL: dates with zeros, and the value that MySQL stores for an invalid label. */
const becomesNull = (source: DumpColumn, type: ColumnTypePlan, facts: ColumnFacts): boolean =>
  ((facts.hasZeroDate || isFilledWithZeros(source)) && isDate(type)) || (facts.hasEmptyLabel && type.kind === 'enum')

const isInPrimaryKey = (table: DumpTable, column: DumpColumn): boolean =>
  table.keys.some(
    ({ kind, parts }) =>
      kind === 'primary' && parts.some((part) => part.column !== null && findColumn(table, part.column) === column),
  )

/** Translates a default that takes the next number of a sequence. */
const numberedBy = (
  sequences: Sequences,
  { database }: DumpTable,
  { defaultTokens, type }: DumpColumn,
): string | null =>
  defaultTokens === null || !/int|decimal/.test(type)
    ? null
    : sequenceDefault(defaultTokens, (other, name) => sequences.find(database, other, name))

function renamed(reporter: Reporter, code: FixCode, table: string, from: string, to: string): void {
  reporter.fix({ code, table, message: dumpMessages.renamed, example: `${from} → ${to}` })
}
