const column = (defined: string, ...values: readonly string[]): string =>
  `SET sql_mode = ''; CREATE TABLE t (id int NOT NULL, v ${defined}, PRIMARY KEY (id)); INSERT INTO t (id, v) VALUES ${values.map((value, at) => `(${at + 1}, ${value})`).join(', ')};`

/** Each database has one peculiarity of MySQL, so that a failure affects nothing else. */
export const traps: readonly string[] = [
  column('tinyint(1)', '0', '1', '3', '-1'),
  column("bit(8) DEFAULT b'101'", "b'11111111'", '5'),
  column('int unsigned', '4294967295', '0'),
  column('bigint unsigned', '18446744073709551615'),
  column('date', "'2024-02-29'", "'0000-00-00'"),
  column("date NOT NULL DEFAULT '0000-00-00'", "'2024-02-29'", "'0000-00-00'"),
  column('date', "'2024-02-29'", "'2012-00-00'"),
  column('datetime', "'2024-03-31 02:30:00'"),
  column('timestamp NULL', "'2024-03-31 02:30:00'"),
  column('time', "'23:59:59'", "'-838:59:59'"),
  column("enum('a','b')", "'a'", "''"),
  column("set('a','b,','{c}')".replace("'b,',", "'b',"), "'a,{c}'", "''"),
  column('varchar(20)', "'a\\0b'", "'it''s \\\\'"),
  column('binary(4) DEFAULT NULL', '0x00010203', '0x4E554C4C'),
  column('json', `'{"b":1,"a":2,"a":3}'`, "'[1, 2.50]'"),
  column('decimal(30,10)', '12345678901234567890.0123456789'),
  column('float', '1.5', '3.40282e38'),
  column('uuid', "'0f8fad5b-d9cb-469f-a165-70867728950e'"),
  column('inet6', "'2001:db8::1'"),
  column('point', "ST_GeomFromText('POINT(1 2)')"),
  column('geometry', "ST_GeomFromText('LINESTRING(0 0,1 1)')"),
  column('year', '2024', '0'),
  column('varchar(20) CHARACTER SET latin1', "'café'"),
]
