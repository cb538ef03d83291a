-- Symbols, the epochs of their history, and bars. Every time is UTC epoch milliseconds.

-- One uninterrupted history of one symbol from one source. Bars and results hang on it and nothing in it ever changes;
-- replacing a symbol's history archives the series and starts the next epoch.
create table series (
  id integer primary key generated always as identity,
  symbol text not null check (symbol ~ '^[A-Z0-9][A-Z0-9._]{0,19}$'),
  epoch integer not null check (epoch > 0),
  source text not null,
  category text not null check (category in ('crypto', 'forex', 'bist', 'nasdaq', 'index')),
  digits smallint not null check (digits between 0 and 12),
  -- The resolution that the engine reads.
  base text not null check (base in ('60', '1D')),
  created_at bigint not null,
  archived_at bigint,
  unique (symbol, epoch)
);
create unique index series_current on series (symbol) where archived_at is null;

create table symbol (
  name text primary key check (name ~ '^[A-Z0-9][A-Z0-9._]{0,19}$'),
  name_tr text not null,
  name_az text not null,
  name_en text not null,
  calendar text not null check (calendar in ('always', 'forex', 'bist', 'nasdaq', 'xetra')),
  series_id integer not null unique references series
);

-- How far the bars of a series reach: n bars, the first chunks * 1000 of them in bar_chunk, the rest in bar_tail.
create table bar_head (
  series_id integer not null references series,
  resolution text not null check (resolution in ('15', '60', '240', '1D', '1W')),
  n integer not null check (n > 0),
  chunks integer not null default 0 check (chunks >= 0 and chunks <= n / 1000),
  t_first bigint not null,
  t_last bigint not null check (t_last >= t_first),
  -- Set when the series is archived: nothing is appended any more.
  closed boolean not null default false,
  primary key (series_id, resolution)
) with (fillfactor = 50);

-- Chunk k holds the bars 1000 k to 1000 k + 999 of a series in the form of docs/formats/bars.md and is never changed.
create table bar_chunk (
  series_id integer not null,
  resolution text not null,
  chunk_no integer not null check (chunk_no >= 0),
  -- Opening times of its first and its last bar.
  t0 bigint not null,
  t1 bigint not null check (t1 > t0),
  n smallint not null check (n = 1000),
  data bytea not null,
  primary key (series_id, resolution, chunk_no),
  foreign key (series_id, resolution) references bar_head
);
alter table bar_chunk alter column data set storage external;
create unique index bar_chunk_end on bar_chunk (series_id, resolution, t1);

-- The newest bars, fewer than 1000 a series and resolution. Without a foreign key: it would double the cost of a close,
-- and the one writer makes the head in the same statement.
create table bar_tail (
  series_id integer not null,
  resolution text not null,
  t bigint not null,
  o double precision not null,
  h double precision not null check (h < 'Infinity'),
  l double precision not null check (l > 0),
  c double precision not null,
  v double precision not null check (v >= 0 and v < 'Infinity'),
  primary key (series_id, resolution, t),
  check (l <= o and l <= c and o <= h and c <= h)
);

-- Bars that came after the place they belong to was closed, or with other values than the stored ones. They change
-- nothing; a bar that is offered again with the same values is noted once.
create table correction (
  id bigint primary key generated always as identity,
  series_id integer not null references series,
  resolution text not null,
  t bigint not null,
  reason text not null check (reason in ('late', 'differs')),
  o double precision not null,
  h double precision not null,
  l double precision not null,
  c double precision not null,
  v double precision not null,
  seen_at bigint not null,
  unique (series_id, resolution, t, o, h, l, c, v)
);

-- Live prints that the gate refused, a sample of them when they are many; kept for some days for the operator.
create table refused_print (
  id bigint primary key generated always as identity,
  source text not null,
  symbol text not null,
  t double precision not null,
  price double precision not null,
  volume double precision not null,
  reason text not null,
  seen_at bigint not null
);
create index refused_print_seen on refused_print (seen_at);

-- A file that the running server plays as if it were live, asked for by the command line.
create table replay (
  id integer primary key generated always as identity,
  symbol text not null,
  file text not null,
  options jsonb not null,
  speed double precision not null check (speed > 0),
  state text not null default 'asked' check (state in ('asked', 'playing', 'done', 'ended', 'failed')),
  -- Bars played and bars in the file.
  played integer not null default 0,
  total integer not null default 0,
  detail text,
  -- The command renews this while it waits; the server ends a replay that nobody watches any more.
  watched_at bigint not null
);
