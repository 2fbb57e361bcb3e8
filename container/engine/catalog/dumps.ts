import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'
import { countOf } from './lists.ts'

/**
 * The words between a message and the statement that it quotes. The migration report shows the statement as a code
 * block.
 */
export const quotedText = ' Its text: '

/** Messages about MySQL dumps: their statements, tables, keys and other objects. */
export const dumpMessages = {
  corrupt_file: {
    endlessStatement: say`A statement of the dump has no end.`,
    wideTable: (most: number): Message => say`A table of the dump has more than ${most} columns.`,
    cutShort: say`The dump ends in the middle of a statement, so it is incomplete.`,
    cutShortIn: (table: string): Message =>
      say`The dump ends in the middle of a statement (the last rows are for table ${table}), so it is incomplete.`,
    afterRows: (table: string, text: string): Message =>
      say`After the rows of table ${table}, the dump has "${text}", which does not belong to an INSERT. Is a semicolon missing before it?`,
    swallowedInsert: (word: string): Message =>
      say`A statement that begins with ${word} contains an INSERT. Is a semicolon missing before the INSERT?`,
    strayRows: (text: string): Message =>
      say`The dump has "${text}" where a statement should begin. Does a semicolon before it end an INSERT too early?`,
    openComment: say`A comment of the dump does not end: "/*" has no "*/".`,
  },
  duplicates_unresolved: {
    manyRows: say`Some rows replace or ignore rows with the same key, which only a database server can resolve. If two rows have the same key, psql stops.`,
    onServer: say`Only a database server can resolve the duplicate keys of these statements. If two rows have the same key, psql stops.`,
  },
  no_columns: {
    noTable: say`The dump contains no CREATE TABLE statement, so its rows cannot be converted. Put a dump of the structure before it.`,
    noTableLeft: say`Every table of the dump is temporary or dropped again, so no table is left to convert. Add the tables that should stay.`,
    allExcluded: say`Every column of the table is excluded.`,
  },
  columns_of_which_table: say`columns: the dump has several tables. Name one of them in output.table.`,
  column_not_found: (index: number, count: number): Message =>
    say`columns: index ${index} is out of range. The table has ${countOf(count, 'column')}, counted from 0.`,
  too_many_columns: (table: string, count: number, most: number): Message =>
    say`The table ${table} has ${count} columns, and PostgreSQL allows ${most}. Leave some out with columns[].exclude, or choose another table with output.table.`,
  notes: {
    notJsonb: (table: string, column: string): Message =>
      say`${table}.${column} has the type json, because a document has \\u0000 or an unpaired surrogate, which jsonb refuses.`,
    commitsInGroups: (tables: number): Message =>
      say`The dump has ${tables} tables, too many for the locks of one transaction, so the script commits in groups. If it stops, drop its tables before you load it again.`,
    serverSchemas: (schemas: string): Message =>
      say`The schemas of the server itself were left out: ${schemas}. They contain its accounts and settings. To convert them, name them in dump.tables.include, such as mysql.*.`,
    notChosen: (count: number, all: number): Message =>
      say`${count} of ${all} tables were left out, because dump.tables does not include them.`,
    spatial: (table: string): Message =>
      say`Spatial values of ${table} are well-known binary (WKB) in bytea columns, without their SRID.`,
    collation: say`Strings are compared and sorted by the database's collation. Unlike most collations of MySQL, it distinguishes case, accents and spaces at the end. REGEXP in views still ignores case where MySQL does.`,
    noLastLine: say`The dump does not end with "Dump completed", so it may be incomplete.`,
    noSemicolon: say`The last INSERT has no semicolon, so the dump may be incomplete.`,
    openComment: say`A comment of the dump ("/*!…") does not end, so the dump may be incomplete.`,
    programMessages: (count: number): Message =>
      say`${countOf(count, 'message')} of the dump program ${count === 1 ? 'was' : 'were'} skipped.`,
  },
  not_null_dropped: say`The column became nullable, because PostgreSQL cannot store some of its values.`,
  not_boolean: say`The column is smallint, because some tinyint(1) values are, or may be, neither 0 nor 1.`,
  json_as_text: say`The column is text, because some values are not valid JSON.`,
  unknown_type: (type: string): Message => say`The type ${type} is unknown, so the column is text.`,
  auto_increment_dropped: say`New rows get no automatic number, because PostgreSQL sequences are limited to 64-bit integers.`,
  default_dropped: say`The default was left out, because PostgreSQL has no equivalent.`,
  renamed: say`Some names were changed.`,
  on_update_trigger: say`ON UPDATE CURRENT_TIMESTAMP became a trigger.`,
  check_dropped: {
    otherMeaning: say`CHECK constraints with a different meaning in PostgreSQL were left out.`,
    notEnforced: say`CHECK constraints that the dump does not enforce were left out.`,
  },
  foreign_key_dropped: {
    noTable: say`Foreign keys to tables that are not in the script were left out.`,
    noColumn: say`Foreign keys of columns that are not in the script were left out.`,
    notUnique: say`Foreign keys to columns that are not unique were left out, because PostgreSQL does not allow them.`,
    incomparable: say`Foreign keys between columns whose types PostgreSQL cannot compare were left out.`,
  },
  foreign_key_not_valid: {
    noParent: say`Rows without a parent break foreign keys, so these apply to new rows only (NOT VALID).`,
    rejectedParents: say`Foreign keys to tables with rejected rows apply to new rows only (NOT VALID).`,
  },
  spatial_index_dropped: say`SPATIAL indexes were left out, because they need PostGIS.`,
  index_dropped: {
    noColumn: say`Indexes over columns that are left out, or over expressions that PostgreSQL cannot index, were left out.`,
    geometry: say`Indexes over geometries were left out, because PostgreSQL has an equivalent only for SPATIAL indexes.`,
    json: say`Indexes on json columns were left out, because PostgreSQL cannot index json.`,
    shared: (row: number, other: number, text: string): Message =>
      say`Row ${row} has the same unique key as row ${other}, so PostgreSQL would refuse the key. The rows were kept, and the key was left out.${quotedText}${text}`,
    uncompared: (text: string): Message =>
      say`Only a server could compute the values of this unique key, so rows of the script may share it. The rows were kept, and the key was left out.${quotedText}${text}`,
  },
  prefix_index: say`Indexes over the first characters of a column became indexes over left(column, n).`,
  index_shortened: say`Indexes on long strings became indexes on left(column, n), because PostgreSQL cannot index longer values.`,
  fulltext_index: say`FULLTEXT indexes became GIN indexes on to_tsvector('simple', …). Queries must use that expression.`,
  primary_key_changed: say`The primary key became a unique index, because a column is nullable or indexed by a prefix.`,
  case_sensitive_key: say`Unique keys on text are case-sensitive in PostgreSQL, unlike in most MySQL collations.`,
  unique_key_hashed: say`Unique keys on long values use md5(value), because PostgreSQL cannot index longer values. Equal values are still refused.`,
  table_not_found: {
    named: (found: number, tables: string): Message =>
      say`output.table: the dump has ${found === 0 ? 'no table' : 'several tables'} with this name. It has ${tables}.`,
    noneChosen: (tables: string): Message => say`dump.tables: no table of the dump matches. It has ${tables}.`,
    noneChosenOfServer: (tables: string): Message =>
      say`dump.tables: no table of the dump matches. It has ${tables}. The schemas of the server itself need a pattern with their name, such as mysql.*.`,
  },
  /** The line that psql prints if the script loads nothing. */
  tableExists: say`A table of the dump exists, so nothing was loaded (if_exists: skip).`,
  statement_left_out: (word: string): Message =>
    word === 'INSERT' || word === 'REPLACE'
      ? say`${word} statements other than ${word} … VALUES were not converted, because only a database server can run them. Later rows of their tables may have other AUTO_INCREMENT numbers than on a server.`
      : say`${word} statements were not converted, because only a database server can run them.`,
  sequence_left_out: (name: string, text: string): Message =>
    say`The sequence ${name} was left out, because PostgreSQL refuses its numbers.${quotedText}${text}`,
  /** A procedure, function, event or trigger. */
  routine_left_out: (kind: string, name: string, table: string | null, text: string): Message =>
    say`The ${kind} ${name}${table === null ? '' : ` of ${table}`} was left out, because ${kind === 'event' ? 'PostgreSQL has no events' : 'its body cannot be translated to PL/pgSQL'}.${quotedText}${text}`,
  table_left_out: say`A table made by a query, or without columns, was left out.`,
  partitions_dropped: {
    quoting: (message: Message, text: string): Message => say`${message}${quotedText}${text}`,
    plain: say`The table is not partitioned in PostgreSQL.`,
    method: say`The table is not partitioned, because PostgreSQL has no partitions of this kind.`,
    expression: say`The table is not partitioned, because a primary key of PostgreSQL cannot contain the partition expression.`,
    bound: say`The table is not partitioned, because a bound of its partitions has no equivalent in PostgreSQL.`,
    type: say`The table is not partitioned, because the type of a partition column has no equivalent bounds in PostgreSQL.`,
    text: say`The table is not partitioned, because PostgreSQL compares the strings of the partition column differently.`,
    nulls: say`The table is not partitioned, because a partition column can be NULL, and PostgreSQL keeps NULL in a different partition.`,
    generated: say`The table is not partitioned, because PostgreSQL has no partitions by generated columns.`,
    keys: say`The table is not partitioned, because a unique key does not contain the partition columns as they are.`,
    duplicates: say`The table is not partitioned, because its rows replace or ignore each other.`,
    foreignKeys: say`The table is not partitioned, because it has foreign keys.`,
    triggers: say`The table is not partitioned, because a trigger may change a partition column.`,
    changed: say`The table is not partitioned, because a later statement changes its partitions.`,
    hashed: (table: string): Message =>
      say`The rows of ${table} are in different hash partitions than in MySQL, because PostgreSQL uses a different hash function.`,
  },
  generated_column_frozen: {
    kept: say`PostgreSQL cannot compute the column from this expression. It became an ordinary column with the values of the dump.`,
    empty: say`PostgreSQL cannot compute the column from this expression. It became an ordinary column and is NULL, because the dump leaves its values out.`,
  },
  view_left_out: (name: string, text: string): Message =>
    say`The view ${name} was left out, because its query uses MySQL features that cannot be translated.${quotedText}${text}`,
} as const
