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
  create table if not exists slots (
    conversion_id text primary key, account_id text not null, poke integer not null, until_ms integer not null,
    is_sent integer not null
  );
  create index if not exists slots_by_end on slots (until_ms);
  create index if not exists slots_to_send on slots (conversion_id) where is_sent = 0;
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
  create trigger if not exists slot_taken after insert on slots begin
    insert into accounts (account_id, waiting, held, turn) values (new.account_id, 0, 1, 0)
    on conflict (account_id) do update set held = held + 1;
  end;
  create trigger if not exists slot_freed after delete on slots begin
    update accounts set held = held - 1 where account_id = old.account_id;
    delete from accounts where account_id = old.account_id and waiting = 0 and held = 0;
  end;`

interface Row extends Record<string, SqlStorageValue> {
  account_id: AccountId
  conversion_id: ConversionId
  poke: number
}

/**
 * The engines that may run at a time, and the conversions that wait for one. A free slot goes to the account with the
 * fewest slots. Among several of those, it goes to the one that has waited longest since its last slot. Conversions of
 * one account go in the order of their requests.
 */
export class EngineSlots {
  private readonly storage: DurableObjectStorage
  private readonly options: SlotOptions

  constructor(storage: DurableObjectStorage, options: SlotOptions) {
    this.storage = storage
    this.options = options
    storage.sql.exec(tables)
  }

  /** Adds a conversion to those that wait. A conversion with a slot keeps it, and a waiting one keeps its place. */
  join({ accountId, conversionId, poke }: SlotRequest, nowMs: number): void {
    const { sql } = this.storage
    const untilMs = nowMs + this.options.holdMs
    const [slot] = sql.exec(
      'update slots set poke = ?, until_ms = ?, is_sent = 1 where conversion_id = ? returning poke',
      poke,
      untilMs,
      conversionId,
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
    const [slot] = this.storage.sql.exec('select 1 from slots where conversion_id = ? and poke = ?', conversionId, poke)
    return slot !== undefined
  }

  /** Claims a slot. The response to the request informs the waiting conversion, so no message has to be sent. */
  claim({ conversionId }: SlotRequest): void {
    this.storage.sql.exec('update slots set is_sent = 1 where conversion_id = ? and is_sent = 0', conversionId)
  }

  /** Renews the slot of a working engine. If the slot has expired meanwhile, the engine gets it back. */
  renew({ accountId, conversionId, poke }: SlotRequest, nowMs: number): void {
    this.storage.sql.exec(
      `insert into slots (conversion_id, account_id, poke, until_ms, is_sent) values (?, ?, ?, ?, 1)
       on conflict (conversion_id) do update set until_ms = excluded.until_ms where poke = excluded.poke`,
      conversionId,
      accountId,
      poke,
      nowMs + this.options.holdMs,
    )
  }

  /** Releases a slot or a place in line. Slots of later messages of the same conversion stay. */
  leave({ conversionId, poke }: SlotRequest): void {
    const { sql } = this.storage
    sql.exec('delete from slots where conversion_id = ? and poke = ?', conversionId, poke)
    sql.exec('delete from waiting where conversion_id = ? and poke = ?', conversionId, poke)
  }

  /** Gives out every free slot. */
  grantFreeSlots(nowMs: number): void {
    const { sql } = this.storage
    sql.exec('delete from slots where until_ms <= ?', nowMs)
    const { held } = sql.exec<{ held: number }>('select count(*) as held from slots').one()
    for (let free = this.options.slotsMax - held; free > 0; free--) {
      const waiting = this.next()
      if (waiting === null) return
      sql.exec(
        'insert into slots (conversion_id, account_id, poke, until_ms, is_sent) values (?, ?, ?, ?, 0)',
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
      'select account_id, conversion_id, poke from slots where is_sent = 0 limit ?',
      limit,
    )
    return [...rows].map(slotRequestOf)
  }

  /** Returns the time at which the next slot expires, or null if no conversion waits for one. */
  nextMs(): number | null {
    const { sql } = this.storage
    const [waiting] = sql.exec('select 1 from waiting limit 1')
    if (waiting === undefined) return null
    return sql.exec<{ at: number | null }>('select min(until_ms) as at from slots').one().at
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
