import fc from 'fast-check'

/** A column of a random type, and values that reach the ends of it. */
interface ColumnKind {
  readonly name: string
  readonly type: string
  readonly values: readonly string[]
}

const column = (name: string, type: string, ...values: readonly string[]): ColumnKind => ({ name, type, values })

const numbers: readonly ColumnKind[] = [
  column('ti', 'tinyint', '0', '1', '-128', '127', '7'),
  column('b', 'tinyint(1)', '0', '1'),
  column('us', 'smallint unsigned', '0', '1', '65535', '12'),
  column('i', 'int', '0', '7', '-7', '2147483647', '-2147483648', '3'),
  column('ui', 'int unsigned', '0', '5', '4294967295', '10'),
  column('bi', 'bigint', '0', '-3', '9223372036854775807', '-9223372036854775808', '100'),
  column('bu', 'bigint unsigned', '0', '2', '18446744073709551615', '9'),
  column('d', 'decimal(10,2)', '0', '12.35', '-0.05', '99999999.99', '-2.5', '3'),
  column('e5', 'decimal(20,5)', '0', '1.00001', '-123456789012345.54321', '0.33333', '2.5'),
  column('w', 'decimal(4,0)', '0', '9999', '-12', '4'),
  column('f', 'double', '0', '1.5', '-2.25', '1e10', '0.1'),
  column('r', 'float', '0', '1.5', '-0.25', '1024'),
  column('y', 'year', '1999', '2024', '1901'),
]
const texts: readonly ColumnKind[] = [
  column('t', 'varchar(30)', "''", "'abc'", "' a b '", "'12'", "'Größe'", "'it''s'", "'1.50'", "'x%_'"),
  column('c', 'char(8)', "''", "'ab'", "'AB  '", "'7'", "'é'"),
  column('x', 'text', "''", "'long text'", "'a\\nb'", "'2024-02-29'", "'-3abc'"),
  column('e', "enum('low','High','mid')", "'low'", "'High'", "'mid'"),
]
const dates: readonly ColumnKind[] = [
  column('day', 'date', "'2024-02-29'", "'1999-12-31'", "'2023-01-01'", "'9999-12-31'", "'1582-10-04'"),
  column('dt', 'datetime', "'2024-02-29 23:59:59'", "'1999-12-31 00:00:00'", "'2024-01-31 12:30:45'"),
  column('d3', 'datetime(3)', "'2024-02-29 23:59:58.999'", "'2000-01-01 00:00:00.500'", "'2001-02-03 04:05:06.000'"),
  column('ts', 'timestamp NULL', "'2024-02-29 23:59:58'", "'1999-12-31 01:00:00'"),
]
const others: readonly ColumnKind[] = [
  column('tm', 'time', "'10:20:30'", "'00:00:00'", "'23:59:59'"),
  column('ft', 'bit(1)', "b'0'", "b'1'"),
  column('bl', 'varbinary(20)', "'xy'", "''"),
  column('st', "set('a','b')", "'a,b'", "''", "'b'"),
  column('j', 'longtext CHECK (json_valid(j))', `'{"a": 1, "b": "x"}'`, `'{"a": null}'`, "'{}'"),
]
const all = [...numbers, ...texts, ...dates, ...others]

const columns = `id int NOT NULL PRIMARY KEY, ${all.map(({ name, type }) => `${name} ${type}`).join(', ')}`

/** A case-sensitive collation without padding, which compares strings as PostgreSQL does. */
const collation = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin'

const rowCount = 8

/** The values of each row, after its number. */
const rows: fc.Arbitrary<readonly string[]> = fc
  .array(fc.tuple(...all.map(({ values }) => fc.constantFrom(...values, 'NULL'))), {
    minLength: rowCount,
    maxLength: rowCount,
  })
  .map((made) => made.map((row, at) => `(${at + 1}, ${row.join(', ')})`))

