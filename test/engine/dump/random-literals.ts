/** The source of all choices, such as that of fast-check, which finds smaller cases. */
export interface Choices {
  pick<Item>(items: readonly Item[]): Item
  upTo(largest: number): number
}

/** A line break within a statement. The referee gets a blank instead, because it counts errors by lines. */
export const breakMark = '\u0001'

interface Kind {
  readonly type: string
  /** The family decides which expressions use the column. */
  readonly family: 'text' | 'number' | 'time' | 'bytes' | 'other'
  /** Literals that every mode accepts, and others that only lax modes do. */
  readonly good: readonly string[]
  readonly odd?: readonly string[]
  readonly defaults?: readonly string[]
}

const strings = [
  ...["'a'", "'Ab'", "'é'", "''", "'it''s'", String.raw`'q\'s'`, '"dq"', String.raw`'a\\b'`, String.raw`'l\n2'`],
  ...[String.raw`'t\tb'`, String.raw`'\%\_\z'`, "'a' 'b'", "N'nat'", "_utf8'u8'", "_utf8mb4 'm4'", "_latin1'l1'"],
  ...['0x4142', "x'4344'", "X'45'", "b'01000001'", '007', '1.50', '-.5', '1e3', '12', 'TRUE', 'FALSE', 'NULL'],
  ...["'12'", "' 7'", "'3 '", "'x '", "'2024-01-02'", "'NULL'", "'null'", String.raw`'\\N'`, "';--'", "'/*c*/'"],
]
const numbers = ['0', '1', '2', '3', '-1', '+4', '12', '100', "'7'", "'07'", "'-3'", 'TRUE', 'FALSE', 'NULL', '0x0A']
const oddNumbers = ["'12abc'", "''", "'abc'", "' 5 '", '300', '-200', '99999999999', '1.5', "'2.5'", "'1e2'", '1e2']
const fractions = ['1.5', '-2.25', "'3.75'", '.5', '10.', '1e1', "'1e-1'", '0.125']
const dates = [
  ...["'2024-02-29'", "'2024-2-9'", "'24/02/28'", '20240131', "'2023.12.31'", "'20230601'", "'2024-01-02 03:04:05'"],
  ...[
    "'2024-01-02T03:04:05'",
    "DATE '2020-05-06'",
    "{d '2021-07-08'}",
    'NULL',
    'NOW()',
    'CURDATE()',
    'CURRENT_TIMESTAMP',
  ],
]
const oddDates = ["'0000-00-00'", "'2024-02-30'", "''", "'abc'", "'2024-00-10'", '0', "'2024-01-02x'", "'1970-01-01'"]
const times = [
  "'10:20:30'",
  "'10:20'",
  "'7'",
  '101112',
  "'-01:02:03'",
  "'1 02:03:04'",
  "'00:00:00'",
  'NULL',
  "'10:11:12.75'",
]

