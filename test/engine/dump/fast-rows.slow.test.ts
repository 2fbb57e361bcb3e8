import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { DumpText } from '../../../container/engine/dump/text/tokens.ts'
import { openDumpKernel } from '../../../container/engine/webassembly/dump/dump-kernel.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'
import { runs } from '../../property-runs.ts'

// Other tests check the plain code against real databases. Here it is the referee: the fast path must write the same
// rows.
async function through(bytes: Uint8Array, chunkBytes: number, accelerator?: null, style: 'bulk' | 'inserts' = 'bulk') {
  const sink = memorySink()
  const outcome = await convert({
    name: 'd.sql',
    source: memorySource(bytes, chunkBytes),
    sink,
    spec: specSchema.parse({ output: { dialect: 'postgresql', style, batch_rows: 7 } }),
    inflate: nodeInflate,
    ...(accelerator === null ? { accelerator } : {}),
  })
  return outcome.kind === 'done' ? `${sink.text()}\n${JSON.stringify(outcome.report)}` : JSON.stringify(outcome)
}

const types = [
  'tinyint(1)',
  'tinyint(1) NOT NULL DEFAULT 0',
  'smallint NOT NULL',
  'int unsigned',
  'bigint',
  'bigint unsigned',
  'decimal(6,2)',
  'double',
  'float',
  'float(7,2)',
  'double(9,3) unsigned',
  'bit(1)',
  'bit(5)',
  'date',
  'datetime(3) NOT NULL',
  'timestamp NULL',
  'time',
  'time(6)',
  'year',
  'varchar(5)',
  'text',
  'varbinary(40)',
  'blob',
  "enum('a','b c','é','it''s')",
  "set('x','y','z')",
  'json',
  'uuid',
  'inet6',
  'geometry',
] as const

const quoted = fc
  .array(
    fc.constantFrom(
      ...['a', 'é', '€', '𝄞', '\\n', '\\\\', "\\'", "''", '\\"', '"', '\\0', '\\Z', '\\%', '\\_', '\\b', '\\t', '\\é'],
      ...['\n', '\t', '\v', '\f', '\b', '\u0001', '\0', ' ', '),(', ';', '/*', '-- ', '#', '0123456789abcdef'],
      ...['the quick brown fox jumps over the lazy dog'],
    ),
    { maxLength: 6 },
  )
  .map((parts) => `'${parts.join('')}'`)

/** Turns a string in single quotes into one in double quotes. Both kinds of quotes stay escaped. */
const doubleQuoted = quoted.map((text) => `"${text.slice(1, -1).replaceAll(/\\?"/g, '\\"').replaceAll("''", "'")}"`)

const number = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    "'0'",
    "'1'",
    '-0',
    '-1',
    '007',
    '+5',
    '1.',
    '.5',
    '1e3',
    '1.5e-7',
    '-',
    '0x41',
    "x'4142'",
    "b'101'",
  ),
  fc.constantFrom('32767', '32768', '-32768', '2147483648', '9223372036854775807', '9223372036854775808', '255'),
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.integer(), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`),
)
const two = (most: number): fc.Arbitrary<string> => fc.nat(most).map((value) => String(value).padStart(2, '0'))
const time = fc
  .tuple(
    fc.constantFrom('', '-', '1'),
    two(30),
    two(61),
    two(61),
    fc.constantFrom('', '.5', '.123456', '.1234567', '.'),
  )
  .map(([sign, hour, minute, second, rest]) => `${sign}${hour}:${minute}:${second}${rest}`)
const date = fc
  .tuple(fc.constantFrom('2024', '1900', '2000', '0000', '9999', '0001'), two(13), two(32))
  .map((parts) => parts.join('-'))
const value = fc.oneof(
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: number.map((digits) => `'${digits.replaceAll("'", '')}'`) },
  { weight: 3, arbitrary: quoted },
  { weight: 1, arbitrary: doubleQuoted },
  { weight: 2, arbitrary: date.map((text) => `'${text}'`) },
  { weight: 1, arbitrary: time.map((text) => `'${text}'`) },
  { weight: 2, arbitrary: fc.tuple(date, time).map(([day, hour]) => `'${day} ${hour}'`) },
  { weight: 1, arbitrary: quoted.map((text) => `_binary ${text}`) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex').toUpperCase()}`),
  },
  { weight: 1, arbitrary: fc.uuid().map((text) => `'${text}'`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        'NULL',
        'null',
        'DEFAULT',
        'TRUE',
        'now()',
        "concat('a',1)",
        '(1)',
        '-- \n1',
        '/* , */2',
        '1 ',
        ' 3',
        'NULLS',
      ],
      ...[
        "'a'",
        "'b c'",
        "'é'",
        "'it\\'s'",
        "'A'",
        "'x,y'",
        "'x,z'",
        "''",
        "'y,x'",
        "'::1'",
        "'{}'",
        '\'{"a":1}\'',
        "'{'",
      ],
      ...[
        "_binary '\\0'",
        "_binary '\u0001'",
        "'\\0'",
        "b'1'",
        "b'0'",
        '0x00',
        '0x01',
        '0x1',
        "'1'",
        "'0'",
        '2',
        "_utf8mb4 'a'",
      ],
    ),
  },
)

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly between: string
  readonly perStatement: number
  readonly names: string
  readonly counted: boolean
}
const table: fc.Arbitrary<Table> = fc
  .array(fc.constantFrom(...types), { minLength: 1, maxLength: 6 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(
        fc.array(value, {
          minLength: columns.length + 1,
          maxLength: columns.length + 1,
        }),
        { minLength: 1, maxLength: 12 },
      ),
      between: fc.constantFrom(',', ',\n', ' , ', ',\r\n', ',/* c */'),
      perStatement: fc.constantFrom(1, 3, 100),
      names: fc.constantFrom('', '', ' (id, c0)', ' (c0, id)'),
      counted: fc.boolean(),
    }),
  )

