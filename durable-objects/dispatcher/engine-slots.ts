import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import type { SlotRequest } from '../../src/contract/run.ts'

export interface SlotOptions {
  readonly slotsMax: number
  /** A slot becomes free again if nobody claims or renews it for this long. */
  readonly holdMs: number
}

// Triggers count the slots and waiting conversions of each account, so that finding the next account reads one row of
// an index.
const tables = `
  create table if not exists waiting (
    conversion_id text primary key, account_id text not null, poke integer not null, place integer not null
  );
  create index if not exists waiting_by_place on waiting (account_id, place);
  create table if not exists engine_slots (
    conversion_id text not null, poke integer not null, account_id text not null, until_ms integer not null,
    is_sent integer not null, primary key (conversion_id, poke)
  );
  create index if not exists engine_slots_by_end on engine_slots (until_ms);
  create index if not exists engine_slots_to_send on engine_slots (conversion_id) where is_sent = 0;
  create table if not exists accounts (
    account_id text primary key, waiting integer not null, held integer not null, turn integer not null
  );
  create index if not exists accounts_by_turn on accounts (held, turn) where waiting > 0;
  create trigger if not exists waiter_came after insert on waiting begin
    insert into accounts (account_id, waiting, held, turn) values (new.account_id, 1, 0, new.place)
    on conflict (account_id) do update set
      waiting = waiting + 1, turn = case when waiting = 0 then excluded.turn else turn end;
  end;
  create trigger if not exists waiter_left after delete on waiting begin
    update accounts set waiting = waiting - 1 where account_id = old.account_id;
    delete from accounts where account_id = old.account_id and waiting = 0 and held = 0;
  end;
  create trigger if not exists slot_taken after insert on engine_slots begin
    insert into accounts (account_id, waiting, held, turn) values (new.account_id, 0, 1, 0)
    on conflict (account_id) do update set held = held + 1;
  end;
  create trigger if not exists slot_freed after delete on engine_slots begin
    update accounts set held = held - 1 where account_id = old.account_id;
    delete from accounts where account_id = old.account_id and waiting = 0 and held = 0;
  end;`

/**
 * Earlier versions had one slot for each conversion, whichever of its engines ran. Engines that run during the change
 * get their slots back when they renew them.
 */
const withoutSlotsOfConversions =
  'drop table slots; update accounts set held = 0; delete from accounts where waiting = 0'

interface Row extends Record<string, SqlStorageValue> {
  account_id: AccountId
  conversion_id: ConversionId
  poke: number
}

/**
 * The engines that may run at a time, and the conversions that wait for one. A free slot goes to the account with the
 * fewest slots. Among several of those, it goes to the one that has waited longest since its last slot. Conversions of
 * one account go in the order of their requests.
 *
 * A slot belongs to the engine of one message. When a conversion gets another engine, because its first one is silent,
 * both may run for some time, and each of them needs a slot.
 */
export class EngineSlots {
  private readonly storage: DurableObjectStorage
  private readonly options: SlotOptions

  constructor(storage: DurableObjectStorage, options: SlotOptions) {
    this.storage = storage
    this.options = options
    const [older] = storage.sql.exec("select 1 from sqlite_master where type = 'table' and name = 'slots'")
    if (older !== undefined) storage.sql.exec(withoutSlotsOfConversions)
    storage.sql.exec(tables)
  }

  /** Adds a conversion to those that wait. A message with a slot keeps it, and a waiting conversion keeps its place. */
  join({ accountId, conversionId, poke }: SlotRequest, nowMs: number): void {
    const { sql } = this.storage
    const untilMs = nowMs + this.options.holdMs
    const [slot] = sql.exec(
      'update engine_slots set until_ms = ?, is_sent = 1 where conversion_id = ? and poke = ? returning poke',
      untilMs,
      conversionId,
      poke,
    )
    if (slot !== undefined) return
    const [waiting] = sql.exec('update waiting set poke = ? where conversion_id = ? returning poke', poke, conversionId)
    if (waiting !== undefined) return
    sql.exec(
      'insert into waiting (conversion_id, account_id, poke, place) values (?, ?, ?, ?)',
      conversionId,
      accountId,
      poke,
      this.nextNumber(),
    )
  }