const names = (kinds: readonly ColumnKind[]): string[] => kinds.map(({ name }) => name)
const one = fc.constantFrom

/** Builds an expression. Each `#` of the template stands for the next part. */
const filled =
  (template: string) =>
  (parts: readonly string[]): string => {
    let at = 0
    return template.replaceAll('#', () => parts[at++] ?? '')
  }

type Kind = 'number' | 'text' | 'date' | 'truth' | 'time'

/** A template and the kinds of its parts: n(umber), t(ext), d(ate), b(oolean), a(ny). */
type Form = readonly [template: string, kinds: string]

const forms: Readonly<Record<Kind, readonly Form[]>> = {
  number: [
    ['(# + #)', 'nn'],
    ['(# - #)', 'nn'],
    ['(# * #)', 'nn'],
    ['(# / #)', 'nn'],
    ['(# DIV #)', 'nn'],
    ['(# % #)', 'nn'],
    ['mod(#, #)', 'nn'],
    ['(-#)', 'n'],
    ['abs(#)', 'n'],
    ['ceil(#)', 'n'],
    ['floor(#)', 'n'],
    ['round(#)', 'n'],
    ['round(#, 1)', 'n'],
    ['round(#, 3)', 'n'],
    ['round(#, -1)', 'n'],
    ['truncate(#, 1)', 'n'],
    ['truncate(#, -1)', 'n'],
    ['sign(#)', 'n'],
    ['sqrt(#)', 'n'],
    ['power(#, 2)', 'n'],
    ['greatest(#, #)', 'nn'],
    ['least(#, #, #)', 'nnn'],
    ['cast(# as signed)', 'n'],
    ['cast(# as unsigned)', 'n'],
    ['cast(# as decimal(6,2))', 'n'],
    ['cast(# as decimal)', 'n'],
    ['cast(# as signed)', 't'],
    ['cast(# as decimal(6,2))', 't'],
    ['ifnull(#, #)', 'nn'],
    ['coalesce(#, #)', 'nn'],
    ['nullif(#, #)', 'nn'],
    ['if(#, #, #)', 'bnn'],
    ['case when # then # when # then # else # end', 'bnbnn'],
    ['case # when # then # else # end', 'nnnn'],
    ['case # when # then # end', 'ttn'],
    ['length(#)', 't'],
    ['char_length(#)', 't'],
    ["locate('a', #)", 't'],
    ['instr(#, #)', 'tt'],
    ['year(#)', 'd'],
    ['month(#)', 'd'],
    ['day(#)', 'd'],
    ['hour(#)', 'd'],
    ['second(#)', 'd'],
    ['dayofweek(#)', 'd'],
    ['datediff(#, #)', 'dd'],
    ['to_days(#)', 'd'],
    ['unix_timestamp(#)', 'd'],
    ['timestampdiff(day, #, #)', 'dd'],
    ['timestampdiff(month, #, #)', 'dd'],
    ['timestampdiff(second, #, #)', 'dd'],
    ['(# + #)', 'bn'],
    ['(#)', 'b'],
    ['(select sum(#) from x)', 'n'],
    ['(select avg(#) from x)', 'n'],
    ['(select max(#) from x)', 'n'],
    ['(select min(#) from x)', 'n'],
    ['(select count(#) from x)', 'a'],
    ['(select count(distinct #) from x)', 'a'],
    ['(select sum(#) from x)', 'b'],
    ['(# | #)', 'nn'],
    ['(# ^ #)', 'nn'],
    ['ascii(#)', 't'],
    ['json_length(j)', ''],
  ],
  text: [
    ['concat(#, #)', 'tt'],
    ['concat(#, #)', 'ta'],
    ['concat(#)', 'n'],
    ["concat_ws('-', #, #)", 'ta'],
    ['upper(#)', 't'],
    ['lower(#)', 't'],
    ['left(#, 2)', 't'],
    ['left(#, #)', 'tn'],
    ['right(#, 3)', 't'],
    ['substring(#, 2)', 't'],
    ['substring(#, 2, 2)', 't'],
    ['substring(#, 1, #)', 'tn'],
    ['trim(#)', 't'],
    ['ltrim(#)', 't'],
    ['rtrim(#)', 't'],
    ["replace(#, 'a', #)", 'tt'],
    ['reverse(#)', 't'],
    ['repeat(#, 2)', 't'],
    ["lpad(#, 4, 'xy')", 'a'],
    ["rpad(#, 4, '-')", 't'],
    ['cast(# as char)', 'a'],
    ['cast(# as char(2))', 'a'],
    ['ifnull(#, #)', 'tt'],
    ['ifnull(#, #)', 'at'],
    ['coalesce(#, #)', 'tt'],
    ['nullif(#, #)', 'tt'],
    ['if(#, #, #)', 'btt'],
    ['if(#, #, #)', 'bta'],
    ['case when # then # else # end', 'btt'],
    ['case when # then # end', 'bt'],
    ["date_format(#, '%Y-%m-%d')", 'd'],
    ["date_format(#, '%H:%i %f')", 'd'],
    ['dayname(#)', 'd'],
    ['(select group_concat(#, id order by id) from x)', 't'],
    ['(select group_concat(#) from x)', 'n'],
    ['(select max(#) from x)', 't'],
    ['(select min(#) from x)', 't'],
    ['(select # from x q order by # limit 1)', 'tt'],
    ['md5(#)', 'a'],
    ['hex(#)', 'n'],
    ['greatest(#, #)', 'tt'],
    ["json_unquote(json_extract(j, '$.b'))", ''],
    ["json_value(j, '$.a')", ''],
    ['elt(#, #, #)', 'ntt'],
    ['format(#, 2)', 'n'],
    ["substring_index(#, 'a', 1)", 't'],
  ],
  date: [
    ['(# + interval 1 day)', 'd'],
    ['(# - interval 1 month)', 'd'],
    ['(# + interval # day)', 'dn'],
    ['(# + interval # hour)', 'dn'],
    ['date_add(#, interval 90 minute)', 'd'],
    ['date_sub(#, interval 1 year)', 'd'],
    ['date_add(#, interval 1 second)', 'd'],
    ['date(#)', 'd'],
    ['last_day(#)', 'd'],
    ['if(#, #, #)', 'bdd'],
    ['ifnull(#, #)', 'dd'],
    ['coalesce(#, #)', 'dd'],
    ['nullif(#, #)', 'dd'],
    ['case when # then # else # end', 'bdd'],
    ['greatest(#, #)', 'dd'],
    ['cast(# as date)', 'd'],
    ['cast(# as datetime)', 'd'],
    ['(select max(#) from x)', 'd'],
    ['(select min(#) from x)', 'd'],
  ],
  truth: [
    ['(# = #)', 'nn'],
    ['(# = #)', 'tt'],
    ['(# = #)', 'dd'],
    ['(# = #)', 'nt'],
    ['(# < #)', 'nn'],
    ['(# <= #)', 'dd'],
    ['(# > #)', 'tt'],
    ['(# <> #)', 'nn'],
    ['(# <> #)', 'bb'],
    ['(# <=> #)', 'nn'],
    ['(# <=> #)', 'tt'],
    ["(# > '2023-06-01')", 'd'],
    ["(# = '2024-02-29 23:59:58')", 'd'],
    ["(# > '3')", 'n'],
    ["(# = '1.50')", 't'],
    ['(# is null)', 'a'],
    ['(# is not null)', 'a'],
    ['(# is true)', 'b'],
    ['(# is not false)', 'b'],
    ['(# between # and #)', 'nnn'],
    ['(# not between # and #)', 'ddd'],
    ['(# in (#, #))', 'nnn'],
    ['(# not in (#, #))', 'ttt'],
    ['(# in (#, #))', 'ddd'],
    ["(# like 'a%')", 't'],
    ["(# like '%_b')", 't'],
    ['(# not like #)', 'tt'],
    ["(# regexp '^[a-z]+$')", 't'],
    ['(# and #)', 'bb'],
    ['(# or #)', 'bb'],
    ['(# xor #)', 'bb'],
    ['(not #)', 'b'],
    ['(not #)', 'n'],
    ['(# and #)', 'nb'],
    ['isnull(#)', 'a'],
    ['(# in (select # from x))', 'nn'],
    ['(# in (select concat(#) from x))', 'tt'],
    ['exists(select 1 from x q where # = q.id)', 'n'],
    ['(# = any (select # from x))', 'nn'],
    ['if(#, #, #)', 'bbb'],
    ['ifnull(#, #)', 'bb'],
    ['coalesce(#, #)', 'bb'],
    ["(e = 'high')", ''],
    ["(e in ('low', 'mid'))", ''],
    ["(e < 'mid')", ''],
    ['(e = #)', 't'],
    ['(e > 1)', ''],
  ],
  time: [
    ['(tm)', ''],
    ["ifnull(tm, '00:00:00')", ''],
  ],
}