/** Values that fit the column, so that the fast path handles many rows. */
const fitting: Readonly<Record<string, string>> = {
  t: '1',
  s: '12',
  i: '7',
  b: '1',
  d: '1.5',
  f: '2.5',
  y: '1999',
  v: "'abc'",
  e: "'a'",
}

function dumpOf({ columns, rows, between, perStatement, names, counted }: Table, head: string): string {
  const definition = columns.map((type, at) => `c${at} ${type}`).join(', ')
  const id = counted ? 'int NOT NULL AUTO_INCREMENT PRIMARY KEY' : 'int NOT NULL'
  const written = rows.map((row, at) =>
    row
      .map((given, column) => (column === 0 ? (at % 5 === 4 ? given : String(at)) : given))
      .map((given, column) => {
        const type = columns[column - 1]
        return column > 0 && at % 2 === 0 ? (fitting[type?.[0] ?? ''] ?? given) : given
      })
      .slice(0, names === '' ? row.length : 2),
  )
  const statements: string[] = []
  for (let at = 0; at < written.length; at += perStatement) {
    const some = written.slice(at, at + perStatement).map((row) => `(${row.join(',')})`)
    statements.push(`INSERT INTO \`t\`${names} VALUES ${some.join(between)};`)
  }
  return `${head}CREATE TABLE t (id ${id}, ${definition});\n${statements.join('\n')}\n`
}

const heads = fc.constantFrom(
  '/*!40101 SET NAMES utf8mb4 */;\n',
  '',
  '/*!40101 SET NAMES latin1 */;\n',
  "SET sql_mode='NO_BACKSLASH_ESCAPES';\n",
  "SET sql_mode='ANSI_QUOTES';\n",
  'SET NAMES gbk;\n',
)

test('the fast path writes the same rows as the plain code', async () => {
  await fc.assert(
    fc.asyncProperty(table, heads, fc.constantFrom(64, 100, 1 << 16), async (made, head, chunkBytes) => {
      const bytes = Buffer.from(dumpOf(made, head))
      expect(await through(bytes, chunkBytes)).toBe(await through(bytes, chunkBytes, null))
    }),
    { numRuns: runs(150) },
  )
})

test.each(['bigint unsigned', 'decimal(10,2) unsigned', 'float unsigned', 'double unsigned', 'int unsigned'])(
  'a %s refuses values below zero in the fast path as in plain code',
  async (type) => {
    const numbers = [
      '-5',
      '-0',
      '-1.5',
      '0.0',
      '2.5',
      '1e3',
      '18446744073709551615',
      '9223372036854775808',
      '1.555',
      '7',
    ]
    const rows = numbers
      .flatMap((written) => [written, `'${written}'`])
      .map((written) => `INSERT INTO t VALUES (1,${written});`)
    const plainRow = 'INSERT INTO t VALUES (0,1);'
    const dump = `CREATE TABLE t (id int, n ${type});\n${plainRow}\n${rows.join(`\n${plainRow}\n`)}\n${plainRow}\n`
    const text = await through(Buffer.from(dump), 1 << 16)
    expect(text).toBe(await through(Buffer.from(dump), 1 << 16, null))
    expect(text).not.toMatch(/\t-[1-9]/)
    expect(text).toMatch(/\t7(?:\.0+)?\n/)
  },
)

test('bytes longer than their column are refused', async () => {
  const values = ["'1234'", "'12345'", '"12345"', '0x3132333435', "_binary '12345'", "'123'", "'12\\n4'"]
  const rows = values.map((written, at) => `INSERT INTO t VALUES (${at},${written});\nINSERT INTO t VALUES (0,'ok');\n`)
  const dump = `CREATE TABLE t (id int, b varbinary(4));\n${rows.join('')}`
  const text = await through(Buffer.from(dump), 1 << 16)
  expect(text).toBe(await through(Buffer.from(dump), 1 << 16, null))
  expect(text).not.toContain('3132333435\n')
})

