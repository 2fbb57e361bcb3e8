import { gzipSync, zstdCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasBoth, startBoth } from '../../dump/both-servers.ts'
import { expectSameRows } from '../../dump/compare.ts'
import { converted } from '../../support.ts'
import { type Files, tarOf } from './support.ts'
import { runs } from '../../../property-runs.ts'

const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const

/** Returns the options that MySQL Shell writes for a table. The format is the default of LOAD DATA. */
const tableJson = (
  table: string,
  columns: readonly string[],
  decodeColumns: Readonly<Record<string, string>> = {},
): string =>
  JSON.stringify({
    options: {
      schema: 'shop',
      table,
      columns,
      ...(Object.keys(decodeColumns).length === 0 ? {} : { decodeColumns }),
      defaultCharacterSet: 'utf8mb4',
      fieldsTerminatedBy: '\t',
      fieldsEnclosedBy: '',
      fieldsOptionallyEnclosed: false,
      fieldsEscapedBy: '\\',
      linesTerminatedBy: '\n',
    },
    triggers: [],
    includesData: true,
    includesDdl: true,
    extension: 'tsv.zst',
    chunking: true,
    compression: 'zstd;level=1',
    primaryIndex: ['id'],
    partitions: [],
    basenames: {},
  })

const head = '-- MySQLShell dump 2.0.1  Distrib Ver 8.0.36 for Linux on x86_64 - for MySQL 8.0.36, for Linux (x86_64)\n'
const rows = ["1\tx's\t/wAn\n2\t\\N\t\\N\n", '3\ta\\tb\\\nc\\\\\t\n'] as const
/** The layout of MySQL Shell 8, from its dumper.cc and dump_utils.cc. */
const folder: Files = {
  '@.json': JSON.stringify({
    dumper: 'mysqlsh Ver 8.0.36 for Linux on x86_64',
    version: '2.0.1',
    origin: 'dumpSchemas',
    schemas: ['shop'],
    basenames: { shop: 'shop' },
    defaultCharacterSet: 'utf8mb4',
    tzUtc: true,
    bytesPerChunk: 64_000_000,
  }),
  '@.sql': `${head}--\n-- Host: localhost\n-- ------------------------------------------------------\n-- Server version\t8.0.36\n`,
  '@.post.sql': head,
  'shop.json': JSON.stringify({
    schema: 'shop',
    includesDdl: true,
    includesData: true,
    tables: ['a'],
    views: ['v'],
    basenames: { a: 'shop@a', v: 'shop@v' },
  }),
  'shop.sql': `${head}/*!40000 DROP DATABASE IF EXISTS \`shop\`*/;\nCREATE DATABASE /*!32312 IF NOT EXISTS*/ \`shop\` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;\n\nUSE \`shop\`;\n`,
  'shop@a.json': tableJson('a', ['id', 't', 'b'], { b: 'FROM_BASE64' }),
  'shop@a.sql': `${head}/*!50503 SET character_set_client = utf8mb4 */;\nCREATE TABLE IF NOT EXISTS \`a\` (\n  \`id\` int NOT NULL,\n  \`t\` varchar(20) DEFAULT NULL,\n  \`b\` blob,\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`,
  'shop@a.triggers.sql': `${head}DELIMITER ;;\n/*!50003 CREATE TRIGGER \`bi\` BEFORE INSERT ON \`a\` FOR EACH ROW SET NEW.t = upper(NEW.t) */;;\nDELIMITER ;\n`,
  'shop@v.pre.sql': `${head}/*!50001 CREATE VIEW \`v\` AS SELECT 1 AS \`id\`*/;\n`,
  'shop@v.sql': `${head}/*!50001 DROP VIEW IF EXISTS \`v\`*/;\n/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=\`root\`@\`localhost\` SQL SECURITY DEFINER */\n/*!50001 VIEW \`v\` AS select \`a\`.\`id\` AS \`id\` from \`a\` */;\n`,
  'shop@a@0.tsv.zst': zstdCompressSync(rows[0]),
  'shop@a@0.tsv.zst.idx': new Uint8Array(8),
  'shop@a@@1.tsv.zst': zstdCompressSync(rows[1]),
  '@.done.json': JSON.stringify({
    end: '2026-11-25 03:43:00',
    dataBytes: 20,
    tableDataBytes: { shop: { a: 20 } },
    chunkFileBytes: { 'shop@a@0.tsv.zst': rows[0].length, 'shop@a@@1.tsv.zst': rows[1].length },
  }),
}

