-- Series that ended, the outcomes of their open legs, and names that a symbol had before (docs/formats/ledger.md).

alter table series
  -- Null while the series goes on; `archived` when it ended before reasons were stored.
  add column end_reason text
    check (end_reason in ('split', 'rename', 'digits', 'source', 'import', 'retired', 'archived')),
  -- New shares for each old one, of a split.
  add column end_factor double precision check (end_factor > 0 and end_factor < 'Infinity'),
  -- The series that follows; null without one.
  add column end_to integer references series,
  add constraint series_end_check check (end_reason is null or archived_at is not null),
  add constraint series_end_split_check check ((end_factor is not null) = (end_reason is not distinct from 'split'));
update series s set end_reason = 'archived', end_to = (
  select id from series n where n.symbol = s.symbol and n.epoch = s.epoch + 1
) where archived_at is not null;

-- Earlier names of symbols.
create table symbol_alias (
  name text primary key check (name ~ '^[A-Z0-9][A-Z0-9._]{0,19}$'),
  -- The present name.
  now text not null check (now ~ '^[A-Z0-9][A-Z0-9._]{0,19}$' and now <> name),
  renamed_at bigint not null
);

alter table ledger_register
  drop constraint ledger_register_kind_check,
  add constraint ledger_register_kind_check
    check (kind in ('build', 'symbols', 'calendars', 'ended'));
create unique index ledger_register_ended on ledger_register (((detail ->> 'seriesId')::integer))
  where kind = 'ended';

-- Status 2: the leg was open when its series ended. It has no profit.
alter table ledger_outcome
  drop constraint ledger_outcome_check,
  add constraint ledger_outcome_status_check
    check (status in (-1, 0, 1, 2) and (leg = 'entry' or status is not null)
      and (leg <> 'entry' or status is null or status = 2)),
  add constraint ledger_outcome_void_check check (status <> 2 or r is null);

alter table record_row
  drop constraint record_row_state_check,
  add constraint record_row_state_check
    check (state in ('none', 'open', 'tp1', 'sl', 'expired', 'void'));

create or replace function record_list_outcomes(first_no bigint, last_no bigint) returns void
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update record_row r set state = 'open' from ledger_outcome o
  where o.no between first_no and last_no and o.leg = 'entry' and o.status is null
    and r.seq = o.seq and r.state = 'none';
  with decided as (
    update record_row r
    set state = case o.status when 1 then 'tp1' when -1 then 'sl' when 2 then 'void' else 'expired' end
    from ledger_outcome o
    where o.no between first_no and last_no and r.seq = o.seq
      and (o.leg = 'tp1' or (o.leg = 'entry' and o.status = 2))
    returning r.cell
  )
  update record_cell c set undecided = c.undecided - d.n
  from (select cell, count(*) as n from decided group by cell) d where c.id = d.cell;
end
$$;

alter table record_failure
  drop constraint record_failure_class_check,
  add constraint record_failure_class_check check (class in ('event', 'box', 'row-missing',
    'row-differs', 'row-extra', 'chain', 'order', 'early', 'entry-price', 'entry-lines',
    'outcome-missing', 'outcome-extra', 'outcome-time', 'outcome-differs', 'void-decided',
    'void-unfounded', 'void-missing', 'baseline', 'twin', 'figures', 'state', 'bars', 'disguise',
    'row-without-build', 'archive-missing', 'archive-differs', 'build-changed',
    'build-not-running'));

-- Void legs that a certificate met.
alter table record_certificate add column voided integer not null default 0 check (voided >= 0);

-- Figures count void rows; the next computation, which is due at once, writes them.
update record_run set engine_version = '' where finished_at is not null;
