import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ByteSource } from '../../../container/engine/bytes/byte-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { specSchema } from '../../../src/contract/spec.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'

if (!hasPostgresql()) console.log(postgresqlMissing)

/** The output of mysqldump 8.0 and 8.4 with each option, from its documentation, since MySQL is not available here. */
const dump = `-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!50606 SET @OLD_INNODB_STATS_AUTO_RECALC=@@INNODB_STATS_AUTO_RECALC */;
/*!50606 SET GLOBAL INNODB_STATS_AUTO_RECALC=OFF */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;
SET @@SESSION.SQL_LOG_BIN= 0;
SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '3e11fa47-71ca-11e1-9e33-c80aa9429562:1-23';
CREATE DATABASE /*!32312 IF NOT EXISTS*/ \`shop\` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci */ /*!80016 DEFAULT ENCRYPTION='N' */;
USE \`shop\`;
DROP TABLE IF EXISTS \`parents\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE \`parents\` (
  \`id\` int unsigned NOT NULL AUTO_INCREMENT,
  \`uid\` binary(16) NOT NULL DEFAULT (uuid_to_bin(uuid())),
  \`name\` varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_as_cs NOT NULL COMMENT 'it''s; a \\'name\\'',
  \`tags\` json DEFAULT (json_array()),
  \`made\` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  \`seen\` datetime(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  \`place\` point NOT NULL /*!80003 SRID 4326 */,
  \`secret\` int DEFAULT NULL /*!80023 INVISIBLE */,
  \`upper_name\` varchar(40) GENERATED ALWAYS AS (upper(\`name\`)) VIRTUAL,
  \`hidden_key\` bigint unsigned /*!80023 INVISIBLE */ DEFAULT '7',
  \`packed\` varbinary(300) /*!50606 STORAGE DISK */ /*!50606 COLUMN_FORMAT DYNAMIC */ DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`uid\` (\`uid\`) USING BTREE COMMENT 'by ;uid' /*!80000 INVISIBLE */,
  KEY \`lowered\` ((lower(\`name\`))),
  KEY \`down\` (\`made\` DESC,\`seen\`) KEY_BLOCK_SIZE=8,
  KEY \`of_many\` ((cast(json_extract(\`tags\`,_utf8mb4'$[*]') as unsigned array))),
  FULLTEXT KEY \`words\` (\`name\`) /*!50100 WITH PARSER \`ngram\` */ ,
  SPATIAL KEY \`place\` (\`place\`),
  CONSTRAINT \`short\` CHECK ((length(\`name\`) < 100)) /*!80016 NOT ENFORCED */,
  CONSTRAINT \`positive\` CHECK ((\`secret\` > _utf8mb4'0'))
) /*!50100 TABLESPACE \`innodb_system\` */ ENGINE=InnoDB AUTO_INCREMENT=41 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci STATS_PERSISTENT=1 ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8 COMMENT='the; table' /*!80016 ENCRYPTION='N' */
/*!50100 PARTITION BY RANGE (\`id\`)
(PARTITION p0 VALUES LESS THAN (100) ENGINE = InnoDB,
 PARTITION p1 VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */;
/*!40101 SET character_set_client = @saved_cs_client */;
LOCK TABLES \`parents\` WRITE;
/*!40000 ALTER TABLE \`parents\` DISABLE KEYS */;
INSERT  IGNORE INTO \`parents\` (\`id\`, \`uid\`, \`name\`, \`tags\`, \`made\`, \`seen\`, \`place\`, \`secret\`, \`hidden_key\`, \`packed\`) VALUES (1,_binary '0123456789abcdef','Åsa','[1, \\"a\\\\\\\\b\\"]','2024-01-02 03:04:05','2024-01-02 03:04:05.678901',_binary '\\æ\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0',NULL,7,NULL);
/*!40000 ALTER TABLE \`parents\` ENABLE KEYS */;
UNLOCK TABLES;
SET @@SESSION.SQL_LOG_BIN = @MYSQLDUMP_TEMP_LOG_BIN;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;
-- Dump completed on 2026-01-01  0:00:00
`
/** The bytes of the point are written unchanged: the SRID 4326 in little-endian order, then WKB. */
const wkb = Buffer.concat([
  Buffer.from('e6100000', 'hex'),
  Buffer.from('0101000000000000000000f03f0000000000000040', 'hex'),
])
const escaped = Buffer.concat([...wkb].map((byte) => (byte === 0 ? Buffer.from('\\0') : Buffer.from([byte]))))
const marker = Buffer.from("_binary '\\æ")
const bytesOf = (text: string): Uint8Array => {
  const bytes = Buffer.from(text)
  const start = bytes.indexOf(marker) + Buffer.from("_binary '").length
  return Buffer.concat([bytes.subarray(0, start), escaped, bytes.subarray(bytes.indexOf(39, start))])
}

