import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, hasBothAndPostgis, startBoth } from './both-servers.ts'

type Rule = 'bytea' | 'point' | 'postgis'

const scriptOf = async (
  file: string | Uint8Array,
  spatial: Rule,
  style: 'bulk' | 'inserts' = 'bulk',
): Promise<string> => {
  const spec = { output: { dialect: 'postgresql', style }, dump: { types: { spatial } } } as const
  const { script, report } = await converted(file, spec, 'dump.sql')
  expect(report.rows.rejected).toBe(0)
  return script
}

const file = `CREATE TABLE g (id int PRIMARY KEY, p point NOT NULL, s geometry, l linestring, SPATIAL KEY k (p));
INSERT INTO g VALUES
(1, POINT(1.5, -2), LINESTRING(POINT(0, 0), POINT(1, 1)), LINESTRING(POINT(0, 0), POINT(1, 1))),
(2, ST_GeomFromText('POINT(3 4)', 4326), POLYGON(LINESTRING(POINT(0,0),POINT(1,0),POINT(1,1),POINT(0,0))), NULL),
(3, ST_PointFromText('POINT(1e-7 180.0000001)'), MULTIPOINT(POINT(1,2),POINT(3,4)), NULL),
(4, ST_GeomFromWKB(0x0101000000000000000000F03F0000000000000040, 3857), ST_GeomFromText('MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))'), NULL),
(5, POINT(0, 0), ST_GeomCollFromText('GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1))'), NULL);
`

describe.runIf(hasBothAndPostgis)('geometries in PostGIS', () => {
  const both = startBoth()

  test.each(['bulk', 'inserts'] as const)('keep their values and SRID: %s', async (style) => {
    const database = await both.ran(file)
    const dumped = await both.mariadb.dump(database, '--hex-blob')
    const expected = await both.mariadb.read(
      database,
      `SELECT id, ${['p', 's', 'l'].map((c) => `HEX(ST_AsWKB(${c})), ST_SRID(${c})`).join(', ')} FROM g ORDER BY id`,
    )
    for (const dump of [file, dumped]) {
      const loaded = await both.loaded(await scriptOf(dump, 'postgis', style), 'postgis')
      const columns = ['p', 's', 'l'].map((c) => `upper(encode(ST_AsBinary(${c}), 'hex')), ST_SRID(${c})`)
      expect(await loaded.query(`SELECT id, ${columns.join(', ')} FROM g ORDER BY id`)).toEqual(expected)
      expect(await loaded.query('SELECT f_geometry_column, type FROM geometry_columns ORDER BY 1')).toEqual([
        ['l', 'LINESTRING'],
        ['p', 'POINT'],
        ['s', 'GEOMETRY'],
      ])
      expect(await loaded.query("SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%USING gist (p)%'")).toEqual([
        ['1'],
      ])
    }
  })

  /** According to the documentation of MySQL 8, SRID 4326 puts the latitude first. PostGIS puts the longitude first. */
  test('have the longitude first when they come from MySQL 8', async () => {
    const columns = 'id int PRIMARY KEY, p point NOT NULL /*!80003 SRID 4326 */, a geometry /*!80003 SRID 4326 */'
    const rows = [
      `1, ST_GeomFromText('POINT(52.5 13.4)', 4326), ST_GeomFromText('LINESTRING(52.5 13.4,48.1 11.6)', 4326)`,
      `2, ST_GeomFromText('POINT(13.4 52.5)', 4326, 'axis-order=long-lat'), ST_GeomFromText('MULTIPOINT(52.5 13.4)', 4326, 'axis-order=lat-long')`,
      `3, ST_SRID(POINT(13.4, 52.5), 4326), NULL`,
      `4, ST_GeomFromWKB(0x01010000000000000000404A40CDCCCCCCCCCC2A40, 4326), NULL`,
      // The bytes that the server stores, in the format of mysqldump.
      `5, 0xE61000000101000000CDCCCCCCCCCC2A400000000000404A40, NULL`,
    ]
    const dump = `CREATE TABLE g (${columns});\nINSERT INTO g VALUES ${rows.map((row) => `(${row})`).join(',')};\n`
    const loaded = await both.loaded(await scriptOf(dump, 'postgis'), 'postgis')
    const found = await loaded.query('SELECT ST_AsEWKT(p), ST_AsEWKT(a) FROM g ORDER BY id')
    const point = 'SRID=4326;POINT(13.4 52.5)'
    expect(found).toEqual([
      [point, 'SRID=4326;LINESTRING(13.4 52.5,11.6 48.1)'],
      [point, 'SRID=4326;MULTIPOINT(13.4 52.5)'],
      [point, null],
      [point, null],
      [point, null],
    ])
    expect(await loaded.query('SELECT DISTINCT srid FROM geometry_columns')).toEqual([['4326']])
  })
})

describe.runIf(hasBoth)("PostgreSQL's own points", () => {
  const both = startBoth()

  test.each(['bulk', 'inserts'] as const)('equal those of MariaDB: %s', async (style) => {
    const database = await both.ran(file)
    const expected = await both.mariadb.read(database, 'SELECT id, ST_X(p) + 0e0, ST_Y(p) + 0e0 FROM g ORDER BY id')
    const loaded = await both.loaded(await scriptOf(file, 'point', style))
    const found = await loaded.query('SELECT id, p[0], p[1] FROM g ORDER BY id')
    const numbers = (rows: readonly (readonly (string | null)[])[]): number[][] => rows.map((row) => row.map(Number))
    expect(numbers(found)).toEqual(numbers(expected))
    expect(await loaded.query("SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%USING gist (p)%'")).toEqual([
      ['1'],
    ])
    expect(await loaded.query("SELECT id FROM g WHERE p <@ box '((2,3),(5,5))'")).toEqual([['2']])
  })
})
