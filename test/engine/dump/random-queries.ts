import fc from 'fast-check'

/**
 * The table `mixed` has values that only their case or their trailing spaces distinguish, so no view reads it. Reading
 * a view fails if an unsigned difference is negative.
 */
export const queriedTables: readonly string[] = [
  `CREATE TABLE t (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, g tinyint, amount decimal(6,2), n mediumint NOT NULL DEFAULT 7,
   name varchar(9), code varchar(5) COLLATE utf8mb4_bin, d date, e enum('low','high','a'), mixed char(4), f float, big bigint)`,
  `INSERT INTO t (g, amount, n, name, code, d, e, mixed, f, big) VALUES
   (1, 10.50, 3, 'ann', 'x', '2024-02-29', 'low', 'ab', 1.5, 5), (2, NULL, -4, 'bob', 'X', NULL, 'high', 'AB', NULL, -9000000000),
   (1, -0.05, 0, NULL, 'x', '1999-12-31', 'a', 'b', 0.25, NULL), (NULL, 10.5, 3, 'ann', NULL, '2024-02-29', NULL, NULL, 2, 5),
   (2, 99.99, 8388607, '', 'z', '2024-03-01', 'low', 'ab ', -1, 0)`,
  'CREATE TABLE u (k int PRIMARY KEY, t_id int unsigned, v smallint unsigned, name varchar(9) NOT NULL)',
  "INSERT INTO u VALUES (1, 1, 5, 'ann'), (2, 1, NULL, 'cid'), (3, 2, 65535, 'bob'), (4, NULL, 0, 'ann'), (7, 9, 5, 'dan')",
]

interface Source {
  readonly from: string
  readonly numbers: readonly string[]
  readonly texts: readonly string[]
  readonly others: readonly string[]
}

const one: Source = {
  from: 't',
  numbers: ['id', 'g', 'amount', 'n', 'big'],
  texts: ['name', 'code', 'mixed'],
  others: ['d', 'e'],
}
const joined = (from: string): Source => ({
  from,
  numbers: ['t.id', 'g', 'amount', 'u.k', 'v'],
  texts: ['t.name', 'u.name', 'code'],
  others: ['d', 'e'],
})
const sources: readonly Source[] = [
  one,
  one,
  joined('t JOIN u ON u.t_id = t.id'),
  joined('t LEFT JOIN u ON u.t_id = t.id AND v > 0'),
  joined('t, u'),
  joined('u INNER JOIN t ON t.name = u.name'),
]

const number = fc.constantFrom('0', '1', '2', '3', '10.5', '-4')
const text = fc.constantFrom("'ann'", "'bob'", "''", "'x'")

const valueOf = ({ numbers, texts, others }: Source): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...numbers, ...texts, ...others) },
    fc.tuple(fc.constantFrom(...numbers), fc.constantFrom('+', '*', '-'), number).map((parts) => parts.join(' ')),
    fc.constantFrom(...numbers).map((column) => `IFNULL(${column}, 0)`),
    fc.tuple(fc.constantFrom(...texts), text).map(([column, other]) => `COALESCE(${column}, ${other})`),
    fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...texts)).map((both) => `CONCAT(${both.join(", '-', ")})`),
    fc.tuple(fc.constantFrom(...numbers), number).map(([column, other]) => `IF(${column} > ${other}, 'yes', 'no')`),
    fc.constantFrom(...texts).map((column) => `UPPER(${column})`),
    fc.constantFrom("'label'", '5', '1.50'),
  )

const totalOf = ({ numbers, texts, others }: Source): fc.Arbitrary<string> => {
  const any = fc.constantFrom(...numbers, ...texts, ...others)
  return fc.oneof(
    fc.constant('COUNT(*)'),
    any.map((column) => `COUNT(${column})`),
    any.map((column) => `COUNT(DISTINCT ${column})`),
    fc.tuple(fc.constantFrom('MIN', 'MAX'), any).map(([name, column]) => `${name}(${column})`),
    fc
      .tuple(fc.constantFrom('SUM', 'AVG', 'SUM', 'MAX'), fc.constantFrom(...numbers))
      .map(([name, column]) => `${name}(${column})`),
    fc.constantFrom(...numbers).map((column) => `IFNULL(SUM(${column}), 0)`),
    fc.constantFrom(...numbers).map((column) => `SUM(${column} * 2) + 1`),
  )
}

