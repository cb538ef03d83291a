-- What the analyst has made of the bars of each series. Every time is UTC epoch milliseconds.

-- Rows of these tables are published: nothing and nobody changes or removes them.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- How far one version of the engine has come with one series.
create table analysis_state (
  series_id integer not null references series,
  engine_version text not null,
  -- Opening time of the last bar read, and how many were read.
  cursor_ms bigint,
  bars integer not null default 0 check (bars >= 0),
  -- Up to when time alone has closed buckets.
  advanced_ms bigint,
  -- SHA-256 over the hash before it and the six numbers of the bar, from 32 zero bytes on.
  input_hash bytea not null check (length(input_hash) = 32),
  updated_at bigint not null,
  -- The engine as it was after snapshot_bars bars, to start from after a restart.
  snapshot bytea,
  snapshot_cursor_ms bigint,
  snapshot_bars integer,
  snapshot_hash bytea,
  primary key (series_id, engine_version)
) with (fillfactor = 50);
alter table analysis_state alter column snapshot set storage external;

-- What the screens show of a series, as JSON text kept as it was written; boxes by the key of their event.
create table analysis_view (
  series_id integer primary key references series,
  engine_version text not null,
  view json not null,
  view_hash bytea not null check (length(view_hash) = 32)
);

-- Everything that an engine made known, once, in the order of publishing.
create table analysis_event (
  id bigint primary key generated always as identity,
  series_id integer not null references series,
  engine_version text not null,
  -- Names the event within its series and version; a function of the bars alone.
  event_key text not null,
  type text not null check (type in ('box', 'trade', 'tradeClosed', 'condition', 'conditionLeg',
    'levels', 'levelsTrade', 'levelsClosed')),
  -- Kind and term of the box it is about, such as 36 and short.
  kind text,
  term text check (term in ('short', 'long')),
  -- When it became known: the close of the bar or bucket that caused it.
  bar_time bigint not null,
  payload json not null,
  -- The rolling hash over the bars that had been read by then.
  input_hash bytea not null check (length(input_hash) = 32),
  unique (series_id, engine_version, event_key)
);
create index analysis_event_history on analysis_event (series_id, type, kind, term, id desc);
create trigger analysis_event_stays before update or delete or truncate on analysis_event
  for each statement execute function refuse_change();
