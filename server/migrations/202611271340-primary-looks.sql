-- The primary question of the record (docs/formats/record.md). A look is taken once and never changes; the state of the
-- question is that of the last computation of the figures.
create table record_look (
  source text not null,
  engine_version text not null,
  -- Number of rows looked at.
  rows integer not null check (rows > 0),
  look json not null,
  -- Costs of round trips with which it was taken.
  costs json not null,
  taken_at bigint not null,
  primary key (source, engine_version, rows)
);
create trigger record_look_stays before update or delete or truncate on record_look
  for each statement execute function refuse_change();

create table record_primary (
  source text primary key,
  engine_version text not null,
  state json not null
);
