import fc from 'fast-check'

const pick = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const small = fc.integer({ min: 1, max: 60 }).map(String)

const options = fc.tuple(
  fc.oneof(
    fc.constant(''),
    small.map((start) => ` START WITH ${start}`),
  ),
  pick(['', ' INCREMENT BY 3', ' INCREMENT = 7', ' INCREMENT BY -2 MINVALUE -999 MAXVALUE 999', ' INCREMENT BY 0']),
  pick(['', '', ' MAXVALUE 64', ' MINVALUE 1 MAXVALUE 70 CYCLE']),
  pick(['', ' CACHE 10', ' NOCACHE', ' CACHE 2']),
)

/** Values that read the sequence `s`, and some that do not. */
const value = fc.oneof(
  { weight: 4, arbitrary: pick(['NEXTVAL(s)', 'NEXT VALUE FOR s', 'nextval(`s`)', 'DEFAULT', '(SELECT NEXTVAL(s))']) },
  { weight: 3, arbitrary: pick(['LASTVAL(s)', 'PREVIOUS VALUE FOR s', 'NULL', '7', 'NEXTVAL(s) * 2 + 1', '@x']) },
  { weight: 1, arbitrary: small.map((number) => `SETVAL(s, ${number})`) },
)
const key = pick(["'a'", "'b'", "'c'", "CONCAT('k', NEXTVAL(s))", 'NULL'])

/** Rows of `t (id int DEFAULT nextval(s), k varchar UNIQUE, n int DEFAULT (NEXT VALUE FOR s), m int)`. */
const insertion = fc
  .tuple(
    pick(['INSERT', 'INSERT', 'INSERT IGNORE', 'REPLACE']),
    fc.shuffledSubarray(['id', 'k', 'n', 'm'], { minLength: 1 }),
    pick(['', '', ' ON DUPLICATE KEY UPDATE m = m + 1', ' ON DUPLICATE KEY UPDATE m = NEXTVAL(s)']),
  )
  .chain(([verb, columns, update]) => {
    const row = fc.tuple(...columns.map((column) => (column === 'k' ? key : value)))
    const rows = fc.array(row, { minLength: 1, maxLength: update.includes('NEXTVAL') ? 1 : 3 })
    return rows.map(
      (values) =>
        `${verb} INTO t (${columns.join(', ')}) VALUES ${values.map((one) => `(${one.join(', ')})`).join(', ')}${verb === 'INSERT' ? update : ''}`,
    )
  })

const change = fc.oneof(
  small.map((number) => `DO SETVAL(s, ${number}, 0)`),
  small.map((number) => `SELECT SETVAL(\`s\`, ${number})`),
  small.map((number) => `SELECT SETVAL(s, ${number}, 1, 1)`),
  small.map((number) => `ALTER SEQUENCE s RESTART ${number}`),
  small.map((number) => `ALTER SEQUENCE s START WITH ${number}`),
  small.map((number) => `ALTER SEQUENCE s RESTART START ${number}`),
  small.map((number) => `ALTER SEQUENCE s INCREMENT BY ${number}`),
  options.map((parts) => `CREATE OR REPLACE SEQUENCE s${parts.join('')}`),
  pick([
    'ALTER SEQUENCE s RESTART',
    'ALTER SEQUENCE s CACHE 20',
    'ALTER SEQUENCE s NOCYCLE',
    'ALTER SEQUENCE s MAXVALUE 900',
    'CREATE SEQUENCE IF NOT EXISTS s START WITH 500',
    'DO NEXTVAL(s)',
    'SELECT NEXTVAL(s), NEXT VALUE FOR s',
    'SET @x = NEXTVAL(s)',
    'SET @x = LASTVAL(s)',
    'UPDATE t SET m = NEXTVAL(s)',
    "UPDATE t SET m = NEXTVAL(s), n = DEFAULT WHERE k = 'a'",
    "DELETE FROM t WHERE k = 'b'",
    'INSERT INTO t (id, n, m) SELECT NEXTVAL(s), 1, NEXTVAL(s)',
    'INSERT INTO t (m) SELECT m FROM u',
    'INSERT INTO u SELECT NEXTVAL(s) FROM u WHERE m < 4',
    'INSERT INTO u VALUES (NEXTVAL(s)), (LASTVAL(s))',
    'SELECT SETVAL(s, (SELECT MAX(m) FROM u))',
    'TRUNCATE u',
  ]),
)

/** The lines of a script about a sequence `s`, and the tables `t` and `u`. A server may refuse some of them. */
export const sequenceScript: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    options,
    fc.array(fc.oneof({ weight: 3, arbitrary: insertion }, { weight: 2, arbitrary: change }), {
      minLength: 2,
      maxLength: 12,
    }),
  )
  .map(([parts, statements]) => [
    'SET @x = 1',
    `CREATE SEQUENCE s${parts.join('')}`,
    'CREATE TABLE t (id bigint DEFAULT nextval(s), k varchar(20) UNIQUE, n int DEFAULT (NEXT VALUE FOR s), m bigint)',
    'CREATE TABLE u (m bigint)',
    'INSERT INTO u VALUES (3), (5)',
    ...statements,
  ])
