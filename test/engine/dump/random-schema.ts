import fc from 'fast-check'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    "'",
    '\\',
    '\\.',
    '\\N',
    'NULL',
    '\n',
    '\r\n',
    '\t',
    '"',
    '--',
    '/*',
    '*/',
    ';',
    '0x41',
    ' x ',
    '\\0',
    'é',
    '漢😀',
    '\u001a',
    '%_',
  ),
)
const literal = (value: string): string =>
  `CONVERT(0x${Buffer.from(value.toWellFormed().replaceAll('\0', '')).toString('hex') || '20'} USING utf8mb4)`
const bytes = fc
  .uint8Array({ maxLength: 20 })
  .map((value) => (value.length === 0 ? "''" : `0x${Buffer.from(value).toString('hex')}`))
const whole = (bits: number, signed: boolean): fc.Arbitrary<string> =>
  fc
    .bigInt({ min: signed ? -(2n ** BigInt(bits - 1)) : 0n, max: 2n ** BigInt(signed ? bits - 1 : bits) - 1n })
    .map(String)
const two = (value: number): string => String(value).padStart(2, '0')
const date = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`)
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([hour, minute, micro]) => `${two(hour)}:${two(minute)}:07.${String(micro).padStart(6, '0')}`)

interface Kind {
  readonly type: string
  readonly value: fc.Arbitrary<string>
  readonly default?: string
}

const kinds: readonly Kind[] = [
  ...[
    ['tinyint', 8],
    ['smallint', 16],
    ['mediumint', 24],
    ['int', 32],
    ['bigint', 64],
  ].flatMap(([type, bits]) => [
    { type: `${type}`, value: whole(Number(bits), true), default: "'-1'" },
    { type: `${type} unsigned`, value: whole(Number(bits), false), default: '7' },
  ]),
  { type: 'tinyint(1)', value: fc.constantFrom('0', '1'), default: '1' },
  { type: 'tinyint(1)', value: fc.constantFrom('0', '1', '2', '-1'), default: '0' },
  { type: 'int(7) unsigned zerofill', value: whole(20, false) },
  {
    type: 'decimal(20,6)',
    value: fc.tuple(whole(40, true), whole(16, false)).map(([a, b]) => `${a}.${b}`),
    default: "'1.500000'",
  },
  { type: 'float', value: fc.float({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { type: 'double', value: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), default: '0.1' },
  { type: 'bit(1)', value: fc.constantFrom("b'0'", "b'1'"), default: "b'1'" },
  { type: 'bit(13)', value: whole(13, false), default: "b'101'" },
  { type: 'date', value: date.map((value) => `'${value}'`), default: "'2024-01-02'" },
  { type: 'date', value: date.map((value) => `'${value}'`), default: "'0000-00-00'" },
  { type: 'datetime', value: fc.tuple(date, clock).map(([d, t]) => `'${d} ${t}'`), default: 'current_timestamp()' },
  { type: 'datetime(6)', value: fc.tuple(date, clock).map(([d, t]) => `'${d} ${t}'`) },
  {
    type: 'timestamp(3) NULL',
    value: fc.integer({ min: 1, max: 2_147_483_000 }).map((at) => `from_unixtime(${at}.125)`),
  },
  { type: 'time', value: clock.map((value) => `'${value}'`) },
  {
    type: 'time(4)',
    value: fc.tuple(fc.integer({ min: -838, max: 838 }), clock).map(([hour, t]) => `'${hour}${t.slice(2)}'`),
  },
  { type: 'year', value: fc.integer({ min: 1901, max: 2155 }).map(String) },
  { type: 'char(12)', value: text.map(literal), default: "'a b'" },
  { type: 'varchar(40)', value: text.map(literal), default: "'it''s \\\\ \\n'" },
  { type: 'varchar(20) CHARACTER SET latin1', value: fc.constantFrom("'café'", "'ÿ'", "'a'") },
  { type: 'text', value: text.map(literal) },
  { type: 'longtext', value: fc.array(text, { maxLength: 30 }).map((parts) => literal(parts.join('\n'))) },
  { type: 'binary(5)', value: bytes },
  { type: 'varbinary(30)', value: bytes, default: "'ab'" },
  { type: 'blob', value: bytes },
  { type: "enum('','a','it''s','x,y')", value: fc.constantFrom('1', '2', '3', '4'), default: "'a'" },
  { type: "set('a','b c','it''s','{}\"')", value: whole(4, false), default: "'a,b c'" },
  { type: 'json', value: fc.jsonValue({ maxDepth: 2 }).map((value) => literal(JSON.stringify(value).toWellFormed())) },
  { type: 'uuid', value: fc.uuid().map((value) => `'${value}'`), default: 'uuid()' },
  {
    type: 'inet6',
    value: fc
      .ipV6()
      .filter((value) => !value.includes('.'))
      .map((value) => `'${value}'`),
  },
  { type: 'point', value: fc.tuple(fc.integer(), fc.integer()).map(([x, y]) => `point(${x},${y})`) },
]

const name = fc.oneof(
  fc.constantFrom(
    'select',
    'Order',
    'order',
    'a b',
    'Ünïcode',
    'x`y',
    '"q"',
    '1st',
    'camelCase',
    'A-B',
    `l${'o'.repeat(50)}ng`,
    '$',
  ),
  fc
    .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', 'c', '_', ' ', '9', 'é') })
    .map((value) => `n${value.trimEnd()}`),
)
const quote = (value: string): string => `\`${value.replaceAll('`', '``')}\``

