-- How often the chances of touch came true (docs/formats/record.md, Calibration).

-- Figures of a scope of symbols, of the last computation. Origin `backfill` is the backtest.
create table record_calibration (
  source text not null,
  origin text not null check (origin in ('live', 'backfill')),
  scope text not null,
  figures json not null,
  primary key (source, origin, scope)
);

-- The first forecast of a source that counts, and its first weekly one.
create table record_calibration_start (
  source text primary key,
  model text not null,
  since bigint not null,
  weekly_since bigint
);

-- Looks at the weekly levels. A look is taken once, over rows and outcomes up to these numbers, and never changes.
create table record_calibration_look (
  source text not null,
  model text not null,
  weeks integer not null check (weeks > 0),
  look json not null,
  to_seq bigint not null,
  to_no bigint not null,
  taken_at bigint not null,
  primary key (source, model, weeks)
);
create trigger record_calibration_look_stays before update or delete or truncate on record_calibration_look
  for each statement execute function refuse_change();

-- Tallies of the forecasts of a history that had ended when publishing began.
create table record_backtest (
  series_id integer primary key references series,
  model text not null,
  engine_version text not null,
  trial boolean not null,
  -- Zstandard.
  data bytea not null
);
alter table record_backtest alter column data set storage external;
