import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const spec = { output: { dialect: 'postgresql' } } as const

/** Arguments as both servers read them. */
const numbers = ['NULL', '0', '1', '7', '-13', '32767']
const decimals = ['NULL', '0', '-0.005', '1.255', '-99.995', '12345.678']
const texts = ['NULL', "''", "'a'", "'Ab  '", "'  é '", "'O''Neil'", "'日本語 text'"]
const dates = ['NULL', "DATE '2024-02-29'", "DATE '1999-12-31'", "DATE '9999-12-01'"]
const timestamps = [
  'NULL',
  ...['2024-02-29 23:59:59.900001', '1969-12-31 23:59:59.000999'].map((time) => `TIMESTAMP '${time}'`),
]

interface Routine {
  /** The parameters, the result and the body. */
  readonly text: string
  readonly args: readonly (readonly string[])[]
}

const functions: Readonly<Record<string, Routine>> = {
  twice: { text: '(x int) RETURNS int DETERMINISTIC RETURN x * 2', args: [numbers] },
  quotient: { text: '(a int, b int) RETURNS int RETURN a / b', args: [numbers, numbers] },
  small_quotient: { text: '(a int, b int) RETURNS decimal(6,3) NO SQL RETURN a / b', args: [numbers, numbers] },
  divided: { text: '(a int, b int) RETURNS int RETURN a DIV b', args: [numbers, numbers] },
  remains: { text: '(a int, b int) RETURNS int RETURN a MOD b', args: [numbers, numbers] },
  guarded: { text: '(a int, b int) RETURNS decimal(10,4) RETURN IF(b = 0, -1, a / b)', args: [numbers, numbers] },
  net: {
    text: '(price decimal(8,2), rate decimal(4,1)) RETURNS decimal(8,2) RETURN price * (1 - rate / 100)',
    args: [decimals, decimals],
  },
  whole_part: { text: '(a decimal(8,3)) RETURNS int RETURN a', args: [decimals] },
  tiny: { text: '(a int) RETURNS tinyint RETURN a', args: [numbers] },
  byte_of: { text: '(a tinyint unsigned) RETURNS int RETURN a', args: [numbers] },
  positive: { text: '(a int) RETURNS int unsigned RETURN a', args: [numbers] },
  unsigned_of: { text: '(a decimal(8,3)) RETURNS int unsigned RETURN a', args: [decimals] },
  cut_off: { text: '(a int) RETURNS int RETURN CAST(a AS DECIMAL(3,1))', args: [numbers] },
  is_long: { text: '(a text CHARACTER SET utf8mb4) RETURNS tinyint(1) RETURN CHAR_LENGTH(a) > 3', args: [texts] },
  halved: { text: '(a double) RETURNS int RETURN a / 2', args: [['NULL', '0e0', '1e0', '3e0', '-5e0', '7.0e0']] },
  rounded: {
    text: '(a double) RETURNS decimal(8,2) RETURN a',
    args: [['NULL', '0.125e0', '1.005e0', '2.675e0', '-1e-9', '123456.785e0']],
  },
  greeting: {
    text: "(a varchar(20)) RETURNS varchar(40) CHARSET utf8mb4 RETURN CONCAT('Hello, ', a, '!')",
    args: [texts],
  },
  short_text: { text: '(a varchar(4)) RETURNS varchar(5) RETURN CONCAT(a, a)', args: [texts] },
  padded: { text: "(a char(6)) RETURNS char(8) RETURN CONCAT('[', a, ' ')", args: [texts] },
  digits: { text: '(a int) RETURNS varchar(4) RETURN a', args: [numbers] },
  price: { text: '(a decimal(8,2)) RETURNS varchar(20) RETURN a', args: [decimals] },
  day_of: { text: '(a datetime) RETURNS date RETURN a', args: [["TIMESTAMP '2024-02-29 23:59:59'", 'NULL']] },
  second_of: { text: '(a datetime) RETURNS datetime RETURN a', args: [timestamps] },
  microsecond_of: { text: '(a datetime(6)) RETURNS datetime(6) RETURN a', args: [timestamps] },
  later: {
    text: '(a date, n int) RETURNS date RETURN a + INTERVAL n DAY',
    args: [dates, ['0', '1', '-1', '29', 'NULL']],
  },
  midnight: { text: '(a date) RETURNS datetime RETURN a', args: [dates] },
  age_in: { text: '(born date, today date) RETURNS int RETURN TIMESTAMPDIFF(YEAR, born, today)', args: [dates, dates] },
  written: { text: "(a date) RETURNS varchar(20) RETURN DATE_FORMAT(a, '%d.%m.%Y')", args: [dates] },
  grade: {
    text: `(points int) RETURNS varchar(10) BEGIN
  DECLARE found, bonus INT DEFAULT 5;
  DECLARE result VARCHAR(10);
  SET points = points + bonus; -- a parameter is a variable
  IF points >= 90 THEN SET result = 'high'; ELSEIF points IS NULL THEN RETURN 'none'; ELSE SET result = CONCAT('low ', points); END IF;
  RETURN result;
END`,
    args: [numbers],
  },
  factorial_of: {
    text: '(n int) RETURNS bigint BEGIN DECLARE i int DEFAULT 1; DECLARE p bigint DEFAULT 1; WHILE i < n DO SET i = i + 1, p = p * i; END WHILE; RETURN p; END',
    args: [['NULL', '0', '1', '5', '20', '21']],
  },
  sized: {
    text: "(n int) RETURNS varchar(6) BEGIN CASE WHEN n > 100 THEN RETURN 'large'; WHEN n > 0 THEN RETURN 'small'; END CASE; RETURN 'never'; END",
    args: [numbers],
  },
  without_return: { text: '(n int) RETURNS int BEGIN IF n > 0 THEN RETURN 1; END IF; END', args: [numbers] },
  inside: {
    text: '(n int) RETURNS int BEGIN DECLARE v tinyint unsigned DEFAULT 3; SET v = n; RETURN v + 1; END',
    args: [numbers],
  },
  halves: {
    text: '(n int) RETURNS int BEGIN DECLARE d decimal(5,1); IF 1 / n > 0 THEN SET d = n / 4; END IF; RETURN d; END',
    args: [numbers],
  },
  counted: {
    text: '(p int) RETURNS int READS SQL DATA BEGIN DECLARE found int; SELECT COUNT(*) INTO found FROM t WHERE t.n > p; RETURN found; END',
    args: [numbers],
  },
  balance: {
    text: `(p int) RETURNS decimal(7,2) READS SQL DATA BEGIN DECLARE fees decimal(6,2); DECLARE most int;
  SELECT IFNULL(SUM(a.price), 0), MAX(b.id) INTO fees, most FROM t AS a, t b WHERE a.id = b.id AND b.id <= p;
  RETURN fees + most; END`,
    args: [numbers],
  },
  fees: {
    text: `(p int) RETURNS decimal(7,2) READS SQL DATA BEGIN DECLARE fees decimal(6,2) DEFAULT 5;
  SELECT IFNULL(SUM(price), 0) INTO fees FROM t WHERE id = p; RETURN fees; END`,
    args: [numbers],
  },
  price_of: {
    text: `(p int) RETURNS varchar(40) CHARSET utf8mb4 READS SQL DATA BEGIN DECLARE label varchar(30) DEFAULT 'none'; DECLARE amount decimal(8,1) DEFAULT 3;
  SELECT name, price FROM t WHERE id = p INTO label, amount; RETURN CONCAT(label, ' ', amount); END`,
    args: [numbers],
  },
  single: {
    text: '(p int) RETURNS int READS SQL DATA BEGIN DECLARE found int DEFAULT 9; SELECT id INTO found FROM t WHERE id >= p; RETURN found; END',
    args: [numbers],
  },
  too_small: {
    text: '(p int) RETURNS tinyint READS SQL DATA BEGIN DECLARE found tinyint; SELECT price + p INTO found FROM t WHERE id = 2; RETURN found; END',
    args: [numbers],
  },
  in_stock: {
    text: `(p int) RETURNS tinyint(1) READS SQL DATA BEGIN
  IF EXISTS (SELECT 1 FROM t LEFT JOIN t AS u ON u.id = t.n WHERE t.id = p AND u.id IS NULL) THEN RETURN TRUE;
  ELSE RETURN FALSE; END IF; END`,
    args: [numbers],
  },
  of_query: {
    text: '(p int) RETURNS int READS SQL DATA RETURN p + (SELECT MAX(id) FROM t WHERE small = 1)',
    args: [numbers],
  },
  digits_in: {
    text: `(p int) RETURNS int DETERMINISTIC whole: BEGIN DECLARE i, total int DEFAULT 0;
  counting: LOOP
    SET i = i + 1;
    IF i > 9 THEN LEAVE counting; END IF;
    IF i MOD 3 = 0 THEN ITERATE counting; END IF;
    inner_loop: WHILE TRUE DO SET total = total + p; IF total > 40 THEN LEAVE counting; END IF; LEAVE inner_loop; END WHILE inner_loop;
  END LOOP counting;
  REPEAT SET total = total - 7; UNTIL total < 5 OR p IS NULL END REPEAT;
  RETURN total * 100 + i; END whole`,
    args: [numbers],
  },
  named_number: {
    text: "(p int) RETURNS varchar(9) BEGIN CASE p WHEN 1 THEN RETURN 'one'; WHEN 3 + 4 THEN RETURN 'seven'; ELSE BEGIN_IT: LOOP LEAVE BEGIN_IT; END LOOP; END CASE; RETURN 'other'; END",
    args: [numbers],
  },
  called: { text: '(n int) RETURNS int RETURN twice(n) + `twice`(1)', args: [numbers] },
}