const literals: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '0',
    '1',
    '2',
    '-3',
    '10',
    '0.5',
    '1.25',
    '-2.345',
    '100.001',
    '9999999999',
    '18446744073709551615',
    '1e2',
    '.5',
  ],
  text: ["'a'", "''", "' b '", "'12'", "'1.5'", "'é'", "'x%'", "'it''s'", "'2024-02-29'", "'a\\\\b'"],
  date: [
    "'2024-02-29'",
    "'2024-02-29 12:00:00'",
    "cast('2000-01-31' as date)",
    "'2023-12-31 23:59:59.5'",
    "'2024-02-30'",
  ],
  truth: ['true', 'false', '1', '0'],
  time: ["'10:20:30'"],
}

const ofColumns: Readonly<Record<Kind, readonly string[]>> = {
  number: ['id', ...names(numbers)],
  text: names(texts),
  date: names(dates),
  truth: ['b', 'ft', '(i > 0)', '(t is null)'],
  time: names(others),
}

const kindOf: Readonly<Record<string, Kind>> = { n: 'number', t: 'text', d: 'date', b: 'truth' }
const kinds = ['number', 'text', 'date', 'truth', 'time'] as const
const cached = new Map<string, fc.Arbitrary<string>>()

/**
 * Returns an expression of one kind, with this many levels. Sometimes a part is of another kind, which MySQL converts.
 */
