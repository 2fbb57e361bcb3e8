type Cursor = SqlStorageCursor<Record<string, SqlStorageValue>>

/** Returns the cursors of every statement from now on, which count the rows that they read and write. */
export function cursorsOf(sql: SqlStorage): Cursor[] {
  const cursors: Cursor[] = []
  const exec = sql.exec.bind(sql)
  sql.exec = ((statement: string, ...values: SqlStorageValue[]) => {
    const cursor = exec(statement, ...values)
    cursors.push(cursor)
    return cursor
  }) as typeof sql.exec
  return cursors
}
