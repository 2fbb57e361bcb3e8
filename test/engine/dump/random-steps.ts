import {
  breakMark,
  definitionOf,
  kindFamily,
  literalFor,
  nameOf,
  newColumn,
  oneIn,
  rowFor,
  type State,
  type Table,
  typeOf,
} from './random-literals.ts'

/** An expression over the columns of a table, for a column of any type. */
function expressionFor(state: State, table: Table, target: string, prefix = ''): string {
  const q = (column: string): string => `${prefix}${nameOf(state, column)}`
  const source = q(state.pick(table.columns))
  const own = q(target)
  const common = [
    () => source,
    () => literalFor(state, target),
    () => `COALESCE(${own}, ${literalFor(state, target)})`,
    () => `IF(${conditionFor(state, table, prefix)}, ${literalFor(state, target)}, ${own})`,
    () => `CASE WHEN ${conditionFor(state, table, prefix)} THEN ${literalFor(state, target)} ELSE ${own} END`,
    () => `NULLIF(${own}, ${literalFor(state, target)})`,
  ]
  const text = [
    () => `CONCAT(${source}, '-', ${q(table.columns[0] ?? 'id')})`,
    () => `UPPER(${source})`,
    () => `LOWER(${own})`,
    () => `REPLACE(${source}, 'a', 'bb')`,
    () => `LEFT(${source}, 2)`,
    () => `SUBSTRING(${source}, 2)`,
    () => `TRIM(${source})`,
    () => `LPAD(${source}, 6, '0')`,
    () => `CONCAT_WS('/', ${source}, ${own}, 'z')`,
    () => `SUBSTRING_INDEX(${source}, '-', 1)`,
    () => `HEX(${source})`,
    () => `MD5(${source})`,
    () => `REVERSE(${source})`,
    () => `CHAR_LENGTH(${source})`,
    () => `LENGTH(${source})`,
    () => `CAST(${source} AS CHAR)`,
    () => `CONVERT(${source}, CHAR)`,
    () => `IFNULL(${source}, 'none')`,
    () => `REPEAT(${source}, 2)`,
  ]
  const number = [
    () => `${source} + 1`,
    () => `${source} * 2`,
    () => `${source} / 2`,
    () => `${source} * 1.5`,
    () => `${source} DIV 2`,
    () => `${source} % 3`,
    () => `-${source}`,
    () => `ROUND(${source})`,
    () => `ROUND(${source}, 1)`,
    () => `FLOOR(${source})`,
    () => `ABS(${source})`,
    () => `GREATEST(${source}, 3)`,
    () => `CAST(${source} AS SIGNED)`,
    () => `CAST(${source} AS UNSIGNED)`,
    () => `${source} = 1`,
    () => `${source} IS NULL`,
    () => `${source} > ${own}`,
    () => `LENGTH(${source})`,
    () => `CAST(${source} AS DECIMAL(10,2))`,
    () => `YEAR(${source})`,
    () => `(${source} AND 1)`,
    () => `NOT ${source}`,
    () => `${source} | 4`,
  ]
  const time = [
    () => `${own} + INTERVAL 1 DAY`,
    () => `DATE_ADD(${source}, INTERVAL 1 MONTH)`,
    () => `DATE_SUB(${own}, INTERVAL 90 MINUTE)`,
    () => `DATE(${source})`,
    () => `LAST_DAY(${own})`,
    () => `DATE_FORMAT(${source}, '%Y-%m-01')`,
    () => `STR_TO_DATE('2024-03-04', '%Y-%m-%d')`,
    () => `FROM_UNIXTIME(1700000000)`,
    () => `NOW()`,
  ]
  const family = kindFamily(target)
  const typed = { text, number, time, bytes: [], other: [] }[family]
  return oneIn(state, 12) ? state.pick([...text, ...number, ...time])() : state.pick([...common, ...typed, ...typed])()
}

