/** Questions about the loaded database that its cells do not answer. */
export interface Question {
  readonly about: string
  /** The script in MariaDB's SQL. */
  readonly script: string
  readonly query: string
}

export const questions: readonly Question[] = [
  {
    about: 'AUTO_INCREMENT=500, the last row has 4: the next number',
    script:
      'CREATE TABLE t (id int NOT NULL AUTO_INCREMENT, v int, PRIMARY KEY (id)) AUTO_INCREMENT=500; INSERT INTO t VALUES (4, 1);',
    query: "SELECT nextval(pg_get_serial_sequence('t', 'id'))",
  },
  {
    about: "bit(8) DEFAULT b'101': a row without it",
    script: "CREATE TABLE t (id int NOT NULL, v bit(8) DEFAULT b'101', PRIMARY KEY (id));",
    query: 'INSERT INTO t (id) VALUES (1) RETURNING v',
  },
  {
    about: 'binary(4) DEFAULT NULL: a row without it',
    script: 'CREATE TABLE t (id int NOT NULL, v binary(4) DEFAULT NULL, PRIMARY KEY (id));',
    query: "INSERT INTO t (id) VALUES (1) RETURNING coalesce(v::text, 'NULL')",
  },
  {
    about: 'datetime 2024-01-01 10:00:00, read in New York',
    script:
      "CREATE TABLE t (id int NOT NULL, v datetime, PRIMARY KEY (id)); INSERT INTO t VALUES (1, '2024-01-01 10:00:00');",
    query: "SET TIME ZONE 'America/New_York'; SELECT v::text FROM t",
  },
  {
    about: 'a generated column, in a new row',
    script:
      'CREATE TABLE t (id int NOT NULL, v int GENERATED ALWAYS AS (id * 2) STORED, PRIMARY KEY (id)); INSERT INTO t (id) VALUES (1);',
    query: "INSERT INTO t (id) VALUES (21) RETURNING coalesce(v::text, 'NULL')",
  },
  {
    about: 'a CHECK constraint',
    script: 'CREATE TABLE t (id int NOT NULL, v int CHECK (v > 0), PRIMARY KEY (id));',
    query: "SELECT count(*) FROM pg_constraint WHERE conrelid = 't'::regclass AND contype = 'c'",
  },
  {
    about: 'a view',
    script:
      'CREATE TABLE t (id int NOT NULL, PRIMARY KEY (id)); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT id + 1 AS n FROM t;',
    query: 'SELECT n FROM v',
  },
  {
    about: 'an index over the first 10 characters of a text',
    script: 'CREATE TABLE t (id int NOT NULL, v text, PRIMARY KEY (id), KEY k (v(10))); ',
    query:
      "SELECT pg_get_indexdef(indexrelid, 1, true) FROM pg_index WHERE indrelid = 't'::regclass AND NOT indisprimary",
  },
]
