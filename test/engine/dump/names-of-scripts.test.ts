import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { hasBoth, type LoadedDatabase, startBoth } from './both-servers.ts'

/** Words that PL/pgSQL adds to SQL, from pl_reserved_kwlist.h and pl_unreserved_kwlist.h of PostgreSQL. */
const wordsOfFunctions =
  'foreach loop strict while alias array close constant continue diagnostics elseif elsif errcode exit get info log notice open perform print_strict_params query raise return reverse slice type warning'
const ordinary = [
  'id',
  'order_no',
  'a1',
  '_x',
  'total',
  'new',
  'old',
  'c',
  'n',
  'k',
  'r',
  'geometry',
  'citext',
  'mysql',
]

/** Returns a table with every word as a column, and triggers that assign to all of them. */
function wideTable(words: readonly string[]): string {
  const columns = words.map((word) => `\`${word}\` int NOT NULL DEFAULT 1`)
  const assigned = words.map((word) => `NEW.\`${word}\` = NEW.\`${word}\` + 1`)
  const touched = words.map(
    (word, at) =>
      `CREATE TABLE touched_${at} (the_key int PRIMARY KEY, \`${word}\` timestamp ON UPDATE CURRENT_TIMESTAMP);\n`,
  )
  return [
    `CREATE TABLE wide (${columns.join(', ')});\n`,
    `INSERT INTO wide (${words.map((word) => `\`${word}\``).join(', ')}) VALUES (${words.map((_, at) => at).join(', ')});\n`,
    `DELIMITER ;;\nCREATE TRIGGER wide_bu BEFORE UPDATE ON wide FOR EACH ROW BEGIN SET ${assigned.join(', ')}; END;;\nDELIMITER ;\n`,
    ...touched,
  ].join('')
}

/** Returns a table named by the word. Its column, keys, enum, reference, check, trigger and view have the same name. */
const tableNamed = (word: string): string => `CREATE TABLE \`${word}\` (
  \`${word}\` int NOT NULL AUTO_INCREMENT, kind enum('a','b') DEFAULT 'a', up int, t varchar(9), g int AS (\`${word}\` + 1) STORED,
  PRIMARY KEY (\`${word}\`), KEY \`${word}\` (kind), UNIQUE KEY ut (t), FULLTEXT KEY ft (t),
  CONSTRAINT \`fk ${word}\` FOREIGN KEY (up) REFERENCES \`${word}\` (\`${word}\`), CHECK (\`${word}\` > 0)
) COMMENT 'named';
INSERT INTO \`${word}\` (\`${word}\`, kind, up, t) VALUES (3,'b',NULL,'x'),(NULL,'a',3,'y');
CREATE VIEW \`view_${word}\` AS SELECT \`${word}\`.\`${word}\` FROM \`${word}\` WHERE \`${word}\` > 3 ORDER BY \`${word}\`;
`

/** Names that resemble keywords, and would lose letters or their table without quotes. */
const hostileNames = [
  ...[
    'Orders',
    'orders',
    'ORDERS',
    'camelCase',
    'SELECT',
    'Select',
    'a$b',
    '$a',
    'a$',
    '1st',
    '1',
    '1e3',
    '_',
    '_1',
    '$',
  ],
  ...[
    'größe',
    'Größe',
    '订单',
    'ñ',
    'ﬁ',
    'İd',
    'ıd',
    'a b',
    'a.b',
    'a-b',
    'a"b',
    '"a"',
    "a'b",
    'a\\b',
    'a;b',
    '--',
    '/*',
  ],
  ...[
    'u&',
    'e',
    'n',
    'b',
    'x',
    'null',
    'true',
    'new',
    'old',
    'excluded',
    'pg_a',
    'n'.repeat(63),
    'é'.repeat(31),
    `N${'n'.repeat(62)}`,
  ],
]

/** Returns the quoted names of a script outside of strings and COPY data. */
function quotedNames(script: string): string[] {
  const withoutData = script.replaceAll(/(^COPY .*\n)[^]*?^\\\.$/gm, '$1')
  const names: string[] = []
  for (const [, code] of withoutData.matchAll(/'(?:[^']|'')*'|("(?:[^"]|"")*")/g))
    if (code !== undefined) names.push(code.slice(1, -1).replaceAll('""', '"'))
  return [...new Set(names)]
}

