-- The published record and what is derived from it. Every time is UTC epoch milliseconds.

-- One chain of rows over all symbols, docs/formats/ledger.md. A row is written when its signal is made and never again.
create table ledger (
  seq bigint primary key check (seq > 0),
  symbol text not null,
  source text not null,
  series_id integer not null references series,
  event_key text not null,
  kind text not null check (kind in ('condition', 'box', 'levels')),
  setup text not null,
  engine_version text not null,
  bar_time bigint not null,
  created_at bigint not null,
  -- live: published at most five minutes after its bar closed.
  origin text not null check (origin in ('live', 'backfill')),
  -- true: buy. Null for a set of levels, which has both sides.
  way boolean check (way is not null or kind = 'levels'),
  price double precision not null check (price > 0 and price < 'Infinity'),
  range double precision check (range > 0 and range < 'Infinity'),
  sl double precision check (sl < 'Infinity'),
  tp1 double precision check (tp1 < 'Infinity'),
  tp2 double precision check (tp2 < 'Infinity'),
  detail jsonb not null,
  input_hash bytea not null check (length(input_hash) = 32),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  unique (series_id, engine_version, event_key)
);
create trigger ledger_stays before update or delete or truncate on ledger
  for each statement execute function refuse_change();

-- What came of ledger rows: a chain of its own whose rows name the ledger's seq.
create table ledger_outcome (
  no bigint primary key check (no > 0),
  seq bigint not null references ledger,
  -- entry: a level of the week was broken. tp1, tp2: how the exit at the first or second target ended.
  leg text not null check (leg in ('entry', 'tp1', 'tp2')),
  -- -1 stop, 1 target, 0 expired; null for an entry.
  status smallint check (status in (-1, 0, 1) and (leg = 'entry') = (status is null)),
  price double precision not null check (price > 0 and price < 'Infinity'),
  -- Profit in multiples of the initial risk, before costs.
  r double precision check (r < 'Infinity'),
  engine_version text not null,
  bar_time bigint not null,
  created_at bigint not null,
  origin text not null check (origin in ('live', 'backfill')),
  detail jsonb not null,
  input_hash bytea not null check (length(input_hash) = 32),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  unique (seq, leg)
);
create trigger ledger_outcome_stays before update or delete or truncate on ledger_outcome
  for each statement execute function refuse_change();

-- How far the publisher has read the events; one row.
create table publisher_cursor (
  singleton boolean primary key default true check (singleton),
  event_id bigint not null default 0
);
insert into publisher_cursor default values;

-- Which person opened the predictor or portfolio page of a category in which hour.
create table page_view (
  hour_ms bigint not null,
  category text not null check (category in ('crypto', 'forex', 'bist', 'nasdaq', 'index')),
  person text not null,
  primary key (hour_ms, category, person)
);
