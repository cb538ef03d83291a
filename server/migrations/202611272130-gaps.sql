-- Times at which the calendar of a history has bars and the history has none. Every time is UTC epoch milliseconds.
create table bar_gap (
  id bigint generated always as identity primary key,
  series_id integer not null references series on delete cascade,
  resolution text not null check (resolution in ('15', '60', '1D')),
  -- Opening time of the first missing bar, and end of the last.
  t_from bigint not null,
  t_to bigint not null,
  state text not null check (state in ('open', 'filling', 'filled', 'empty')),
  -- Bars that were missing when it was found, and those of them that were inserted.
  expected integer not null check (expected > 0),
  inserted integer not null default 0 check (inserted >= 0),
  -- Published rows that reach over bars of the gap that came too late for them.
  marked integer not null default 0 check (marked >= 0),
  found_at bigint not null,
  -- When the source was last asked for it; null while it waits.
  settled_at bigint,
  check (t_to > t_from),
  check ((settled_at is null) = (state in ('open', 'filling'))),
  unique (series_id, resolution, t_from)
);
create index bar_gap_unsettled on bar_gap (series_id) where settled_at is null;
create index bar_gap_found on bar_gap (found_at);

-- Part of a history that has been searched for gaps.
create table bar_gap_search (
  series_id integer not null references series on delete cascade,
  resolution text not null check (resolution in ('15', '60', '1D')),
  t_from bigint not null,
  t_to bigint not null,
  primary key (series_id, resolution),
  check (t_to >= t_from)
);

-- Last comparison of the last days of a source's histories with the source.
create table source_review (
  source text primary key,
  reviewed_at bigint not null,
  -- Bars of the source that were compared, those with other values, and those at times without a bar.
  compared integer not null check (compared >= 0),
  differs integer not null check (differs >= 0),
  late integer not null check (late >= 0)
);

-- A gap that is filled before anything is published on it sets the analysis of its history back, and counts here, so
-- that a running analysis cannot continue over it.
alter table analysis_state add column repairs integer not null default 0;