describe.runIf(hasBoth)('names of a dump can be typed as PostgreSQL users type them', () => {
  const both = startBoth()
  const keywords = async (): Promise<string[]> => {
    const found = await (await both.loaded('')).query('SELECT word FROM pg_get_keywords() ORDER BY word')
    return [...new Set([...found.flat().map(String), ...wordsOfFunctions.split(' '), ...ordinary])]
  }
  const scriptOf = async (dump: string, spec: Partial<SpecInput> = {}): Promise<string> => {
    const options = { output: { dialect: 'postgresql', style: 'bulk' }, ...spec } as const
    const { script, report } = await converted(dump, options, 'dump.sql')
    expect(report.rows.rejected).toBe(0)
    return script
  }
  const otherWays = ['a drop before it', 'three parts', 'only data', 'several schemas']
  /** The referee is quote_ident(). */
  const expectNoNeedlessQuotes = async (script: string, loaded: LoadedDatabase): Promise<void> => {
    const names = quotedNames(script)
    const list = names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')
    const bare = await loaded.query(`SELECT n FROM unnest(ARRAY[${list}]::text[]) n WHERE quote_ident(n) = n`)
    expect(bare.flat().filter((name) => name !== 'default')).toEqual([])
  }

  test('for every word as a column, in triggers too', async () => {
    const words = await keywords()
    const script = await scriptOf(wideTable(words))
    const loaded = await both.loaded(script)
    await loaded.load('UPDATE wide SET id = 5;\n')
    const columns = await loaded.query(
      "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = 'wide'::regclass AND attnum > 0 ORDER BY attnum",
    )
    const sum = columns.map(([name]) => name).join(' + ')
    const expected = words.reduce((total, word, at) => total + (word === 'id' ? 5 : at) + 1, 0)
    expect(await loaded.query(`SELECT ${sum} FROM wide`)).toEqual([[String(expected)]])
    const touched = words.map((_, at) => `touched_${at}`)
    const changes = touched.map(
      (table) => `INSERT INTO ${table} VALUES (1, '2000-01-01');\nUPDATE ${table} SET the_key = 2;\n`,
    )
    await loaded.load(changes.join(''))
    const untouched = touched.map((table) => `SELECT '${table}' FROM ${table} AS t WHERE t::text LIKE '%2000%'`)
    expect(await loaded.query(untouched.join(' UNION ALL '))).toEqual([])
  })

  /** Every word has the first way, and half of the words one of the others. */
  test.each([
    ['everything', [{}]],
    ['a drop before it', [{ output: { dialect: 'postgresql', style: 'inserts', if_exists: 'drop' } }]],
    ['three parts', [{ dump: { parts: ['before'] } }, { dump: { parts: ['data'] } }, { dump: { parts: ['after'] } }]],
    ['only data', [{ dump: { mode: 'schema_only' } }, { dump: { mode: 'data_only', verify: true } }]],
    ['several schemas', [{ dump: { schemas: 'per_database', verify: true } }]],
  ] as const)('for every word as the name of everything: %s', async (way, specs) => {
    const all = (await keywords()).filter((word) => !/^(?:oid|ctid)$/.test(word))
    const words = way === 'everything' ? all : all.filter((_, at) => at % 8 === otherWays.indexOf(way))
    expect(words.length).toBeGreaterThan(60)
    const dump = `USE shop;\n${words.map(tableNamed).join('')}`
    const loaded = await both.loaded('')
    for (const spec of specs) {
      const script = await scriptOf(dump, spec as Partial<SpecInput>)
      await loaded.load(script)
      await expectNoNeedlessQuotes(script, loaded)
    }
    const names = await loaded.query(
      "SELECT quote_ident(n.nspname) || '.' || quote_ident(relname), quote_ident(relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'r' AND nspname IN ('public', 'shop') ORDER BY relname",
    )
    expect(names).toHaveLength(words.length)
    const counts = names.map(([table, name]) => `(SELECT sum(${name}) FROM ${table})`)
    expect(await loaded.query(`SELECT ${counts.join(' + ')}`)).toEqual([[String(7 * words.length)]])
    const schemas = way === 'several schemas' ? 'per_database' : 'auto'
    await loaded.load(await scriptOf(dump, { dump: { write: 'verify', schemas } }))
  })

  test.each(['as_written', 'snake_case'] as const)(
    'with capitals, symbols, leading digits and other scripts: %s',
    async (style) => {
      const tables = hostileNames.map(
        (
          name,
          at,
        ) => `CREATE TABLE \`${name}\` (the_key int NOT NULL AUTO_INCREMENT PRIMARY KEY, \`${name}\` int NOT NULL,
  \`${name}_\` int AS (\`${name}\` + 1) STORED, KEY \`${name}\` (\`${name}\`), CHECK (\`${name}\` >= 0));
INSERT INTO \`${name}\` (\`${name}\`) VALUES (${at});
DELIMITER ;;
CREATE TRIGGER \`${name}\` BEFORE UPDATE ON \`${name}\` FOR EACH ROW SET NEW.\`${name}\` = OLD.\`${name}\` + 100;;
DELIMITER ;
CREATE VIEW view_${at} AS SELECT \`${name}\`.\`${name}\` FROM \`${name}\`;
`,
      )
      const dump = `SET NAMES utf8mb4;\n${tables.join('')}`
      await both.ran(dump)
      const script = await scriptOf(dump, { dump: { names: style } })
      const loaded = await both.loaded(script)
      await expectNoNeedlessQuotes(script, loaded)
      const folded = hostileNames.map((name) => name.toLowerCase())
      const unlike = hostileNames.filter((name) => folded.filter((other) => other === name.toLowerCase()).length === 1)
      const names = await loaded.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
      expect(names).toHaveLength(hostileNames.length)
      if (style === 'as_written') expect(names.flat()).toEqual(expect.arrayContaining(unlike))
      for (const [at, name] of hostileNames.entries()) {
        expect(await loaded.query(`SELECT * FROM view_${at}`), name).toEqual([[String(at)]])
        if (!unlike.includes(name)) continue
        const column = `SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = 'view_${at}'::regclass`
        await loaded.load(`UPDATE view_${at} SET ${(await loaded.query(column)).join('')} = 7;\n`)
        expect(await loaded.query(`SELECT * FROM view_${at}`), name).toEqual([[String(at + 100)]])
      }
    },
  )
})
