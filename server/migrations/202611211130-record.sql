-- What the rows of the ledger were worth beside chance (docs/formats/record.md). Every time is UTC epoch milliseconds,
-- every hash 32 bytes. Baselines, twins and figures follow from ledger, outcomes and bars and may be computed again;
-- heads and nodes are published.

-- The forty random entries of a row.
create table record_baseline (
  seq bigint primary key references ledger,
  -- Forty little-endian int16: thousandths of the risk at the exit at the first, and at the second target.
  entries1 bytea not null check (length(entries1) = 80),
  entries2 bytea not null check (length(entries2) = 80),
  -- How many reached the first target, the stop of that leg, the second target; how many were undecided.
  targets1 smallint not null,
  stops1 smallint not null,
  targets2 smallint not null,
  open smallint not null,
  -- Share of the year after the row from which they were drawn; complete: no further bar can change them.
  coverage double precision not null check (coverage > 0 and coverage <= 1),
  complete boolean not null,
  -- Close of the last bar that there was when they were drawn: whoever draws them again stops there.
  bars_to bigint not null
);

-- Weekly sets: whether the first level that was reached held, and what their shifted twins came to.
create table record_twin (
  seq bigint primary key references ledger,
  -- 1 held, -1 broke, 0 neither; null when none was reached or the bars end before that is known.
  touch smallint check (touch in (-1, 0, 1)),
  twin_touch smallint check (twin_touch in (-1, 0, 1)),
  -- The twin's trade; null without one.
  twin_status1 smallint,
  twin_status2 smallint,
  twin_r1 double precision,
  twin_r2 double precision,
  complete boolean not null,
  -- Close of the last bar that there was when they were followed.
  bars_to bigint not null
);

-- Each time figures were computed.
create table record_run (
  id integer primary key generated always as identity,
  started_at bigint not null,
  finished_at bigint,
  engine_version text not null,
  ledger_rows bigint not null,
  outcomes bigint not null,
  -- Fixes every interval.
  seed bytea not null check (length(seed) = 32),
  costs jsonb not null
);

-- The figures of the last run; '' stands for all. A group without a row is not there.
create table record_figures (
  world text not null check (world in ('simulated', 'real')),
  origin text not null check (origin in ('live', 'backfill')),
  period text not null,
  kind text not null,
  setup text not null,
  category text not null,
  figures json not null,
  -- Month by month, and cumulated; of the period `all` alone.
  months json,
  cumulative json,
  primary key (world, origin, period, kind, setup, category)
);

-- Touches of weekly sets beside their twins, of the last run.
create table record_touches (
  world text not null,
  origin text not null,
  period text not null,
  category text not null,
  touches json not null,
  primary key (world, origin, period, category)
);

-- The heads of both chains, once a day.
create table record_head (
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  size bigint not null check (size > 0),
  hash bytea not null check (length(hash) = 32),
  root bytea not null check (length(root) = 32),
  outcomes bigint not null,
  outcomes_hash bytea not null check (length(outcomes_hash) = 32),
  created_at bigint not null
);
create trigger record_head_stays before update or delete or truncate on record_head
  for each statement execute function refuse_change();

-- Roots of full subtrees over 256 rows and more: the node of level l at position p is over the rows
-- p * 2^l + 1 to (p + 1) * 2^l, l from 8 on.
create table record_node (
  level smallint not null check (level >= 8),
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, position)
);
create trigger record_node_stays before update or delete or truncate on record_node
  for each statement execute function refuse_change();

-- Each check that what was published still follows from the bars.
create table record_certificate (
  id integer primary key generated always as identity,
  started_at bigint not null,
  finished_at bigint not null,
  engine_version text not null,
  signals integer not null,
  level_sets integer not null,
  boxes integer not null,
  outcomes integer not null,
  engine_failures integer not null,
  vendor_failures integer not null,
  other_versions integer not null,
  corrections integer not null
);

-- What failed in a check, at most a thousand of one.
create table record_failure (
  certificate_id integer not null references record_certificate,
  no integer not null,
  symbol text not null,
  seq bigint,
  what text not null check (what in ('signal', 'levels', 'box', 'outcome')),
  event_key text not null,
  cause text not null check (cause in ('engine', 'vendor')),
  bar_time bigint not null,
  primary key (certificate_id, no)
);

-- The list of rows by what a reader filters by, the newest first.
create index ledger_by_symbol on ledger (symbol, seq desc);
create index ledger_by_setup on ledger (kind, setup, seq desc);