/** The kinds of columns, by the beginning of their names. */
const kinds: Readonly<Record<string, Kind>> = {
  i: { type: 'int(11)', family: 'number', good: numbers, odd: oddNumbers, defaults: ['NULL', '0', "'5'"] },
  ti: { type: 'tinyint(4)', family: 'number', good: numbers, odd: oddNumbers, defaults: ["'1'", 'NULL'] },
  si: { type: 'smallint(5) unsigned', family: 'number', good: ['0', '1', '9', "'44'", '65535'], odd: oddNumbers },
  mi: { type: 'mediumint(8)', family: 'number', good: numbers, odd: oddNumbers },
  bi: { type: 'bigint(20)', family: 'number', good: [...numbers, '9007199254740993'], odd: oddNumbers },
  bu: {
    type: 'bigint(20) unsigned',
    family: 'number',
    good: ['0', '1', '18446744073709551615', 'NULL'],
    odd: oddNumbers,
  },
  zf: { type: 'int(6) unsigned zerofill', family: 'number', good: ['0', '42', "'0042'", 'NULL'], odd: oddNumbers },
  bo: {
    type: 'tinyint(1)',
    family: 'number',
    good: ['0', '1', 'TRUE', "'1'", 'NULL'],
    odd: ['2', "'x'"],
    defaults: ['0', "'1'"],
  },
  bl: { type: 'boolean', family: 'number', good: ['0', '1', 'TRUE', 'FALSE'], defaults: ['FALSE', 'TRUE'] },
  de: {
    type: 'decimal(8,2)',
    family: 'number',
    good: [...numbers, '1.5', "'3.75'", '-2.25', '.5'],
    odd: [...oddNumbers, '1.005', "'1.005'"],
    defaults: ["'0.00'", '1.5'],
  },
  du: { type: 'decimal(5,1) unsigned', family: 'number', good: ['0', '1.5', "'2.5'", 'NULL'], odd: oddNumbers },
  fl: { type: 'float', family: 'number', good: ['0', '1.5', '-2.25', '3', 'NULL', "'0.5'"], odd: ["''", '0.1'] },
  db: { type: 'double', family: 'number', good: [...fractions, 'NULL', '3'], odd: ["''", "'1x'", '1e300'] },
  v: { type: 'varchar(40)', family: 'text', good: strings, defaults: ["'dv'", "''", 'NULL'] },
  vs: {
    type: 'varchar(5)',
    family: 'text',
    good: ["'a'", "'abcde'", "'é'", 'NULL', '12', '1.5'],
    odd: ["'toolong'", '1234567', '0.1234567'],
  },
  vb: { type: 'varchar(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', family: 'text', good: strings },
  vl: { type: 'varchar(30) CHARACTER SET latin1', family: 'text', good: strings },
  va: {
    type: "varchar(20) CHARACTER SET ascii NOT NULL DEFAULT ''",
    family: 'text',
    good: ["'a'", "'B'", '12', 'TRUE', 'DEFAULT'],
  },
  c: { type: 'char(4)', family: 'text', good: ["'a'", "'ab  '", "'  c'", 'NULL', '7', "'abcd'"], odd: ["'toolong'"] },
  tx: { type: 'text', family: 'text', good: strings },
  lt: { type: 'longtext NOT NULL', family: 'text', good: strings.filter((one) => one !== 'NULL'), odd: ['NULL'] },
  bn: {
    type: 'binary(3)',
    family: 'bytes',
    good: ["'a'", "'abc'", '0x00', "x'0102'", "b'1'", 'NULL', '12', "_binary'ab'"],
    odd: ["'abcd'"],
  },
  vn: {
    type: 'varbinary(16)',
    family: 'bytes',
    good: ["'a'", '0xFF00', "''", "UNHEX('4142')", 'NULL', '3', "_binary 'x\\0y'"],
  },
  bb: { type: 'blob', family: 'bytes', good: ["'a'", '0xDEADBEEF', "''", 'NULL', "x''"] },
  b1: {
    type: 'bit(1)',
    family: 'other',
    good: ['0', '1', "b'1'", "b'0'", 'TRUE', 'NULL'],
    odd: ['2', "'1'"],
    defaults: ["b'0'", "b'1'"],
  },
  b8: { type: 'bit(8)', family: 'other', good: ['0', '255', "b'101'", '0x1F', 'NULL'], odd: ["'a'", '256', "'12'"] },
  d: { type: 'date', family: 'time', good: dates, odd: oddDates, defaults: ["'2020-01-01'", 'NULL'] },
  dn: { type: 'date NOT NULL', family: 'time', good: dates.filter((one) => one !== 'NULL'), odd: oddDates },
  dt: {
    type: 'datetime',
    family: 'time',
    good: dates,
    odd: oddDates,
    defaults: ["'2020-01-01 01:02:03'", 'CURRENT_TIMESTAMP', 'NULL'],
  },
  d3: {
    type: 'datetime(3)',
    family: 'time',
    good: [...dates, "'2024-01-02 03:04:05.6789'", "'2024-01-02 03:04:05.5'"],
    odd: oddDates,
  },
  ts: { type: 'timestamp NULL', family: 'time', good: dates, odd: oddDates, defaults: ['CURRENT_TIMESTAMP', 'NULL'] },
  tu: {
    type: 'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    family: 'time',
    good: ['DEFAULT', "'2024-01-02 03:04:05'", 'NULL', 'NOW()'],
  },
  t: { type: 'time', family: 'other', good: times, odd: ["'abc'", "''", "'900:00:00'", "'25:61:00'"] },
  y: { type: 'year(4)', family: 'other', good: ['2024', '99', "'07'", 'NULL', "'1999'"], odd: ['0', '1800', "''"] },
  e: {
    type: "enum('a','B','x y','')",
    family: 'text',
    good: ["'a'", "'b'", "'x y'", '2', 'NULL', "'B'"],
    odd: ["'z'", '0', '9', "'2'"],
    defaults: ["'a'"],
  },
  s: {
    type: "set('a','B','c')",
    family: 'text',
    good: ["'a'", "'c,a'", "''", '5', 'NULL', "'B'"],
    odd: ["'z'", "'a,z'", '99'],
    defaults: ["'a,c'"],
  },
  j: {
    type: 'json',
    family: 'other',
    good: [`'{"a": 1}'`, "'[1,2]'", 'NULL', String.raw`'{"k":"a\\"b"}'`, '3', "'null'", '\'"s"\''],
  },
  ui: {
    type: 'uuid',
    family: 'other',
    good: ["'123e4567-e89b-12d3-a456-426655440000'", 'NULL', "'123E4567E89B12D3A456426655440001'"],
  },
  ip: { type: 'inet6', family: 'other', good: ["'::1'", "'fe80::1'", 'NULL', "'::ffff:1.2.3.4'"] },
}
const prefixes = Object.keys(kinds)
const kindOf = (column: string): Kind => kinds[column.replace(/_.*/, '')] ?? (kinds['i'] as Kind)