const lax: Readonly<Record<string, Routine>> = {
  lax_tiny: { text: '(a int) RETURNS tinyint RETURN a', args: [numbers] },
  lax_unsigned: { text: '(a int) RETURNS smallint unsigned RETURN a', args: [numbers] },
  lax_text: { text: "(a int) RETURNS varchar(3) RETURN CONCAT(a, '-', a)", args: [numbers] },
  lax_char: { text: "(a int) RETURNS char(3) RETURN CONCAT(a, ' ', a)", args: [numbers] },
  lax_decimal: { text: '(a decimal(10,3)) RETURNS decimal(3,1) RETURN a', args: [decimals] },
  lax_zero: { text: '(a int) RETURNS int RETURN 10 / a', args: [numbers] },
  lax_float: { text: '(a int) RETURNS int RETURN a * 1e9', args: [numbers] },
  lax_variable: { text: '(a int) RETURNS int BEGIN DECLARE v tinyint; SET v = a; RETURN v; END', args: [numbers] },
}

const created = (routines: Readonly<Record<string, Routine>>): string =>
  Object.entries(routines)
    .map(([name, { text }]) => `CREATE FUNCTION ${name}${text};;\n`)
    .join('')

const script = `CREATE TABLE t (id int PRIMARY KEY, n int, price decimal(8,2), name varchar(30), born date, small tinyint(1), big bigint);
INSERT INTO t VALUES (1, 5, 1.25, 'One', '2000-02-29', 1, 7), (2, -3, 100, 'Two', NULL, 0, NULL);
DELIMITER ;;
${created(functions)}SET sql_mode = ''\n;;
${created(lax)}DELIMITER ;
SET sql_mode = DEFAULT;
CREATE VIEW v AS SELECT id, twice(n) AS two, net(price, n) AS net, greeting(name) AS hello, later(born, id) AS next, quotient(big, small + 1) AS q, is_long(name) AS l FROM t WHERE twice(n) <> 0;
CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW SET NEW.n = twice(NEW.n), NEW.name = greeting(NEW.name), NEW.price = net(NEW.price, 10);
`