  holds({ conversionId, poke }: SlotRequest): boolean {
    const [slot] = this.storage.sql.exec(
      'select 1 from engine_slots where conversion_id = ? and poke = ?',
      conversionId,
      poke,
    )
    return slot !== undefined
  }

  /** Claims a slot. The response to the request informs the waiting conversion, so no message has to be sent. */
  claim({ conversionId, poke }: SlotRequest): void {
    this.storage.sql.exec(
      'update engine_slots set is_sent = 1 where conversion_id = ? and poke = ? and is_sent = 0',
      conversionId,
      poke,
    )
  }

  /** Renews the slot of a working engine. If the slot has expired meanwhile, the engine gets it back. */
  renew({ accountId, conversionId, poke }: SlotRequest, nowMs: number): void {
    this.storage.sql.exec(
      `insert into engine_slots (conversion_id, account_id, poke, until_ms, is_sent) values (?, ?, ?, ?, 1)
       on conflict (conversion_id, poke) do update set until_ms = excluded.until_ms`,
      conversionId,
      accountId,
      poke,
      nowMs + this.options.holdMs,
    )
  }

  /** Releases a slot or a place in line. Slots of later messages of the same conversion stay. */
  leave({ conversionId, poke }: SlotRequest): void {
    const { sql } = this.storage
    sql.exec('delete from engine_slots where conversion_id = ? and poke = ?', conversionId, poke)
    sql.exec('delete from waiting where conversion_id = ? and poke = ?', conversionId, poke)
  }

  /** Gives out every free slot. */
  grantFreeSlots(nowMs: number): void {
    const { sql } = this.storage
    sql.exec('delete from engine_slots where until_ms <= ?', nowMs)
    const { held } = sql.exec<{ held: number }>('select count(*) as held from engine_slots').one()
    for (let free = this.options.slotsMax - held; free > 0; free--) {
      const waiting = this.next()
      if (waiting === null) return
      sql.exec(
        'insert into engine_slots (conversion_id, account_id, poke, until_ms, is_sent) values (?, ?, ?, ?, 0)',
        waiting.conversionId,
        waiting.accountId,
        waiting.poke,
        nowMs + this.options.holdMs,
      )
      sql.exec('delete from waiting where conversion_id = ?', waiting.conversionId)
      sql.exec('update accounts set turn = ? where account_id = ?', this.nextNumber(), waiting.accountId)
    }
  }

  /** Returns the slots whose conversions have not been notified yet. */
  toSend(limit: number): readonly SlotRequest[] {
    const rows = this.storage.sql.exec<Row>(
      'select account_id, conversion_id, poke from engine_slots where is_sent = 0 limit ?',
      limit,
    )
    return [...rows].map(slotRequestOf)
  }

  /** Returns the time at which the next slot expires, or null if no conversion waits for one. */
  nextMs(): number | null {
    const { sql } = this.storage
    const [waiting] = sql.exec('select 1 from waiting limit 1')
    if (waiting === undefined) return null
    return sql.exec<{ at: number | null }>('select min(until_ms) as at from engine_slots').one().at
  }

  private next(): SlotRequest | null {
    const { sql } = this.storage
    const [account] = sql.exec<{ account_id: AccountId }>(
      'select account_id from accounts where waiting > 0 order by held, turn limit 1',
    )
    if (account === undefined) return null
    return slotRequestOf(
      sql
        .exec<Row>(
          'select account_id, conversion_id, poke from waiting where account_id = ? order by place limit 1',
          account.account_id,
        )
        .one(),
    )
  }

  /** Counts arrivals and granted slots, so that both can be compared. */
  private nextNumber(): number {
    const { kv } = this.storage
    const number = (kv.get<number>('number') ?? 0) + 1
    kv.put('number', number)
    return number
  }
}

const slotRequestOf = ({ account_id, conversion_id, poke }: Row): SlotRequest => ({
  accountId: account_id,
  conversionId: conversion_id,
  poke,
})