const column = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    name,
    kind: fc.constant({ type: kind.type, default: kind.default }),
    notNull: fc.boolean(),
    hasDefault: fc.boolean(),
    values: fc.array(fc.option(kind.value, { freq: 6 }), { minLength: 6, maxLength: 6 }),
  }),
)
/** Each table references the previous one. */
export const randomTable = fc.record({
  name,
  columns: fc.uniqueArray(column, {
    minLength: 1,
    maxLength: 9,
    selector: ({ name: tableName }) => tableName.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').trim(),
    comparator: (a, b) => a === b,
  }),
  next: fc.integer({ min: 7, max: 5000 }),
  index: fc.nat(8),
})

type Table = typeof randomTable extends fc.Arbitrary<infer T> ? T : never

/** Returns the tables with their rows, in MariaDB's SQL. */
export const scriptOf = (tables: readonly Table[]): string => statementsOf(tables).flat().join('\n')

/** Returns the tables without rows. */
export const definitionsOf = (tables: readonly Table[]): string =>
  statementsOf(tables)
    .map(([definition]) => definition)
    .join('\n')

function statementsOf(tables: readonly Table[]): (readonly [string, string])[] {
  return tables.map(({ name: tableName, columns, next, index }, at) => {
    const id = quote(`id ${at}`)
    const lines = columns.map(
      ({ name: called, kind, notNull, hasDefault }) =>
        `${quote(called)} ${kind.type}${notNull && !kind.type.endsWith('NULL') ? ' NOT NULL' : ''}${hasDefault && kind.default !== undefined ? ` DEFAULT ${kind.default}` : ''}`,
    )
    const indexed = columns[index % columns.length]
    const isIndexed = indexed !== undefined && !/text|blob|json|point|float|double/.test(indexed.kind.type)
    const key = isIndexed ? `, KEY ${quote(`k ${indexed.name}`.trimEnd())} (${quote(indexed.name)}, ${id})` : ''
    const reference =
      at === 0
        ? ''
        : `, ${quote('parent')} int, FOREIGN KEY (parent) REFERENCES ${quote(`${tables[at - 1]?.name} ${at - 1}`)} (${quote(`id ${at - 1}`)}) ON DELETE SET NULL`
    const title = quote(`${tableName} ${at}`)
    const names = [id, ...columns.map(({ name: called }) => quote(called))]
    const rows = Array.from(
      { length: 6 },
      (_, row) =>
        `(${[row + 1, ...columns.map(({ values, notNull, kind }) => values[row] ?? (notNull && !kind.type.endsWith('NULL') ? (kind.default === undefined ? (values.find((value) => value !== null) ?? "''") : 'DEFAULT') : 'NULL'))].join(', ')})`,
    )
    return [
      `CREATE TABLE ${title} (${id} int NOT NULL AUTO_INCREMENT, ${lines.join(', ')}${reference}, PRIMARY KEY (${id})${key}) ENGINE=InnoDB AUTO_INCREMENT=${next};`,
      `INSERT IGNORE INTO ${title} (${names.join(', ')}) VALUES ${rows.join(',\n')};`,
    ]
  })
}