/** Returns every combination of the arguments. */
const combined = (args: Routine['args']): string[] =>
  args
    .reduce<string[][]>((all, values) => all.flatMap((before) => values.map((value) => [...before, value])), [[]])
    .map((values) => values.join(', '))

/** Returns the result of a call, or the word `failed`. */
const attempting = `CREATE FUNCTION attempt(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text; BEGIN EXECUTE 'SELECT ' || call INTO found; RETURN found; EXCEPTION WHEN OTHERS THEN RETURN 'failed'; END $$;`

describe.runIf(hasBoth)('functions of a dump', () => {
  const both = startBoth()

  test('return the same, also in views and triggers', async () => {
    const database = await both.ran(script)
    const dump = await both.mariadb.dump('--routines', database)
    const { script: sql, report } = await converted(dump, spec, 'dump.sql')
    expect(report.fixes.filter(({ code }) => code.endsWith('_left_out'))).toEqual([])
    const loaded = await both.loaded(sql)
    await loaded.load(attempting)

    const calls = Object.entries({ ...functions, ...lax }).flatMap(([name, { args }]) =>
      combined(args).map((values) => `${name}(${values})`),
    )
    const queries = calls.map((call, at) => `SELECT ${at}, ${call};`).join('\n')
    const results = new Map((await both.mariadb.readForced(database, queries)).map(([at, value]) => [at, value]))
    const inMariadb = calls.map((_, at) => (results.has(String(at)) ? results.get(String(at)) : 'failed'))
    const quoted = calls.map((call) => `attempt('${call.replaceAll("'", "''")}')`)
    const inPostgresql = await loaded.query(`SELECT unnest(ARRAY[${quoted.join(', ')}])`)
    const resultOf = (value: string | null | undefined, at: number): string => `${calls[at]} = ${value ?? 'NULL'}`
    expect(inPostgresql.map(([value], at) => resultOf(value, at))).toEqual(inMariadb.map(resultOf))

    const insertion = "INSERT INTO t (id, n, price, name) VALUES (3, 8, 20.55, 'Three'), (4, NULL, NULL, NULL)"
    await both.mariadb.administer(`${insertion};`, database)
    await loaded.query(insertion)
    for (const query of ['SELECT * FROM v ORDER BY id', 'SELECT id, n, price, name FROM t ORDER BY id'])
      expect(await loaded.query(query)).toEqual(await both.mariadb.read(database, query))
  })

  test('procedures change the same rows', async () => {
    const source = `CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, n int, name varchar(10), price decimal(6,2));
DELIMITER ;;
CREATE PROCEDURE adds(IN n int, name varchar(10), price decimal(6,1)) MODIFIES SQL DATA INSERT INTO t (n, name, price) VALUES (n, name, price);;
CREATE PROCEDURE raises(p_id int, p_by decimal(4,1)) BEGIN DECLARE rate decimal(5,2) DEFAULT 1; SET rate = rate + p_by / 100; UPDATE t SET price = price * rate WHERE id = p_id; IF p_by > 50 THEN DELETE FROM t WHERE t.n IS NULL; END IF; END;;
CREATE FUNCTION counts(p int) RETURNS int BEGIN UPDATE t SET n = p WHERE id = 1; RETURN p; END;;
CREATE PROCEDURE clash(id int) UPDATE t SET n = 1 WHERE t.id = id;;
CREATE PROCEDURE shows() SELECT * FROM t;;
CREATE PROCEDURE gives(OUT a int, IN b int, INOUT c varchar(5), OUT d decimal(5,1)) whole: BEGIN
  SET a = b * 2; IF b > 5 THEN LEAVE whole; END IF; SET c = CONCAT(c, b); SELECT COUNT(*), SUM(t.price) INTO a, d FROM t; END;;
DELIMITER ;
`
    const database = await both.ran(source)
    const { script: sql, report } = await converted(source, spec, 'dump.sql')
    expect(report.fixes.map(({ code, examples }) => `${code} ${examples?.join(',')}`)).toEqual([
      'procedure_left_out clash',
      'procedure_left_out shows',
    ])
    const loaded = await both.loaded(sql)
    const calls = [
      "CALL adds(1, 'One', 2.25)",
      'CALL adds(NULL, NULL, -0.05)',
      "CALL adds(3, 'Three', 99.9)",
      'CALL raises(1, 10)',
      'CALL raises(3, 12.5)',
      'CALL raises(2, 99)',
      'SELECT counts(7)',
    ]
    await both.mariadb.administer(`${calls.join(';\n')};`, database)
    for (const call of calls) await loaded.query(call)
    const passed = [
      [3, "'ab'"],
      [9, "'ab'"],
      [0, 'NULL'],
    ] as const
    for (const [b, c] of passed) {
      const given = await loaded.query(`CALL gives(5, ${b}, ${c}, 7)`)
      const called = `SET @a = 5, @c = ${c}, @d = 7; CALL gives(@a, ${b}, @c, @d); SELECT @a, @c, @d`
      expect(given).toEqual(await both.mariadb.read(database, called))
    }
    await expect(loaded.query("CALL adds(1, 'far too long a name', 1)")).rejects.toThrow(/too long/)
    const query = 'SELECT * FROM t ORDER BY id'
    expect(await loaded.query(query)).toEqual(await both.mariadb.read(database, query))
  })

  test('are created before the triggers and views that call them, and replaced if they exist', async () => {
    const { script: sql, report } = await converted(
      script,
      { output: { ...spec.output, if_exists: 'drop' } },
      'dump.sql',
    )
    expect(report.fixes.filter(({ code }) => code.endsWith('_left_out'))).toEqual([])
    const loaded = await both.loaded(sql)
    await loaded.load(sql)
    expect(await loaded.query('SELECT twice(4), called(3)')).toEqual([['8', '8']])
    const appended = await converted(script, { output: { ...spec.output, if_exists: 'append' } }, 'dump.sql')
    await loaded.load(appended.script.replaceAll(/^INSERT INTO t [^;]*;$/gm, ''))
  })
})