describe('a MySQL Shell folder', () => {
  test('becomes one script, with its rows read like LOAD DATA', async () => {
    const zip = zipSync(
      Object.fromEntries(Object.entries(folder).map(([name, content]) => [name, Buffer.from(content)])),
    )
    for (const file of [tarOf(folder), gzipSync(tarOf(folder)), zip]) {
      const { script, report } = await converted(file, spec, 'shop.tar')
      expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
      expect(script).toContain("1\tx's\t\\\\xff0027\n2\t\\N\t\\N\n")
      expect(script).toContain('3\ta\\tb\\nc\\\\\t\\\\x\n')
      expect(script).toContain('CREATE VIEW v (id) AS SELECT a.id')
      expect(script).toContain('CREATE TRIGGER bi')
      expect([report.fixes, report.problems]).toEqual([[], []])
      expect(report.notes.join()).toContain('made by MySQL Shell')
    }
  })

  test.each([
    [
      'a file that is missing',
      'shop@a@0.tsv.zst',
      null,
      'corrupt_file: The file shop@a@0.tsv.zst of the dump is missing',
    ],
    [
      'a file that is shorter than it was',
      'shop@a@@1.tsv.zst',
      zstdCompressSync('3\ta\t\n'),
      'corrupt_file: The file shop@a@@1.tsv of the dump is incomplete',
    ],
    ['rows that end early', 'shop@a@2.tsv.zst', zstdCompressSync('4\ta'), 'corrupt_file: The rows of a are damaged'],
    [
      'base64 that is none',
      'shop@a@2.tsv.zst',
      zstdCompressSync('4\ta\t!!\n'),
      'corrupt_file: The rows of a are damaged',
    ],
    ['metadata that is not JSON', '@.json', '{', 'corrupt_file: The file @.json of the dump is not JSON'],
    [
      'rows in quotes',
      'shop@a.json',
      tableJson('a', ['id', 't', 'b']).replace('"fieldsEnclosedBy":""', '"fieldsEnclosedBy":"\\""'),
      'unsupported_format: The rows of a are not in the default format',
    ],
  ])('is refused for %s', async (_, name, content, message) => {
    const files = Object.fromEntries(Object.entries(folder).filter(([each]) => each !== name))
    await expect(
      converted(tarOf(content === null ? files : { ...files, [name]: content }), spec, 's.tar'),
    ).rejects.toThrow(message)
  })

  test('may be incomplete without @.done.json', async () => {
    const { '@.done.json': _, ...files } = folder
    expect((await converted(tarOf(files), spec, 's.tar')).report.notes.join()).toContain('may be incomplete')
  })

  test('has a row rejected if a value is missing', async () => {
    const { report } = await converted(
      tarOf({ ...folder, 'shop@a@2.tsv.zst': zstdCompressSync('4\tx\n') }),
      spec,
      's.tar',
    )
    expect(report.rows).toMatchObject({ converted: 3, rejected: 1 })
  })
})

describe.runIf(hasBoth)('the format of LOAD DATA', () => {
  const both = startBoth()
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('\\', 'N', '\t', '\n', '\r', '\u001a', "'", '"', '0', 'b', 'Z'), maxLength: 6 }),
  )
  const value = fc.option(
    text.map((one) => one.replaceAll(/[\0\ud800-\udfff]/g, '')),
    { freq: 8 },
  )
  const bytes = fc.option(fc.uint8Array({ maxLength: 12 }))
  const hex = (content: Uint8Array | string): string => Buffer.from(content).toString('hex')

  test('preserves every string and byte that MariaDB writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(value, bytes), { minLength: 1, maxLength: 40 }), async (values) => {
        const literal = (one: string | Uint8Array | null): string => (one === null ? 'NULL' : `x'${hex(one)}'`)
        const inserts = values.map(([t, b], at) => `(${at}, CONVERT(${literal(t)} USING utf8mb4), ${literal(b)})`)
        const create = 'CREATE TABLE `a` (`id` int PRIMARY KEY, `t` varchar(60), `b` blob) DEFAULT CHARSET=utf8mb4;'
        const database = await both.ran(`${create}\nINSERT INTO a VALUES ${inserts.join(',')};`)
        const tsv = await outfile(database)
        const { '@.done.json': _, 'shop@a@0.tsv.zst': __, 'shop@a@@1.tsv.zst': ___, ...files } = folder
        const made = { ...files, 'shop@a.sql': `${create}\n`, 'shop@a@@0.tsv.zst': zstdCompressSync(tsv) }
        const { script, report } = await converted(tarOf(made), spec, 's.tar')
        await expectSameRows(both.mariadb, database, await both.loaded(script), report)
        expect(report.rows).toMatchObject({ converted: values.length, rejected: 0 })
      }),
      { numRuns: runs(12) },
    )
  })

  /** Returns the file that SELECT … INTO OUTFILE writes, with blobs in base64. */
  async function outfile(database: string): Promise<Uint8Array> {
    const written = `SELECT id, t, TO_BASE64(b) FROM a INTO OUTFILE 'rows.tsv' CHARACTER SET utf8mb4`
    await both.mariadb.administer(written, database)
    const [[read]] = (await both.mariadb.read(
      database,
      "SELECT HEX(LOAD_FILE(CONCAT(@@datadir, DATABASE(), '/rows.tsv')))",
    )) as [[string]]
    return Buffer.from(read, 'hex')
  }
})