/** A table at a point of the script. */
export interface Table {
  name: string
  columns: string[]
  readonly key: 'auto' | 'plain' | 'none'
}

/** The tables at a point of the script, and the mode. */
export interface State extends Choices {
  readonly tables: Table[]
  isLax: boolean
  nextColumn: number
  /** Columns whose type has changed. */
  readonly retyped: Set<string>
  nextId: number
  quoted: boolean
}

export const nameOf = (state: State, name: string): string => (state.quoted ? `\`${name}\`` : name)
export const oneIn = (state: Choices, count: number): boolean => state.upTo(count - 1) === 0

export function newColumn(state: State): string {
  return `${state.pick(prefixes)}_${state.nextColumn++}`
}

export function literalFor(state: State, column: string): string {
  if (column === 'id') return String((state.nextId += state.pick([1, 1, 1, 2, 5])))
  const { good, odd } = kindOf(column)
  return odd !== undefined && oneIn(state, state.isLax ? 3 : 25) ? state.pick(odd) : state.pick(good)
}

export function definitionOf(state: State, column: string): string {
  const { type, defaults } = kindOf(column)
  const value = defaults !== undefined && oneIn(state, 2) ? state.pick(defaults) : undefined
  if (/NOT NULL|timestamp/.test(type))
    return value === undefined || type.includes('NOT') ? type : `${type} DEFAULT ${value}`
  const isNeeded = value !== 'NULL' && oneIn(state, 3)
  return `${type}${isNeeded ? ' NOT NULL' : ''}${value === undefined ? (!isNeeded && oneIn(state, 2) ? ' DEFAULT NULL' : '') : ` DEFAULT ${value}`}`
}

export function rowFor(state: State, columns: readonly string[]): string {
  return `(${columns.map((column) => literalFor(state, column)).join(state.pick([', ', ',']))})`
}

export function kindFamily(column: string): Kind['family'] {
  return column === 'id' ? 'number' : kindOf(column).family
}

export const typeOf = (column: string): string => kindOf(column).type