function expressionOf(kind: Kind, levels: number, over: 'columns' | 'literals' = 'columns'): fc.Arbitrary<string> {
  const key = `${kind} ${levels} ${over}`
  const known = cached.get(key)
  if (known !== undefined) return known
  const literal = one(...literals[kind], 'null')
  const leaf = over === 'literals' ? literal : fc.oneof({ weight: 3, arbitrary: one(...ofColumns[kind]) }, literal)
  const anyOf = (depth: number): fc.Arbitrary<string> =>
    fc.oneof(...kinds.map((other) => expressionOf(other, depth, over)))
  const partOf = (part: string): fc.Arbitrary<string> => {
    const own = kindOf[part]
    if (own === undefined) return anyOf(levels - 1)
    return fc.oneof({ weight: 14, arbitrary: expressionOf(own, levels - 1, over) }, { weight: 1, arbitrary: anyOf(0) })
  }
  const called = ([template, parts]: Form): fc.Arbitrary<string> =>
    fc.tuple(...Array.from(parts, partOf)).map(filled(template))
  const made = levels === 0 ? leaf : fc.oneof(leaf, ...forms[kind].map(called))
  cached.set(key, made)
  return made
}

const mixed = (over: 'columns' | 'literals'): fc.Arbitrary<readonly [Kind, string]> =>
  fc.oneof(
    ...(['number', 'text', 'date', 'truth'] as const).flatMap((kind) =>
      (
        [
          [1, 3],
          [2, 4],
          [3, 1],
        ] as const
      ).map(([levels, weight]) => ({
        weight,
        arbitrary: fc.tuple(fc.constant(kind), expressionOf(kind, levels, over)),
      })),
    ),
  )

