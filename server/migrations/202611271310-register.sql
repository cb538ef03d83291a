-- Rows of the ledger's chain that publish no signal, docs/formats/ledger.md: builds, covered symbols, calendars. They
-- share numbers and hashes with the rows of ledger.
create table ledger_register (
  seq bigint primary key check (seq > 0),
  kind text not null check (kind in ('build', 'symbols', 'calendars')),
  created_at bigint not null,
  detail jsonb not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index ledger_register_kind on ledger_register (kind, seq);
create trigger ledger_register_stays before update or delete or truncate on ledger_register
  for each statement execute function refuse_change();

-- Archive of each registered build, docs/formats/builds.md.
create table engine_build (
  build bytea primary key check (length(build) = 32),
  archive bytea not null
);
alter table engine_build alter column archive set storage external;
create trigger engine_build_stays before update or delete or truncate on engine_build
  for each statement execute function refuse_change();

-- Last comparison of a build with the stored rows of its version.
create table build_check (
  build bytea primary key check (length(build) = 32),
  version text not null,
  checked_at bigint not null,
  -- Last numbers of both chains that it covers.
  seq bigint not null check (seq >= 0),
  no bigint not null check (no >= 0),
  -- Rows and outcomes of the version up to there.
  rows bigint not null check (rows >= 0),
  outcomes bigint not null check (outcomes >= 0),
  -- What the build does not reproduce, and the first of it.
  differences bigint not null check (differences >= 0),
  first_difference text check ((first_difference is null) = (differences = 0))
);

-- Engine state of a build at the end of each history that it reproduced, so that later rows are compared alone. The
-- columns are those of record_checkpoint.
create table build_checkpoint (
  build bytea not null references build_check,
  series_id integer not null references series,
  engine_version text not null,
  whole_at bigint not null,
  bars integer not null check (bars > 0),
  cursor_ms bigint not null,
  bars_hash bytea not null check (length(bars_hash) = 32),
  through_ms bigint not null,
  seq bigint not null,
  no bigint not null,
  signals integer not null,
  level_sets integer not null,
  boxes integer not null,
  outcomes integer not null,
  snapshot bytea not null,
  hash bytea not null check (length(hash) = 32),
  primary key (build, series_id, engine_version)
);
alter table build_checkpoint alter column snapshot set storage external;

-- Why nothing is published: a new build is being checked, or it does not reproduce what was published.
alter table publisher_cursor
  add column waits text check (waits in ('checking', 'refused')),
  add column waiting_build bytea check (length(waiting_build) = 32),
  add constraint publisher_waits check ((waits is null) = (waiting_build is null));

-- A row of the register that breaks a rule fails the certificate.
alter table record_failure
  drop constraint record_failure_what_check,
  add constraint record_failure_what_check
    check (what in ('signal', 'levels', 'box', 'outcome', 'register'));