function conditionFor(state: State, table: Table, prefix = ''): string {
  const column = state.pick(table.columns)
  const q = `${prefix}${nameOf(state, column)}`
  const first = `${prefix}${nameOf(state, table.columns[0] ?? 'id')}`
  const value = literalFor(state, column === 'id' ? 'i_' : column)
  return state.pick([
    `${q} = ${value}`,
    `${q} <> ${value}`,
    `${q} > ${value}`,
    `${q} IS NULL`,
    `${q} IS NOT NULL`,
    `${q} IN (${value}, ${literalFor(state, column === 'id' ? 'i_' : column)})`,
    `${q} LIKE '%a%'`,
    q,
    `${first} > 2`,
    `${first} % 2 = 0`,
    `${first} BETWEEN 2 AND 9`,
    `NOT (${q} = ${value})`,
    `${q} <=> ${value}`,
    `${q} = 0`,
    `${q} = ''`,
    `${q} <> '' AND ${first} > 1`,
    `${q} = 1 OR ${first} = 2`,
    `LENGTH(${q}) > 1`,
  ])
}

const notId = (table: Table): string[] => table.columns.filter((one) => one !== 'id')

const conversions = [
  ...['int', 'bigint', 'varchar(20)', 'varchar(3)', 'text', 'char(6)', 'decimal(10,3)', 'double', 'datetime', 'date'],
  ...["enum('a','B','c')", "set('a','B','c')", 'tinyint(1)', 'varbinary(20)', 'longtext', 'time', 'year', 'bit(8)'],
  ...[
    'tinyint unsigned',
    'smallint',
    'varchar(60) CHARACTER SET latin1',
    'timestamp NULL',
    'datetime(6)',
    'json',
    'float',
  ],
  ...["varchar(50) NOT NULL DEFAULT 'x'", 'int NOT NULL DEFAULT 3', 'int(8) unsigned zerofill', 'binary(4)', 'blob'],
]

/** Statements that change tables. */
function alter(state: State, table: Table): string {
  const name = nameOf(state, table.name)
  const columns = notId(table)
  const column = state.pick(columns)
  const q = nameOf(state, column)
  const place = (): string => state.pick(['', '', ' FIRST', ` AFTER ${nameOf(state, table.columns[0] ?? 'id')}`])
  const add = (): string => {
    const made = newColumn(state)
    const where = place()
    const text = `${nameOf(state, made)} ${definitionOf(state, made)}${where}`
    if (where === ' FIRST') table.columns.unshift(made)
    else if (where === '') table.columns.push(made)
    else table.columns.splice(1, 0, made)
    return text
  }
  const index = table.columns.indexOf(column)
  const typeChanges: (() => string)[] = [
    () => {
      const made = newColumn(state)
      table.columns.splice(table.columns.indexOf(column), 1, made)
      return `CHANGE ${q} ${nameOf(state, made)} ${definitionOf(state, made)}`
    },
    () => {
      const made = `${column.replace(/_.*/, '')}_${state.nextColumn++}`
      table.columns.splice(table.columns.indexOf(column), 1, made)
      return `CHANGE COLUMN ${q} ${nameOf(state, made)} ${typeOf(column)}`
    },
    () => `MODIFY ${q} ${state.pick(conversions)}`,
    () => `MODIFY COLUMN ${q} ${state.pick(conversions)}${state.pick(['', ' NULL', ' NOT NULL'])}`,
    () => `MODIFY ${q} ${definitionOf(state, column)}`,
  ]
  const choices: (() => string)[] = [
    () => `ADD COLUMN ${add()}`,
    () => `ADD ${add()}`,
    () => `ADD COLUMN ${add()},${breakMark}ADD COLUMN ${add()}`,
    () => {
      const made = `${column.replace(/_.*/, '')}_${state.nextColumn++}`
      table.columns.splice(table.columns.indexOf(column), 1, made)
      if (state.retyped.has(column)) state.retyped.add(made)
      return `RENAME COLUMN ${q} TO ${nameOf(state, made)}`
    },
    () => `ALTER COLUMN ${q} SET DEFAULT ${literalFor(state, column)}`,
    () => `ALTER ${q} DROP DEFAULT`,
    () => `ADD KEY ${nameOf(state, `k${state.nextColumn++}`)} (${q}${/^(?:tx|lt|bb)/.test(column) ? '(5)' : ''})`,
    () => `CONVERT TO CHARACTER SET ${state.pick(['utf8mb4', 'utf8', 'latin1'])}`,
    () => `AUTO_INCREMENT = 500`,
    () => `COMMENT = 'changed', ENGINE = InnoDB`,
    () => `ORDER BY ${q}`,
  ]
  // The conversion compares the first type of a row's column with the last one, and ignores those between them.
  if (!state.retyped.has(column))
    for (const typeChange of typeChanges)
      choices.push(() => {
        const text = typeChange()
        state.retyped.add(table.columns[index] ?? column)
        return text
      })
  if (columns.length > 2)
    choices.push(() => {
      table.columns.splice(table.columns.indexOf(column), 1)
      return `DROP COLUMN ${q}`
    })
  return `ALTER TABLE ${name} ${state.pick(choices)()}`
}

