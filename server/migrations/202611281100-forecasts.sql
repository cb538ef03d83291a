-- Forecasts of touch: chances of published levels and cones, and what came of them (docs/formats/ledger.md).

-- The inputs of chances of the newest bar, the engine's TouchNow; null where chances are not shown.
alter table analysis_state add column touch_now json;

-- Time after which the forecasts of a model are published. It never changes.
create table forecast_start (
  model text primary key,
  after_ms bigint not null
);
create trigger forecast_start_stays before update or delete or truncate on forecast_start
  for each statement execute function refuse_change();

-- A snapshot of an engine without forecasts cannot be read.
update analysis_state set snapshot = null, snapshot_cursor_ms = null, snapshot_bars = null, snapshot_hash = null;
delete from record_checkpoint;
delete from build_checkpoint;

alter table analysis_event
  drop constraint analysis_event_type_check,
  add constraint analysis_event_type_check check (type in ('box', 'trade', 'tradeClosed', 'condition',
    'conditionLeg', 'levels', 'levelsTrade', 'levelsClosed', 'forecast', 'touched'));
alter table ledger
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('condition', 'box', 'levels', 'forecast')),
  drop constraint ledger_check,
  add constraint ledger_check check (way is not null or kind in ('levels', 'forecast'));
alter table ledger_outcome
  drop constraint ledger_outcome_leg_check,
  add constraint ledger_outcome_leg_check check (leg in ('entry', 'tp1', 'tp2', 'touch')),
  drop constraint ledger_outcome_status_check,
  add constraint ledger_outcome_status_check
    check (status in (-1, 0, 1, 2) and (leg in ('entry', 'touch') or status is not null)
      and (leg not in ('entry', 'touch') or status is null or status = 2));
alter table ledger_register
  drop constraint ledger_register_kind_check,
  add constraint ledger_register_kind_check
    check (kind in ('build', 'symbols', 'calendars', 'ended', 'model'));

-- A forecast is `ended` when its time is over, and `void` when no bar lay in it or its series ended before.
alter table record_row
  drop constraint record_row_state_check,
  add constraint record_row_state_check
    check (state in ('none', 'open', 'tp1', 'sl', 'expired', 'void', 'ended'));

create or replace function record_list_outcomes(first_no bigint, last_no bigint) returns void
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update record_row r set state = 'open' from ledger_outcome o
  where o.no between first_no and last_no and o.leg = 'entry' and o.status is null
    and r.seq = o.seq and r.state = 'none';
  with decided as (
    update record_row r
    set state = case
      when o.status = 2 then 'void'
      when o.leg = 'touch' then case when (o.detail ->> 'bars')::integer = 0 then 'void' else 'ended' end
      when o.status = 1 then 'tp1'
      when o.status = -1 then 'sl'
      else 'expired'
    end
    from ledger_outcome o
    where o.no between first_no and last_no and r.seq = o.seq
      and (o.leg in ('tp1', 'touch') or (o.leg = 'entry' and o.status = 2))
    returning r.cell
  )
  update record_cell c set undecided = c.undecided - d.n
  from (select cell, count(*) as n from decided group by cell) d where c.id = d.cell;
end
$$;

alter table record_failure
  drop constraint record_failure_what_check,
  add constraint record_failure_what_check check (what in ('signal', 'levels', 'box', 'forecast',
    'outcome', 'register', 'baseline', 'twin', 'figures', 'list', 'bars'));
alter table record_failure
  drop constraint record_failure_class_check,
  add constraint record_failure_class_check check (class in ('event', 'box', 'row-missing',
    'row-differs', 'row-extra', 'chain', 'order', 'early', 'entry-price', 'entry-lines', 'chance',
    'outcome-missing', 'outcome-extra', 'outcome-time', 'outcome-differs', 'void-decided',
    'void-unfounded', 'void-missing', 'baseline', 'twin', 'figures', 'state', 'bars', 'disguise',
    'row-without-build', 'archive-missing', 'archive-differs', 'build-changed',
    'build-not-running'));
alter table record_certificate add column forecasts integer not null default 0 check (forecasts >= 0);
alter table record_checkpoint add column forecasts integer not null default 0 check (forecasts >= 0);
alter table build_checkpoint add column forecasts integer not null default 0 check (forecasts >= 0);
