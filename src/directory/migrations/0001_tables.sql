-- The register of accounts (src/accounts). Nothing else knows these rows.
-- Databases from before the migrations have their tables already.
create table if not exists accounts (
  email text primary key,
  account_id text not null unique,
  password text not null,
  created_at text not null
);

create table if not exists mail_tokens (
  hash text primary key,
  purpose text not null,
  email text not null,
  account_id text,
  expires_ms integer not null
);

create table if not exists throttles (
  subject text primary key,
  tries integer not null,
  free_at_ms integer not null,
  last_ms integer not null
);

-- The operator's copies of what account objects know. `npm run ops -- directory rebuild` makes these rows again.
create table if not exists account_states (
  account_id text primary key,
  email text not null,
  plan text not null,
  allowance integer not null,
  used integer not null,
  period_start text not null,
  billing_day integer not null,
  suspended integer not null,
  created_at text not null,
  version integer not null
);

create table if not exists cases (
  id text primary key,
  account_id text not null,
  conversion_id text not null,
  share text not null,
  email text,
  note text,
  status text not null,
  created_at text not null,
  expires_at text not null,
  landed_at text,
  answer text,
  version integer not null
);

create table if not exists dead_letters (
  id text primary key,
  queue text not null,
  body text not null,
  died_at text not null,
  replayed_at text
);
