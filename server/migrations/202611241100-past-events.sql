-- What an engine made known lies in rows until it is published and a day old; then what the bars and the ledger give
-- again goes, and what pages show of the past, a proof of each box, and the newest boxes stay.

-- Rows still never change; they leave when they are folded.
drop trigger analysis_event_stays on analysis_event;
create trigger analysis_event_stays before update or truncate on analysis_event
  for each statement execute function refuse_change();
drop index analysis_event_history;

-- The newest box of each kind and term, as its event has it; what is shown of a series names them.
create table analysis_box (
  series_id integer not null references series,
  engine_version text not null,
  kind text not null check (kind in ('hayyam', '52', '144', '36', 'crystal')),
  term text not null check (term in ('short', 'long')),
  payload json not null,
  primary key (series_id, engine_version, kind, term)
);
insert into analysis_box (series_id, engine_version, kind, term, payload)
select distinct on (series_id, engine_version, kind, term) series_id, engine_version, kind, term, payload
from analysis_event where type = 'box'
order by series_id, engine_version, kind, term, id desc;

-- What pages show of folded events: lines of key, tab and event, Zstandard.
create table analysis_past (
  series_id integer not null references series,
  engine_version text not null,
  shown bytea not null,
  primary key (series_id, engine_version)
);
alter table analysis_past alter column shown set storage external;

-- A proof of each folded box, sixteen bytes each, in order, by parts of a hundred.
create table analysis_past_box (
  series_id integer not null references series,
  engine_version text not null,
  no integer not null check (no >= 0),
  proofs bytea not null check (length(proofs) between 16 and 1600 and length(proofs) % 16 = 0),
  primary key (series_id, engine_version, no)
);