const conditionOf = ({ numbers, texts }: Source): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...numbers), fc.constantFrom('>', '<=', '<>', '='), number)
      .map((parts) => parts.join(' ')),
    fc.tuple(fc.constantFrom(...texts), text).map((parts) => parts.join(' = ')),
    fc.constantFrom(...texts, ...numbers).map((column) => `${column} IS NOT NULL`),
    fc.constantFrom(...numbers).map((column) => `${column} IN (1, 2, 5)`),
    fc.constantFrom(...texts).map((column) => `${column} LIKE 'a%'`),
  )

const optional = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(fc.constant(''), fc.constant(''), arbitrary)

export interface RandomQuery {
  readonly query: string
  /** Whether no row depends on an order that a server may choose, and no two texts are equal in one collation only. */
  readonly isFitForView: boolean
}

const listed = (values: readonly string[]): string => values.map((value, at) => `${value} AS c${at}`).join(', ')

/** Returns an item of ORDER BY: an alias, a position or a column, with its direction. */
const orderOf = (width: number, { numbers }: Source): fc.Arbitrary<string> => {
  const at = fc.nat(width - 1)
  const key = fc.oneof(
    at.map((place) => `c${place}`),
    at.map((place) => String(place + 1)),
    fc.constantFrom(...numbers),
  )
  return fc.tuple(key, fc.constantFrom('', ' DESC', ' ASC')).map((parts) => parts.join(''))
}

const limit = fc.constantFrom('', '', ' LIMIT 1', ' LIMIT 2', ' LIMIT 1, 2', ' LIMIT 3 OFFSET 1')

const queryOf = (source: Source): fc.Arbitrary<RandomQuery> =>
  fc.constantFrom('plain', 'distinct', 'grouped', 'grouped', 'total').chain((kind) => {
    // MariaDB ignores DISTINCT for rows of constants, and then applies LIMIT to all of them.
    const isComputed = (items: readonly string[]): boolean =>
      kind !== 'distinct' || items.some((item) => /[a-z]/.test(item) && item !== "'label'")
    const values = fc.array(valueOf(source), { minLength: 1, maxLength: 3 }).filter(isComputed)
    const totals = fc.array(totalOf(source), { minLength: 1, maxLength: 3 })
    const keys = fc.uniqueArray(fc.constantFrom(...source.numbers, ...source.texts, ...source.others), {
      minLength: 1,
      maxLength: 2,
    })
    const where = optional(conditionOf(source).map((condition) => ` WHERE ${condition}`))
    const having = optional(fc.constantFrom(' HAVING COUNT(*) > 1', ' HAVING c1 > 1', ' HAVING SUM(g) IS NOT NULL'))
    const isGrouped = kind === 'grouped'
    const list =
      kind === 'total'
        ? totals.map((items) => ({ items, group: '' }))
        : isGrouped
          ? fc.tuple(keys, totals, fc.boolean()).map(([by, items, isByPlace]) => ({
              items: [...by, ...items],
              group: ` GROUP BY ${by.map((key, at) => (isByPlace ? at + 1 : key)).join(', ')}`,
            }))
          : values.map((items) => ({ items, group: '' }))
    return fc
      .tuple(list, where, having, limit, fc.boolean())
      .chain(([{ items, group }, condition, met, most, isOrdered]) =>
        fc.array(orderOf(items.length, source), { minLength: 1, maxLength: 2 }).map((order) => {
          const isTotal = isOrdered && most !== ''
          const by = isTotal ? items.map((_, at) => String(at + 1)) : order
          const written = isOrdered ? ` ORDER BY ${by.join(', ')}` : ''
          const distinct = kind === 'distinct' ? 'DISTINCT ' : ''
          const query = `SELECT ${distinct}${listed(items)} FROM ${source.from}${condition}${group}${isGrouped ? met : ''}${written}${most}`
          return { query, isFitForView: (most === '' || isTotal) && !/mixed| - | -4/.test(query) }
        }),
      )
  })

export const randomQueries: fc.Arbitrary<readonly RandomQuery[]> = fc.array(
  fc.constantFrom(...sources).chain(queryOf),
  { minLength: 25, maxLength: 25 },
)