describe.runIf(hasPostgresql())('a dump of MySQL 8', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop(), 60_000)

  test('loads with every option of its definitions', async () => {
    const { script, report } = await converted(
      bytesOf(dump),
      { output: { dialect: 'postgresql', style: 'bulk' } },
      'dump.sql',
    )
    const loaded = await server.fresh()
    await loaded.load(script)
    expect(report.problems).toEqual([])
    expect(
      await loaded.query(
        `SELECT id, encode(uid, 'escape'), name, tags, made, seen, encode(place, 'hex'), secret, upper_name, hidden_key, packed FROM parents`,
      ),
    ).toEqual([
      [
        '1',
        '0123456789abcdef',
        'Åsa',
        String.raw`[1, "a\\b"]`,
        '2024-01-02 03:04:05+00',
        '2024-01-02 03:04:05.678901',
        '0101000000000000000000f03f0000000000000040',
        null,
        'ÅSA',
        '7',
        null,
      ],
    ])
    expect(await loaded.query(`SELECT nextval('parents_id_seq')`)).toEqual([['41']])
    expect(
      await loaded.query(`SELECT obj_description('parents'::regclass), col_description('parents'::regclass, 3)`),
    ).toEqual([['the; table', "it's; a 'name'"]])
    const indexes = await loaded.query(
      `SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') FROM pg_index WHERE indrelid = 'parents'::regclass ORDER BY 1`,
    )
    expect(indexes.flat()).toEqual([
      'btree (id)',
      'btree (lower((name)::text))',
      'btree (made DESC, seen)',
      'btree (uid)',
      `gin (to_tsvector('simple'::regconfig, (COALESCE(name, ''::character varying))::text))`,
    ])
    expect(
      await loaded.query(`SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'parents'::regclass`),
    ).toEqual([['positive']])
    const codes = [...new Set(report.fixes.map(({ code }) => code))]
    for (const code of [
      'default_dropped',
      'index_dropped',
      'spatial_index_dropped',
      'fulltext_index',
      'partitions_dropped',
      'check_dropped',
    ])
      expect(codes).toContain(code)
  })

  test('may be a single file in a zip', async () => {
    const { script } = await converted(
      zipSync({ 'shop.sql': Buffer.from('CREATE TABLE t (a int);\nINSERT INTO t VALUES (1),(2);\n') }),
      { output: { dialect: 'postgresql', style: 'bulk' } },
      'shop.zip',
    )
    const loaded = await server.fresh()
    await loaded.load(script)
    expect(await loaded.query('SELECT count(*) FROM t')).toEqual([['2']])
  })
})

test('a statement of 80 MB is converted row by row', async () => {
  const row = Buffer.from(`(1,'${'x'.repeat(500)}',NULL),`)
  const piece = Buffer.concat(Array.from({ length: 200 }, () => row))
  const head = Buffer.from('CREATE TABLE t (a int, b text, c date);\nINSERT INTO t VALUES ')
  const pieces = Math.ceil((80 << 20) / piece.length)
  const tail = Buffer.from("(2,'y',NULL);\n")
  const size = head.length + pieces * piece.length + tail.length
  const source: ByteSource = {
    size,
    read: async (from, to) => head.subarray(from, to),
    async *stream() {
      yield head
      for (let at = 0; at < pieces; at++) yield piece
      yield tail
    },
  }
  let most = 0
  let written = 0
  const before = process.memoryUsage().arrayBuffers
  const outcome = await convert({
    name: 'd.sql',
    source,
    sink: {
      write: async (chunk) => {
        written += chunk.length
      },
    },
    spec: specSchema.parse({ output: { dialect: 'postgresql', style: 'bulk' } }),
    inflate: nodeInflate,
    onProgress: () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      return 'continue'
    },
  })
  expect(outcome.kind === 'done' && outcome.report.rows).toMatchObject({ converted: pieces * 200 + 1, rejected: 0 })
  expect(written).toBeGreaterThan(pieces * 200 * 500)
  expect(most).toBeLessThan(64 << 20)
})
