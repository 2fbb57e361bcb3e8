import { type Status, statuses } from '../../src/contract/conversion.ts'
import type { ConversionId } from '../../src/contract/ids.ts'
import type { CountsByStatus } from '../../src/contract/operator.ts'
import type { ConversionRecord } from '../../src/conversions/record.ts'
import { countsByStatus } from './bounded-counts.ts'
import type { LongTexts } from './long-texts.ts'
import { PasswordStore } from './password-store.ts'

interface Row extends Record<string, SqlStorageValue> {
  id: string
  status: string
  name: string
  bytes: number
  spec: string
  url: string | null
  etag: string | null
  attempt: number
  lease_until_ms: number | null
  deadline_ms: number | null
  progress: string | null
  report: string | null
  error: string | null
  output: string | null
  created_ms: number
  started_ms: number | null
  finished_ms: number | null
  expires_ms: number
  files_gone: number
  file_key: string | null
  unspent: number
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
const written = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Returns the report of the row as text. Long reports are stored elsewhere. */
const reportTextOf = (row: Row, longTexts: LongTexts): string | null =>
  row.report === null ? null : longTexts.read(row.report)

function recordOf(row: Row, reportText: string | null): ConversionRecord {
  const record = {
    id: row.id as ConversionId,
    status: row.status as Status,
    name: row.name,
    bytes: row.bytes,
    spec: JSON.parse(row.spec) as ConversionRecord['spec'],
    url: row.url,
    file: row.file_key === null || row.etag === null ? null : { objectKey: row.file_key, etag: row.etag },
    attempt: row.attempt,
    unspent: row.unspent,
    leaseUntilMs: row.lease_until_ms,
    deadlineMs: row.deadline_ms,
    progress: parsed(row.progress) as ConversionRecord['progress'],
    report: parsed(reportText) as ConversionRecord['report'],
    error: parsed(row.error) as ConversionRecord['error'],
    output: parsed(row.output) as ConversionRecord['output'],
    createdMs: row.created_ms,
    startedMs: row.started_ms,
    finishedMs: row.finished_ms,
    expiresMs: row.expires_ms,
    filesGone: row.files_gone === 1,
  }
  // Only complete states are saved, so a row is a valid record.
  return record as ConversionRecord
}

const columns = `id status name bytes spec url etag attempt lease_until_ms deadline_ms progress
  report error output created_ms started_ms finished_ms expires_ms files_gone file_key unspent`.split(/\s+/)
/**
 * The statement writes only the named columns. Code of an earlier version works on a later schema, and keeps the
 * columns of that schema.
 */
const saving = `insert into conversions (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
  on conflict (id) do update set ${columns
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

const reportOwner = (id: string): string => `report:${id}`

/** A report may have megabytes. An object has 128 MB of memory, and a response to its caller has at most 32. */
const charactersAtOnceMax = 4_000_000

const rememberedMax = 64
const rememberedCharactersMax = 64 * 1024

/** A page of conversions: as many as were requested, or as fit into memory at once. */
export interface Listing {
  readonly limit: number
  readonly status: Status | null
  readonly before: string | null
  readonly name?: string
}

/** Conversions of some statuses, and the bytes of their files. */
interface Held {
  readonly count: number
  readonly bytes: number
}

interface Page {
  readonly records: readonly ConversionRecord[]
  /** The next page has the conversions below this id. It is null if this is the last page. */
  readonly below: string | null
}

/** A search reads this many names at a time, however many conversions there are. The next page continues below them. */
const searchedMax = 5000

/** Finds, stores and lists the rows of conversions. It decides nothing. */
export class ConversionStore {
  private readonly sql: SqlStorage
  private readonly longTexts: LongTexts
  readonly passwords: PasswordStore
  /** Recently read conversions that have not changed since. */
  private readonly remembered = new Map<ConversionId, ConversionRecord>()
  /** Called with the id of a conversion that has ended or is gone, perhaps inside a transaction. */
  onEnded: (id: ConversionId) => void = () => undefined
  private activeNow: Held | null = null
  private waitingNow: Held | null = null

  constructor(sql: SqlStorage, longTexts: LongTexts) {
    this.passwords = new PasswordStore(sql)
    this.sql = sql
    this.longTexts = longTexts
  }

  find(id: ConversionId): ConversionRecord | null {
    const row = this.rowOf(id)
    return row === undefined ? null : this.recordOf(row)
  }

  /** Reads a conversion outside of a transaction, where nothing can be undone. Returns the same record until it changes. */
  peek(id: ConversionId): ConversionRecord | null {
    const known = this.remembered.get(id)
    if (known !== undefined) return known
    const row = this.rowOf(id)
    if (row === undefined) return null
    const record = this.recordOf(row)
    const length = row.spec.length + (row.report?.length ?? 0) + (row.error?.length ?? 0)
    if (length > rememberedCharactersMax || this.longTexts.isElsewhere(row.report)) return record
    if (this.remembered.size >= rememberedMax) this.remembered.clear()
    this.remembered.set(id, record)
    return record
  }

  private rowOf(id: ConversionId): Row | undefined {
    return this.sql.exec<Row>('select * from conversions where id = ?', id).toArray()[0]
  }

  /** Adds a conversion that was just opened. Its id is new. */
  add(opened: ConversionRecord): void {
    this.sql.exec(
      `insert into conversions (id, status, name, bytes, spec, url, deadline_ms, created_ms, expires_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      opened.id,
      opened.status,
      opened.name,
      opened.bytes,
      JSON.stringify(opened.spec),
      opened.url,
      opened.deadlineMs,
      opened.createdMs,
      opened.expiresMs,
    )
    if (opened.status !== 'awaiting_upload') this.activeNow = null
    // Counting every waiting conversion again would cost more with each one that waits.
    else if (this.waitingNow !== null)
      this.waitingNow = { count: this.waitingNow.count + 1, bytes: this.waitingNow.bytes + opened.bytes }
  }

  save(record: ConversionRecord): void {
    this.forget(record.id)
    const report =
      record.report === null ? null : this.longTexts.write(reportOwner(record.id), JSON.stringify(record.report))
    this.sql.exec(
      saving,
      record.id,
      record.status,
      record.name,
      record.bytes,
      JSON.stringify(record.spec),
      record.url,
      record.file?.etag ?? null,
      record.attempt,
      record.leaseUntilMs,
      record.deadlineMs,
      written(record.progress),
      report,
      written(record.error),
      written(record.output),
      record.createdMs,
      record.startedMs,
      record.finishedMs,
      record.expiresMs,
      record.filesGone ? 1 : 0,
      record.file?.objectKey ?? null,
      record.unspent,
    )
    if (record.finishedMs !== null) this.end(record.id)
  }

  /** Writes a heartbeat. No index covers these columns, so it writes one row. */
  renew(id: ConversionId, progress: NonNullable<ConversionRecord['progress']>, leaseUntilMs: number): void {
    this.remembered.delete(id)
    this.sql.exec(
      'update conversions set progress = ?, lease_until_ms = ? where id = ?',
      written(progress),
      leaseUntilMs,
      id,
    )
  }

  remove(id: ConversionId): void {
    this.forget(id)
    this.sql.exec('delete from conversions where id = ?', id)
    this.longTexts.remove(reportOwner(id))
    this.end(id)
  }

  private end(id: ConversionId): void {
    this.passwords.forget(id)
    this.onEnded(id)
  }

  /**
   * Lists conversions, newest first. Ids are monotonic, so a page continues below the last id even if others have
   * arrived. A page of long reports may end before its limit.
   */
  list({ limit, status, before, name = '' }: Listing): Page {
    const below = before ?? '~'
    if (name !== '') return this.search({ limit, status, before: below, name })
    const rows =
      status === null
        ? this.sql.exec<Row>('select * from conversions where id < ? order by id desc limit ?', below, limit + 1)
        : this.sql.exec<Row>(
            'select * from conversions where status = ? and id < ? order by id desc limit ?',
            status,
            below,
            limit + 1,
          )
    return this.pageOf(rows, limit)
  }

  /** Searches by name. A page may have fewer conversions than its limit, or none, and still have a next page. */
  private search({ limit, status, before, name }: Listing & { readonly name: string }): Page {
    const names = this.sql.exec<{ id: ConversionId; matches: number }>(
      `select id, instr(lower(name), lower(?)) > 0 as matches from conversions
       where ${status === null ? '' : 'status = ? and'} id < ? order by id desc limit ${searchedMax}`,
      ...(status === null ? [name, before] : [name, status, before]),
    )
    const found: ConversionId[] = []
    let [searched, last]: [number, string | null] = [0, null]
    for (const { id, matches } of names) {
      searched++
      last = id
      if (matches === 1) found.push(id)
      if (found.length > limit) break
    }
    const rows = found.map((id) => this.rowOf(id)).filter((row) => row !== undefined)
    const { records, below } = this.pageOf(rows, limit)
    return { records, below: below ?? (searched === searchedMax ? last : null) }
  }

  /** Returns true if a conversion with files reads this object, even if the object was sent for another one. */
  reads(objectKey: string): boolean {
    return (
      this.sql.exec('select 1 from conversions where file_key = ? and files_gone = 0 limit 1', objectKey).toArray()
        .length > 0
    )
  }

  /** Returns the queued and running conversions, which hold a slot and their bytes. */
  active(): Held {
    return (this.activeNow ??= this.held("status in ('queued', 'running')"))
  }

  /** Returns the uploads that have not arrived, and those that wait for their start. */
  waiting(): Held {
    return (this.waitingNow ??= this.held("status = 'awaiting_upload'"))
  }

  /** Forgets the cached records, because a transaction may have been undone. */
  forgetAll(): void {
    this.remembered.clear()
    this.activeNow = null
    this.waitingNow = null
  }

  private forget(id: ConversionId): void {
    this.remembered.delete(id)
    this.activeNow = null
    this.waitingNow = null
  }

  private held(which: string): Held {
    const [row] = this.sql.exec<{ count: number; bytes: number | null }>(
      `select count(*) as count, sum(bytes) as bytes from conversions where ${which}`,
    )
    return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 }
  }

  ofStatus(status: Status): ConversionRecord[] {
    return [...this.sql.exec<Row>('select * from conversions where status = ?', status)].map((row) =>
      this.recordOf(row),
    )
  }

  hasAny(): boolean {
    return this.sql.exec('select 1 from conversions limit 1').toArray().length > 0
  }

  countByStatus(): CountsByStatus {
    return countsByStatus(this.sql, 'conversions', statuses)
  }

  /** Returns the conversions whose files or rows have expired, up to the limit. */
  expired(nowMs: number, listedMs: number, limit: number): readonly ConversionRecord[] {
    const rows = this.sql.exec<Row>(
      `select * from conversions where (files_gone = 0 and expires_ms <= ?) or (finished_ms is not null and finished_ms <= ?) limit ${limit}`,
      nowMs,
      nowMs - listedMs,
    )
    return this.pageOf(rows, limit).records
  }

  /** Returns the first of these rows, up to the limit and to the number that fits into memory. */
  private pageOf(rows: Iterable<Row>, limit: number): Page {
    const records: ConversionRecord[] = []
    let characters = 0
    for (const row of rows) {
      if (records.length === limit || characters > charactersAtOnceMax)
        return { records, below: records.at(-1)?.id ?? null }
      const reportText = reportTextOf(row, this.longTexts)
      characters += row.spec.length + (reportText?.length ?? 0) + (row.error?.length ?? 0)
      records.push(recordOf(row, reportText))
    }
    return { records, below: null }
  }

  private recordOf(row: Row): ConversionRecord {
    return recordOf(row, reportTextOf(row, this.longTexts))
  }

  /** Returns the time of the next expiry. */
  nextExpiryMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      'select min(expires_ms) as at from conversions where files_gone = 0',
    )
    return row?.at ?? null
  }

  /** Returns the time when the oldest ended conversion leaves the list. */
  nextUnlistingMs(listedMs: number): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      'select min(finished_ms) as at from conversions where finished_ms is not null',
    )
    return row?.at === null || row === undefined ? null : row.at + listedMs
  }

  nextRunEventMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      "select min(min(coalesce(lease_until_ms, 9e15), coalesce(deadline_ms, 9e15))) as at from conversions where status in ('queued', 'running')",
    )
    return row?.at ?? null
  }
}
