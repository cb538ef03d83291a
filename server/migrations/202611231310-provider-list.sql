-- The provider's own list of what it took and what went back, as it was read. Amounts are kuruş, days go by the clock of
-- Istanbul, times are UTC epoch milliseconds.
create table provider_movement (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's name for the line; it is read again and again and kept once.
  movement_id text not null,
  -- YYYY-MM-DD
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  kind text not null check (kind in ('charge', 'refund', 'chargeback', 'other')),
  payment_id text not null,
  -- Our name for the attempt, as the provider has it; empty when it says none.
  attempt_id text not null,
  -- Null when it cannot be read.
  amount bigint check (amount >= 0),
  currency text not null,
  word text not null,
  read_at bigint not null,
  unique (provider, movement_id)
);
create index provider_movement_payment on provider_movement (provider, payment_id);
create trigger provider_movement_stays before update or delete or truncate on provider_movement
  for each statement execute function refuse_change();

-- Days whose list was read to its end after they were over, and compared. They follow each other without a gap.
create table provider_day (
  provider text not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  compared_at bigint not null,
  primary key (provider, day)
);

-- Lines that a run read, reviews that it found, and whether the list could not be read or judged to its end; the first
-- two are null for a run that did not compare.
alter table reconciliation
  add column lines integer,
  add column found integer,
  add column list_failed boolean not null default false;