/** Types for the values of each kind. */
const typesOf: Readonly<Record<Kind, readonly string[]>> = {
  number: ['bigint', 'decimal(30,6)', 'double'],
  text: ['varchar(200)', 'text'],
  date: ['datetime', 'date'],
  truth: ['int', 'tinyint(1)'],
  time: ['time'],
}

/** An object with the columns `id` and `y` that an expression is part of. */
interface RandomObject {
  readonly expression: string
  /** The statement that creates it, without its name. */
  readonly create: (name: string) => string
  /** The columns with which its rows are inserted, or null for a view. */
  readonly inserted: 'all' | 'id' | null
}

const columnNames = ['id', ...names(all)].join(', ')

const view = fc
  .tuple(mixed('columns'), expressionOf('truth', 2), fc.nat(5))
  .map(([[, expression], condition, at]): RandomObject => {
    const where = at === 0 ? ` WHERE ${condition}` : ''
    const create = (name: string): string => `CREATE VIEW ${name} AS SELECT id, ${expression} AS y FROM x${where}`
    return { expression: `${expression}${where}`, create, inserted: null }
  })
const generated = mixed('columns').chain(([kind, expression]) =>
  one(...typesOf[kind]).map((type): RandomObject => {
    const create = (name: string): string =>
      `CREATE TABLE ${name} (${columns}, y ${type} AS (${expression}) STORED) ${collation}`
    return { expression: `${type} AS ${expression}`, create, inserted: 'all' }
  }),
)
const checked = expressionOf('truth', 2).map((expression): RandomObject => {
  const create = (name: string): string =>
    `CREATE TABLE ${name} (${columns}, y int DEFAULT 1, CHECK (${expression})) ${collation}`
  return { expression: `CHECK ${expression}`, create, inserted: 'all' }
})
const defaulted = mixed('literals').chain(([kind, expression]) =>
  one(...typesOf[kind]).map((type): RandomObject => {
    const create = (name: string): string =>
      `CREATE TABLE ${name} (id int PRIMARY KEY, y ${type} DEFAULT (${expression})) ${collation}`
    return { expression: `${type} DEFAULT ${expression}`, create, inserted: 'id' }
  }),
)

const objectCount = 60

/** A script with one statement per line: a table with rows, and objects v0, v1… of expressions over its columns. */
export interface RandomScript {
  readonly lines: readonly string[]
  readonly objects: readonly RandomObject[]
  /** The statements that insert the rows of an object. */
  readonly insertions: (at: number) => string[]
}

export const scriptOfExpressions: fc.Arbitrary<RandomScript> = fc
  .tuple(
    rows,
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: view },
        { weight: 2, arbitrary: generated },
        { weight: 1, arbitrary: checked },
        { weight: 1, arbitrary: defaulted },
      ),
      { minLength: objectCount, maxLength: objectCount },
    ),
  )
  .map(([values, objects]) => {
    const insertions = (at: number): string[] => {
      const inserted = objects[at]?.inserted
      if (inserted == null) return []
      if (inserted === 'id') return [`INSERT INTO v${at} (id) VALUES (1)`]
      return values.map((row) => `INSERT INTO v${at} (${columnNames}) VALUES ${row}`)
    }
    const lines = [
      `CREATE TABLE x (${columns}) ${collation}`,
      `INSERT INTO x VALUES ${values.join(', ')}`,
      ...objects.map(({ create }, at) => create(`v${at}`)),
      ...objects.flatMap(({ inserted }, at) => (inserted === 'all' ? insertions(at) : [])),
    ]
    return { lines, objects, insertions, [fc.toStringMethod]: () => lines[1] ?? '' }
  })
