/** Migrations by number. A released one is never edited, because each object runs those that it has not run yet. */
const migrations: readonly string[] = [
  `create table account (
     id text primary key, email text not null, plan text not null, allowance_bytes integer,
     billing_day integer not null, suspended integer not null default 0, created_ms integer not null
   );
   create table keys (id text primary key, name text not null, secret_hash text not null unique, created_ms integer not null, last_used_ms integer);
   create table conversions (
     id text primary key, status text not null, name text not null, bytes integer not null, spec text not null,
     url text, etag text, attempt integer not null default 0, lease_until_ms integer, deadline_ms integer,
     progress text, report text, error text, output text,
     created_ms integer not null, started_ms integer, finished_ms integer, expires_ms integer not null, files_gone integer not null default 0
   );
   create index conversions_by_status on conversions (status, id);
   create index conversions_by_expiry on conversions (files_gone, expires_ms);
   create table usage (conversion_id text primary key, bytes integer not null, ended_ms integer not null);
   create index usage_by_time on usage (ended_ms);
   create table answers (
     key text primary key, fingerprint text not null, status integer not null, body text, headers text not null, expires_ms integer not null
   );
   create index answers_by_expiry on answers (expires_ms);
   create table outbox (id integer primary key autoincrement, queue text not null, body text not null, send_ms integer not null);
   create table cases (
     id text primary key, conversion_id text not null, share text not null, email text, note text, status text not null,
     spec text not null, report text, created_ms integer not null, expires_ms integer not null, object_key text
   );
   create table doomed (object_key text primary key);`,
  `create table webhook (one integer primary key check (one = 1), url text not null, secret text not null, saved_ms integer not null);
   create table events (
     id text primary key, type text not null, payload text not null, created_ms integer not null, status text not null,
     attempt integer not null, due_ms integer not null, poke_ms integer not null, lease_until_ms integer
   );
   create index events_by_poke on events (status, poke_ms);
   create index events_by_time on events (type, created_ms);
   create table attempts (
     id integer primary key autoincrement, event_id text not null, attempt integer not null, started_ms integer not null,
     took_ms integer not null, http_status integer, trouble text, answer text not null
   );
   create index attempts_by_event on attempts (event_id, id);
   alter table outbox add column due_ms integer;`,
  `create index conversions_by_finish on conversions (finished_ms) where finished_ms is not null;
   create index cases_by_expiry on cases (expires_ms);
   create index outbox_by_time on outbox (send_ms);`,
  `alter table cases add column name text;
   alter table cases add column landed_ms integer;
   alter table cases add column answer text;`,
  `create table long_texts (owner text not null, part integer not null, text text not null, primary key (owner, part));`,
  `create table pokes (conversion_id text primary key, number integer not null, due_ms integer not null);`,
  `create table sessions (
     id text primary key, secret_hash text not null unique, agent text not null, address text not null,
     created_ms integer not null, seen_ms integer not null
   );
   alter table keys add column ending text;`,
  'create table multiparts (upload_id text primary key, object_key text not null, conversion_id text not null, attempt integer not null);',
  `alter table doomed add column since_ms integer not null default 0;
   alter table doomed add column until_ms integer not null default 0;
   alter table doomed add column due_ms integer not null default 0;`,
  `alter table conversions add column file_key text;
   update conversions set file_key = 'uploads/' || (select id from account) || '/' || id where etag is not null;`,
  `alter table conversions add column unspent integer not null default 0;
   alter table pokes add column waits integer not null default 0;
   create index events_by_end on events (created_ms) where status <> 'waiting';
   create index doomed_by_time on doomed (due_ms);
   create table usage_days (day integer primary key, bytes integer not null, conversions integer not null);
   insert into usage_days (day, bytes, conversions) select ended_ms / 86400000, sum(bytes), count(*) from usage group by 1;
   create trigger usage_counted after insert on usage begin
     insert into usage_days (day, bytes, conversions) values (cast(new.ended_ms / 86400000 as integer), new.bytes, 1)
     on conflict (day) do update set bytes = bytes + excluded.bytes, conversions = conversions + 1;
   end;`,
  'create index conversions_by_file on conversions (file_key) where files_gone = 0;',
  `alter table sessions add column confirmed_ms integer not null default 0;
   update sessions set confirmed_ms = created_ms;`,
  `alter table sessions add column place text not null default '';
   alter table keys add column expires_ms integer;
   alter table account add column suspended_reason text;
   alter table account add column deleted_ms integer;
   create table audit (
     id integer primary key autoincrement, at_ms integer not null, action text not null, detail text,
     agent text not null, address text not null, place text not null
   );
   create index audit_by_time on audit (at_ms);
   create table second_factor (one integer primary key check (one = 1), secret text not null, is_on integer not null, last_step integer not null);
   create table recovery_codes (hash text primary key);
   create table email_change (
     one integer primary key check (one = 1), email text not null, expires_ms integer not null,
     confirmed_old integer not null default 0, confirmed_new integer not null default 0
   );`,
  'create index cases_by_object on cases (object_key) where object_key is not null;',
  'create table sealed_passwords (conversion_id text primary key, sealed text not null);',
  'create index events_by_status on events (status);',
  `create index sessions_by_visit on sessions (seen_ms);
   create index cases_by_conversion on cases (conversion_id);
   create index cases_that_wait on cases (id) where status = 'open';`,
  // A conversion that waits for its upload has no file yet, so opening it writes one index less.
  `drop index conversions_by_file;
   create index conversions_by_file on conversions (file_key) where file_key is not null and files_gone = 0;`,
  // An earlier version of the code cannot use the schema from here on.
  `alter table doomed rename to deletions;
   drop index doomed_by_time;
   create index deletions_by_time on deletions (due_ms);
   alter table answers rename to responses;
   drop index answers_by_expiry;
   create index responses_by_expiry on responses (expires_ms);
   alter table attempts rename column trouble to error;
   alter table attempts rename column answer to response;`,
]

export function migrate(storage: DurableObjectStorage): void {
  const done = storage.kv.get<number>('schema') ?? 0
  for (let number = done; number < migrations.length; number++) {
    storage.transactionSync(() => {
      storage.sql.exec(migrations[number] as string)
      storage.kv.put('schema', number + 1)
    })
  }
}