function insert(state: State, table: Table, verb = 'INSERT INTO'): string {
  const chosen = oneIn(state, 3) ? table.columns.filter((one) => one === 'id' || !oneIn(state, 4)) : [...table.columns]
  const columns = table.key === 'auto' && oneIn(state, 2) ? chosen.filter((one) => one !== 'id') : chosen
  const name = nameOf(state, table.name)
  if (columns.length === 0) return `${verb} ${name} VALUES ()`
  if (oneIn(state, 6))
    return `${verb} ${name} SET ${columns.map((one) => `${nameOf(state, one)} = ${literalFor(state, one)}`).join(', ')}`
  const rows = Array.from({ length: state.pick([1, 1, 2, 3]) }, () => rowFor(state, columns))
  const list =
    columns.length === table.columns.length && oneIn(state, 2)
      ? ''
      : ` (${columns.map((one) => nameOf(state, one)).join(', ')})`
  return `${verb} ${name}${list} VALUES${breakMark}${rows.join(`,${breakMark}`)}`
}

function insertSelect(state: State, table: Table): string {
  const other = state.pick(state.tables)
  const target = notId(table).filter(() => !oneIn(state, 3))
  const columns = target.length === 0 ? notId(table).slice(0, 1) : target
  const key = nameOf(state, other.columns[0] ?? 'id')
  const list = columns.map((one) => expressionFor(state, other, one))
  const isKeyed = table.key === 'plain'
  const id = `${key} + ${(state.nextId += 100)}`
  const names = [...(isKeyed ? ['id'] : []), ...columns].map((one) => nameOf(state, one)).join(', ')
  const where = oneIn(state, 2) ? ` WHERE ${conditionFor(state, other)}` : ''
  return `INSERT INTO ${nameOf(state, table.name)} (${names}) SELECT ${[...(isKeyed ? [id] : []), ...list].join(', ')} FROM ${nameOf(state, other.name)}${where} ORDER BY ${key}`
}

function upsert(state: State, table: Table): string {
  const columns = table.columns.filter((one) => one === 'id' || !oneIn(state, 4))
  const column = state.pick(notId(table))
  const q = nameOf(state, column)
  const row = columns.map((one) => (one === 'id' ? String(1 + state.upTo(12)) : literalFor(state, one))).join(', ')
  const names = columns.map((one) => nameOf(state, one)).join(', ')
  const update = state.pick([`VALUES(${q})`, expressionFor(state, table, column), `COALESCE(VALUES(${q}), ${q})`])
  const verb = state.pick(['INSERT INTO', 'INSERT INTO', 'INSERT IGNORE INTO', 'REPLACE INTO'])
  const end = verb === 'INSERT INTO' ? ` ON DUPLICATE KEY UPDATE ${q} = ${update}` : ''
  return `${verb} ${nameOf(state, table.name)} (${names}) VALUES (${row})${end}`
}

