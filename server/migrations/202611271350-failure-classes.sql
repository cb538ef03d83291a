-- Failures by class, rows that are inherited, and the last check of a history by the second resolver
-- (docs/formats/record.md).

alter table record_failure
  -- docs/formats/record.md, Certificate.
  add column class text not null default 'row-differs',
  -- Number of failures of this class, cause, kind and symbol; the row is the first of them.
  add column count integer not null default 1 check (count > 0),
  drop constraint record_failure_what_check,
  add constraint record_failure_what_check check (what in ('signal', 'levels', 'box', 'outcome',
    'register', 'baseline', 'twin', 'figures', 'list', 'bars'));
update record_failure set class = case what
  when 'box' then 'box' when 'outcome' then 'outcome-differs'
  when 'register' then case event_key when 'row-changed' then 'chain' else event_key end
  else 'row-differs' end;
alter table record_failure alter column class drop default, alter column count drop default,
  add constraint record_failure_class_check check (class in ('event', 'box', 'row-missing',
    'row-differs', 'row-extra', 'chain', 'order', 'early', 'entry-price', 'entry-lines',
    'outcome-missing', 'outcome-extra', 'outcome-time', 'outcome-differs', 'baseline', 'twin',
    'figures', 'state', 'bars', 'disguise', 'row-without-build', 'archive-missing',
    'archive-differs', 'build-changed', 'build-not-running'));

-- When the figures were last computed again by a certificate.
alter table record_certificate add column figures_at bigint not null default 0;

-- Last numbers of both chains at this migration: rows up to there are inherited while no build is registered.
create table record_mark (
  id smallint primary key default 1 check (id = 1),
  seq bigint not null check (seq >= 0),
  no bigint not null check (no >= 0)
);
insert into record_mark (seq, no)
select
  greatest(0, (select max(seq) from ledger), (select max(seq) from ledger_register),
    (select max(last_seq) from ledger_part)),
  greatest(0, (select max(no) from ledger_outcome), (select max(last_no) from ledger_part));

-- Inherited rows that break an invariant, found by the first check of their history.
create table record_inherited (
  seq bigint not null,
  -- Leg of the outcome that breaks it; empty for the row itself.
  leg text not null,
  class text not null,
  symbol text not null,
  primary key (seq, leg, class)
);
create trigger record_inherited_stays before update or delete or truncate on record_inherited
  for each statement execute function refuse_change();

-- Last check of a history by the second resolver.
create table record_check (
  series_id integer primary key references series,
  -- Last check of everything.
  whole_at bigint not null,
  -- Last check of what was new, and last replay in disguise; 0 before the first.
  checked_at bigint not null,
  disguised_at bigint not null,
  -- Last numbers of both chains that were checked.
  seq bigint not null check (seq >= 0),
  no bigint not null check (no >= 0)
);
