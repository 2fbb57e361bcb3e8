-- Every statement of the Worker finds its rows by an index, however many accounts there are.
create index mail_tokens_by_expiry on mail_tokens (expires_ms);
create index mail_tokens_by_email on mail_tokens (email, purpose);
create index mail_tokens_by_account on mail_tokens (account_id);
create index throttles_by_time on throttles (last_ms);

alter table account_states add column used_percent real
  generated always as (case when allowance > 0 then used * 100.0 / allowance else 100 end) virtual;
create index account_states_by_use on account_states (used_percent);
create index account_states_by_email on account_states (lower(email));

create index cases_by_status on cases (status, id);
create index dead_letters_by_time on dead_letters (died_at);
