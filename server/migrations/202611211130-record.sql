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

-- Rows of the ledger that are alike in everything a reader filters by but time and state.
create table record_cell (
  id integer primary key generated always as identity,
  series_id integer not null references series,
  engine_version text not null,
  kind text not null,
  setup text not null,
  origin text not null check (origin in ('live', 'backfill')),
  world text not null check (world in ('simulated', 'real')),
  category text not null,
  symbol text not null,
  -- How many rows, and the times of the first and the last.
  rows bigint not null,
  first_time bigint not null,
  last_time bigint not null,
  unique (series_id, engine_version, kind, setup, origin)
);
create index record_cell_symbol on record_cell (symbol);

-- What every row of the ledger is filtered by; follows from ledger and outcomes and is kept by their triggers.
create table record_row (
  seq bigint primary key,
  cell integer not null references record_cell,
  bar_time bigint not null,
  -- none: a weekly set without an entry. Else how the first leg stands.
  state text not null check (state in ('none', 'open', 'tp1', 'sl', 'expired')),
  -- When the week of a weekly set is over.
  week_end bigint
);
-- Lists are in the order of bar_time and seq: of everything, of a cell, of those of a cell that stand alike.
create index record_row_time on record_row (bar_time, seq);
create index record_row_cell_time on record_row (cell, bar_time, seq);
create index record_row_state on record_row (cell, state, bar_time, seq);
-- Baselines are drawn in the order of publication.
create index record_row_cell on record_row (cell, seq);

-- Lists rows of the ledger, and what their outcomes make of them. These are few beside the list: the planner, which may
-- not have counted it yet, must not read all of it.
create function record_list(first_seq bigint, last_seq bigint) returns void language plpgsql as $$
begin
  insert into record_cell as known (series_id, engine_version, kind, setup, origin, world, category,
    symbol, rows, first_time, last_time)
  select l.series_id, l.engine_version, l.kind, l.setup, l.origin,
    case l.source when 'simulated' then 'simulated' else 'real' end, s.category, l.symbol,
    count(*), min(l.bar_time), max(l.bar_time)
  from ledger l join series s on s.id = l.series_id
  where l.seq between first_seq and last_seq
  group by l.series_id, l.engine_version, l.kind, l.setup, l.origin, l.source, s.category, l.symbol
  on conflict (series_id, engine_version, kind, setup, origin) do update set
    rows = known.rows + excluded.rows,
    first_time = least(known.first_time, excluded.first_time),
    last_time = greatest(known.last_time, excluded.last_time);
  insert into record_row (seq, cell, bar_time, state, week_end)
  select l.seq, c.id, l.bar_time, case l.kind when 'levels' then 'none' else 'open' end,
    case l.kind when 'levels' then (l.detail ->> 'd')::bigint + 604800000 end
  from ledger l join record_cell c using (series_id, engine_version, kind, setup, origin)
  where l.seq between first_seq and last_seq
  order by l.seq;
end
$$;
create function record_list_outcomes(first_no bigint, last_no bigint) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update record_row r set state = 'open' from ledger_outcome o
  where o.no between first_no and last_no and o.leg = 'entry' and r.seq = o.seq and r.state = 'none';
  update record_row r
  set state = case o.status when 1 then 'tp1' when -1 then 'sl' else 'expired' end
  from ledger_outcome o
  where o.no between first_no and last_no and o.leg = 'tp1' and r.seq = o.seq;
end
$$;
create function record_list_added() returns trigger language plpgsql as $$
begin
  perform record_list(min(seq), max(seq)) from added having count(*) > 0;
  return null;
end
$$;
create function record_list_added_outcomes() returns trigger language plpgsql as $$
begin
  perform record_list_outcomes(min(no), max(no)) from added having count(*) > 0;
  return null;
end
$$;
create trigger ledger_listed after insert on ledger referencing new table as added
  for each statement execute function record_list_added();
create trigger ledger_outcome_listed after insert on ledger_outcome referencing new table as added
  for each statement execute function record_list_added_outcomes();
select record_list(1, max(seq)) from ledger having count(*) > 0;
select record_list_outcomes(1, max(no)) from ledger_outcome having count(*) > 0;