function change(state: State, table: Table): string {
  const name = nameOf(state, table.name)
  const other = state.pick(state.tables)
  const column = state.pick(notId(table))
  const q = nameOf(state, column)
  const key = nameOf(state, table.columns[0] ?? 'id')
  const otherKey = nameOf(state, other.columns[0] ?? 'id')
  const second = state.pick(notId(table))
  const set = (): string => `${q} = ${expressionFor(state, table, column)}`
  return state.pick([
    () => `UPDATE ${name} SET ${set()}`,
    () => `UPDATE ${name} SET ${set()} WHERE ${conditionFor(state, table)}`,
    () => `UPDATE ${name} SET ${set()} WHERE ${conditionFor(state, table)}`,
    () =>
      `UPDATE ${name} SET ${set()}, ${nameOf(state, second)} = ${expressionFor(state, table, second)} WHERE ${key} > 1`,
    () => `UPDATE IGNORE ${name} SET ${set()} WHERE ${conditionFor(state, table)}`,
    () => `UPDATE ${name} SET ${set()} ORDER BY ${key} LIMIT 2`,
    () => `DELETE FROM ${name} WHERE ${conditionFor(state, table)}`,
    () => `DELETE FROM ${name} WHERE ${conditionFor(state, table)} AND ${conditionFor(state, table)}`,
    () => `DELETE FROM ${name} ORDER BY ${key} DESC LIMIT 1`,
    () =>
      `UPDATE ${name} a JOIN ${nameOf(state, other.name)} b ON a.${key} = b.${otherKey} SET a.${q} = ${expressionFor(state, other, state.pick(notId(other)), 'b.')} WHERE ${conditionFor(state, other, 'b.')}`,
    () =>
      `UPDATE ${name} a INNER JOIN ${nameOf(state, other.name)} b ON b.${otherKey} = a.${key} SET a.${q} = b.${nameOf(state, state.pick(other.columns))}`,
    () =>
      `UPDATE ${name} a LEFT JOIN ${nameOf(state, other.name)} b ON b.${otherKey} = a.${key} SET a.${q} = ${expressionFor(state, table, column, 'a.')} WHERE b.${otherKey} IS NULL`,
    () =>
      `UPDATE ${name} SET ${q} = (SELECT MAX(${nameOf(state, state.pick(other.columns))}) FROM ${nameOf(state, other.name)})`,
    () =>
      `DELETE a FROM ${name} a JOIN ${nameOf(state, other.name)} b ON a.${key} = b.${otherKey} WHERE ${conditionFor(state, other, 'b.')}`,
    () =>
      `DELETE FROM a USING ${name} a LEFT JOIN ${nameOf(state, other.name)} b ON a.${key} = b.${otherKey} WHERE b.${otherKey} IS NULL`,
    () =>
      `DELETE FROM ${name} WHERE ${key} IN (SELECT ${otherKey} FROM ${nameOf(state, other.name)} WHERE ${conditionFor(state, other)})`,
    () =>
      `DELETE FROM ${name} WHERE NOT EXISTS (SELECT 1 FROM ${nameOf(state, other.name)} b WHERE b.${otherKey} = ${name}.${key})`,
    () => `UPDATE ${name} SET ${q} = @last WHERE ${key} = @last`,
    () => `UPDATE ${name} SET ${q} = @v`,
  ])()
}