test.each([3, 500, 60_000])('the fast path finds each of %i labels, and no other string', async (count) => {
  const kernel = openDumpKernel()
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  const labels = Array.from({ length: count }, (_, at) => `${at * 37}é`)
  const column = { size: 0, longest: 0, nullable: true }
  const columns = [
    { ...column, task: 'text', labels: [], longest: 99 },
    { ...column, task: 'label', labels: labels.map((label) => [label, `<${label}>`] as const) },
  ] as const
  expect(kernel.describe(columns)).toBe(true)
  for (const text of [labels[0], labels[count >> 1], labels.at(-1), '', '36é', '37', '37é ', 'é']) {
    const row = Buffer.from(`('a','${text}');\n`)
    kernel.home.set(row)
    const end = row.length
    kernel.take({
      at: 0,
      end,
      validUntil: end,
      doubleQuotes: true,
      isWritten: true,
      rowsMax: 9,
      head: new Uint8Array(0),
    })
    const written = kernel.rows === 0 ? null : Buffer.from(kernel.output).toString()
    expect(written, text).toBe(labels.includes(text ?? '') ? `a\t<${text}>\n` : null)
  }
})

test('a number with a decimal point is the number of a label', async () => {
  const dump = "CREATE TABLE t (a set('x'), b enum('x'));\nINSERT INTO t VALUES (1.0,1),(1,1.5),(1,1);\n"
  const text = await through(Buffer.from(dump), 1 << 16)
  expect(text).toContain('{"x"}\tx\n{"x"}\tx\n{"x"}\tx\n')
})

test('the fast path and the plain code accept the same JSON', async () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u00e9',
      '\\ud800',
      '\\uD83D\\ude00',
      '\\u0000',
      '\\x',
      '0',
      '-',
      '1.5e+3',
      '.',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\0',
    ],
    ...['\u00e9', '\ufeff', '{"a":[1,{}]}'],
  )
  const broken = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), fc.array(piece, { maxLength: 3 }))
    .map(([json, at, gone, more]) => {
      const from = at % (json.length + 1)
      return json.slice(0, from) + more.join('') + json.slice(from + gone)
    })
  const deep = fc.nat(70).map((depth) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
  const text = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    broken,
    fc.array(piece).map((parts) => parts.join('')),
    deep,
  )
  const escaped = (json: string): string =>
    json.replaceAll(/[\\'"\0\n]/g, (one) => (one === '\0' ? '\\0' : one === '\n' ? '\\n' : `\\${one}`))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
      const rows = texts.map((json) => `('${escaped(json)}',"${escaped(json)}",1)`)
      const dump = `/*!40101 SET NAMES utf8mb4 */;\nCREATE TABLE t (a json, b json, c int, d text AS (a->>'$.a'));\nINSERT INTO t (a, b, c) VALUES ${rows.join(',')};\n`
      const bytes = Buffer.from(dump)
      expect(await through(bytes, 1 << 16)).toBe(await through(bytes, 1 << 16, null))
    }),
    { numRuns: runs(60) },
  )
})

test('invalid UTF-8 gives the same output as the plain code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), heads, async (noise, head) => {
      const escaped = Buffer.from(noise.filter((byte) => byte !== 39 && byte !== 92))
      const rows = [escaped, Buffer.from('é'), escaped]
      const bytes = Buffer.concat([
        Buffer.from(`${head}CREATE TABLE t (a text, b blob, c varchar(20));\nINSERT INTO t VALUES `),
        ...rows.flatMap((row, at) => [
          Buffer.from(`${at === 0 ? '' : ','}('`),
          row,
          Buffer.from(`',_binary '`),
          row,
          Buffer.from(`','`),
          row,
          Buffer.from(`')`),
        ]),
        Buffer.from(';\n'),
      ])
      expect(await through(bytes, 1 << 16)).toBe(await through(bytes, 1 << 16, null))
    }),
    { numRuns: runs(60) },
  )
})

test('the fast path handles whole statements of plain rows', () => {
  const kernel = openDumpKernel()
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  const text = new DumpText(kernel.home)
  const column = { longest: 0, nullable: true, labels: [] }
  kernel.describe([
    { ...column, task: 'integer', size: 32 },
    { ...column, task: 'text', size: 0 },
  ])
  const head = Buffer.from('INSERT INTO t VALUES ')
  text.extend([Buffer.from(`(1,'a\\'b'),(2,NULL);\n${head.toString()}(3,'it''s\t');\nUNLOCK TABLES;\n`)])
  const stopped = kernel.take({
    at: 0,
    end: text.bytes.length,
    validUntil: 0,
    doubleQuotes: true,
    isWritten: true,
    rowsMax: 100,
    head,
  })
  expect(kernel.rows).toBe(3)
  expect(Buffer.from(kernel.output).toString()).toBe("1\ta'b\n2\t\\N\n3\tit's\\t\n")
  expect(text.decode(stopped, text.bytes.length)).toBe(';\nUNLOCK TABLES;\n')
})