test.each([
  ['a comparison of texts', "(a varchar(9)) RETURNS int RETURN a = 'x'"],
  ['a comparison of texts in CASE', "(a varchar(9)) RETURNS int RETURN CASE a WHEN 'x' THEN 1 ELSE 2 END"],
  ['a text in a list', "(a varchar(9)) RETURNS int RETURN a IN ('x', 'y')"],
  ['a pattern', "(a varchar(9)) RETURNS int RETURN a LIKE 'x%'"],
  ['a regular expression', "(a varchar(9)) RETURNS int RETURN a REGEXP 'x'"],
  ['texts that become numbers', '(a varchar(9)) RETURNS int RETURN a'],
  ['numbers that become dates', '(a int) RETURNS date RETURN a'],
  ['a float that becomes text', '(a double) RETURNS varchar(30) RETURN a'],
  ['a difference without a sign', '(a int unsigned) RETURNS int RETURN a - 1'],
  ['bytes of an unknown character set', '(a varchar(9)) RETURNS int RETURN LENGTH(a)'],
  ['a random number', '() RETURNS double RETURN RAND()'],
  ['an order', '() RETURNS int BEGIN DECLARE n int; SELECT t.a INTO n FROM t ORDER BY t.a LIMIT 1; RETURN n; END'],
  ['a variable named like a column', '(a int) RETURNS int RETURN (SELECT COUNT(*) FROM t WHERE t.a = a AND a > 0)'],
  ['a text in a query', "(p int) RETURNS int RETURN (SELECT COUNT(*) FROM s WHERE b = 'x')"],
  ['the first of several texts', '() RETURNS varchar(9) RETURN (SELECT MAX(b) FROM s)'],
  [
    'a variable that its query sets before',
    '() RETURNS int BEGIN DECLARE n, m int; SELECT t.a, n + 1 INTO n, m FROM t; RETURN m; END',
  ],
  ['a quotient in a query', '(p int) RETURNS int RETURN (SELECT SUM(t.a) / p FROM t)'],
  ['a handler', '() RETURNS int BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND SET @a = 1; RETURN 1; END'],
  ['a user variable', '() RETURNS int BEGIN SET @a = 1; RETURN @a; END'],
  ['a function that is left', '(a int) RETURNS int NO SQL x: BEGIN LEAVE x; RETURN a; END'],
  ['a block within a block', '(a int) RETURNS int BEGIN x: BEGIN RETURN a; END; END'],
  ['an enum', "(a enum('x')) RETURNS int RETURN 1"],
  ['a call of a function that is left out', '(a int) RETURNS int RETURN unknown(a)'],
  ['a library', " RETURNS INTEGER SONAME 'f.so'"],
])('a function is left out with its text: %s', async (_, text) => {
  const source = `CREATE TABLE t (a int);\nCREATE TABLE s (b varchar(9));\nDELIMITER ;;\nCREATE FUNCTION f${text};;\nDELIMITER ;\n`
  const { script: sql, report } = await converted(source, spec, 'dump.sql')
  expect(sql).not.toMatch(/^CREATE FUNCTION/m)
  expect(report.fixes).toMatchObject([
    { code: 'function_left_out', message: expect.stringContaining(`CREATE FUNCTION f${text}`) },
  ])
})

test('a function with the name of one of PostgreSQL is left out', async () => {
  const source = 'CREATE TABLE t (a int);\nCREATE FUNCTION initcap(a varchar(9)) RETURNS varchar(9) RETURN a;\n'
  const { report } = await converted(source, spec, 'dump.sql')
  expect(report.fixes).toMatchObject([{ code: 'function_left_out' }])
})