/** A statement that makes, renames or copies tables. */
function copy(state: State, table: Table): string[] {
  const name = nameOf(state, table.name)
  const made = `n${state.nextColumn++}`
  const q = nameOf(state, made)
  const key = nameOf(state, table.columns[0] ?? 'id')
  const like = (): string[] => {
    state.tables.push({ name: made, columns: [...table.columns], key: table.key })
    return [
      `CREATE TABLE ${q} LIKE ${name}`,
      state.pick([
        `INSERT INTO ${q} SELECT * FROM ${name}`,
        `INSERT ${q} SELECT * FROM ${name} WHERE ${conditionFor(state, table)}`,
      ]),
    ]
  }
  const select = (): string[] => {
    const columns = state.tables.length > 4 ? table.columns.slice(0, 2) : [...table.columns]
    state.tables.push({ name: made, columns, key: 'none' })
    const word = state.pick(['AS ', '', 'ENGINE=InnoDB ', 'IGNORE AS '])
    const where = oneIn(state, 2) ? ` WHERE ${conditionFor(state, table)}` : ''
    return [
      `CREATE TABLE ${q} ${word}SELECT ${columns.map((one) => nameOf(state, one)).join(', ')} FROM ${name}${where}`,
    ]
  }
  const computed = (): string[] => {
    const columns = notId(table).slice(0, 4)
    const list = columns.map((one) => `${expressionFor(state, table, one)} AS ${nameOf(state, one)}`)
    state.tables.push({
      name: made,
      columns: [table.columns[0] ?? 'id', ...columns].filter((one, at, all) => all.indexOf(one) === at),
      key: 'none',
    })
    if (columns.includes(table.columns[0] ?? '')) return [`CREATE TABLE ${q} SELECT ${list.join(', ')} FROM ${name}`]
    return [`CREATE TABLE ${q} SELECT ${key}, ${list.join(', ')} FROM ${name}`]
  }
  const swap = (): string[] => {
    const lines = like()
    const old = `o${state.nextColumn++}`
    const copied = state.tables.at(-1) as Table
    copied.name = table.name
    table.name = old
    return [...lines, `RENAME TABLE ${name} TO ${nameOf(state, old)}, ${q} TO ${name}`]
  }
  const rename = (): string[] => {
    table.name = made
    return [
      state.pick([
        `RENAME TABLE ${name} TO ${q}`,
        `ALTER TABLE ${name} RENAME TO ${q}`,
        `ALTER TABLE ${name} RENAME ${q}`,
      ]),
    ]
  }
  return state.pick([like, select, computed, swap, rename])()
}

function variable(state: State, table: Table): string[] {
  const name = nameOf(state, table.name)
  const column = nameOf(state, state.pick(table.columns))
  return state.pick([
    ['SET @last = LAST_INSERT_ID()'],
    [`SET @v = (SELECT MAX(${column}) FROM ${name})`],
    [`SELECT @v := ${column} FROM ${name} ORDER BY ${nameOf(state, table.columns[0] ?? 'id')} LIMIT 1`],
    [`SELECT COUNT(*) INTO @last FROM ${name}`],
    [`SET @v = ${literalFor(state, state.pick(notId(table)))}`],
    [`SET @last := 3, @v = CONCAT('v', @last)`],
  ])
}

const modes = [
  '',
  'NO_AUTO_VALUE_ON_ZERO',
  'STRICT_TRANS_TABLES',
  'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE',
  'NO_BACKSLASH_ESCAPES',
  'TRADITIONAL',
]

export function setMode(state: State): string {
  const mode = state.pick(modes)
  state.isLax = !/STRICT|TRAD/.test(mode)
  return `${state.pick(['SET sql_mode', 'SET SESSION sql_mode', 'SET @@sql_mode'])} = '${mode}'`
}

/** The statements of one step of an install script or a migration. */
export function step(state: State): string[] {
  const table = state.pick(state.tables)
  const kind = state.pick([
    'insert',
    'insert',
    'insert',
    'select',
    'upsert',
    'upsert',
    'change',
    'change',
    'change',
    'change',
    'alter',
    'alter',
    'alter',
    'alter',
    'copy',
    'variable',
    'mode',
  ])
  if (kind === 'insert')
    return [insert(state, table, state.pick(['INSERT INTO', 'INSERT', 'INSERT IGNORE INTO', 'REPLACE INTO']))]
  if (kind === 'select') return [insertSelect(state, table)]
  if (kind === 'upsert' && table.columns.includes('id')) return [upsert(state, table)]
  if (kind === 'change') return [change(state, table)]
  if (kind === 'alter') return [alter(state, table)]
  if (kind === 'copy' && state.tables.length < 6) return copy(state, table)
  if (kind === 'variable') return variable(state, table)
  return oneIn(state, 2) ? [setMode(state)] : [insert(state, table)]
}
