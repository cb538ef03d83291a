-- Published rows lie in tables until they are a day old or many. Then those of a history go into compressed parts, each
-- with what came of it, and the hashes of both chains into blocks. What a row says, its number and its hash stay.

-- The hashes of a chain, 256 to a block: numbers 256 * block + 1 to 256 * (block + 1), 32 bytes each, behind the hash
-- that the first of them follows.
create table ledger_hash (
  chain text not null check (chain in ('ledger', 'outcomes')),
  block integer not null check (block >= 0),
  hashes bytea not null check (length(hashes) = 8224),
  primary key (chain, block)
);
alter table ledger_hash alter column hashes set storage external;
create trigger ledger_hash_stays before update or delete or truncate on ledger_hash
  for each statement execute function refuse_change();

-- Rows of a history in the order of their numbers, each with its outcomes (docs/formats/ledger.md).
create table ledger_part (
  series_id integer not null references series,
  engine_version text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- The least and the greatest number of an outcome, and how many there are; null without any.
  first_no bigint,
  last_no bigint,
  rows integer not null check (rows > 0),
  outcomes integer not null check (outcomes >= 0 and (outcomes > 0) = (first_no is not null)
    and (outcomes > 0) = (last_no is not null)),
  -- Zstandard.
  data bytea not null,
  primary key (series_id, engine_version, first_seq),
  check (first_seq > 0 and last_seq >= first_seq and last_no >= first_no)
);
alter table ledger_part alter column data set storage external;

-- A part grows, by rows behind its last one and by outcomes; it never says less.
create function keep_ledger_part() returns trigger language plpgsql as $$
begin
  if new.series_id <> old.series_id or new.engine_version <> old.engine_version
    or new.first_seq <> old.first_seq or new.last_seq < old.last_seq or new.rows < old.rows
    or new.outcomes < old.outcomes then
    raise exception 'ledger_part only grows' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger ledger_part_grows before update on ledger_part
  for each row execute function keep_ledger_part();
create trigger ledger_part_stays before delete or truncate on ledger_part
  for each statement execute function refuse_change();

-- A row of either chain never changes. It leaves its table for a part, when its hash is in a block.
create function keep_folded_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone g
    where not exists (
      select from ledger_part p
      where p.series_id = g.series_id and p.engine_version = g.engine_version
        and g.seq between p.first_seq and p.last_seq
    ) or not exists (
      select from ledger_hash h where h.chain = 'ledger' and h.block = (g.seq - 1) / 256
    )
  ) then
    raise exception 'ledger is append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create function keep_folded_outcomes() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone g
    where not exists (
      select from record_row r
      join record_cell c on c.id = r.cell
      join ledger_part p on p.series_id = c.series_id and p.engine_version = c.engine_version
      where r.seq = g.seq and g.seq between p.first_seq and p.last_seq
        and g.no between p.first_no and p.last_no
    ) or not exists (
      select from ledger_hash h where h.chain = 'outcomes' and h.block = (g.no - 1) / 256
    )
  ) then
    raise exception 'ledger_outcome is append-only' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
drop trigger ledger_stays on ledger;
create trigger ledger_stays before update or truncate on ledger
  for each statement execute function refuse_change();
create trigger ledger_leaves after delete on ledger referencing old table as gone
  for each statement execute function keep_folded_rows();
drop trigger ledger_outcome_stays on ledger_outcome;
create trigger ledger_outcome_stays before update or truncate on ledger_outcome
  for each statement execute function refuse_change();
create trigger ledger_outcome_leaves after delete on ledger_outcome referencing old table as gone
  for each statement execute function keep_folded_outcomes();

-- Every row of the ledger is listed for good; what belongs to it refers to the list.
alter table ledger_outcome drop constraint ledger_outcome_seq_fkey,
  add constraint ledger_outcome_seq_fkey foreign key (seq) references record_row;
alter table record_twin drop constraint record_twin_seq_fkey,
  add constraint record_twin_seq_fkey foreign key (seq) references record_row;

-- How many rows of a cell are not decided. Where it is known, the state needs no index, and a row that is decided stays in
-- its place.
alter table record_cell add column undecided bigint not null default 0;
update record_cell c set undecided = n
from (select cell, count(*) as n from record_row where state in ('none', 'open') group by cell) r
where r.cell = c.id;
drop index record_row_state;
drop index record_row_cell;
alter table record_row set (fillfactor = 85);
reindex table record_row;

-- Whether an event of these rows was published before: a history has one of a setup at a time. The table of the ledger knows
-- the rows of the last days alone.
create function record_knows(first_seq bigint, last_seq bigint) returns boolean
  language sql stable set enable_hashjoin = off set enable_mergejoin = off as $$
  select exists (
    select from ledger l
    join record_cell c using (series_id, engine_version, kind, setup)
    join record_row r on r.cell = c.id and r.bar_time = l.bar_time
    where l.seq between first_seq and last_seq
  )
$$;

create or replace function record_list(first_seq bigint, last_seq bigint) returns void
  language plpgsql as $$
begin
  if record_knows(first_seq, last_seq) then
    raise exception 'an event is published already' using errcode = 'unique_violation';
  end if;
  insert into record_cell as known (series_id, engine_version, kind, setup, origin, world, category,
    symbol, rows, undecided, first_time, last_time)
  select l.series_id, l.engine_version, l.kind, l.setup, l.origin,
    case l.source when 'simulated' then 'simulated' else 'real' end, s.category, l.symbol,
    count(*), count(*), min(l.bar_time), max(l.bar_time)
  from ledger l join series s on s.id = l.series_id
  where l.seq between first_seq and last_seq
  group by l.series_id, l.engine_version, l.kind, l.setup, l.origin, l.source, s.category, l.symbol
  on conflict (series_id, engine_version, kind, setup, origin) do update set
    rows = known.rows + excluded.rows,
    undecided = known.undecided + excluded.undecided,
    first_time = least(known.first_time, excluded.first_time),
    last_time = greatest(known.last_time, excluded.last_time);
  insert into record_row (seq, cell, bar_time, state, week_end)
  select l.seq, c.id, l.bar_time, case l.kind when 'levels' then 'none' else 'open' end,
    case l.kind when 'levels' then (l.detail ->> 'd')::bigint + 604800000 end
  from ledger l join record_cell c using (series_id, engine_version, kind, setup, origin)
  where l.seq between first_seq and last_seq
  order by l.seq;
end
$$;
create or replace function record_list_outcomes(first_no bigint, last_no bigint) returns void
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update record_row r set state = 'open' from ledger_outcome o
  where o.no between first_no and last_no and o.leg = 'entry' and r.seq = o.seq and r.state = 'none';
  with decided as (
    update record_row r
    set state = case o.status when 1 then 'tp1' when -1 then 'sl' else 'expired' end
    from ledger_outcome o
    where o.no between first_no and last_no and o.leg = 'tp1' and r.seq = o.seq
    returning r.cell
  )
  update record_cell c set undecided = c.undecided - d.n
  from (select cell, count(*) as n from decided group by cell) d where c.id = d.cell;
end
$$;

-- The forty random entries of the rows of a history, in the order of their numbers. They follow from ledger, outcomes and
-- bars and are drawn again by the next computation of the record, which is due at once.
drop table record_baseline;
create table record_baseline_part (
  series_id integer not null references series,
  first_seq bigint not null check (first_seq > 0),
  -- Zstandard.
  data bytea not null,
  primary key (series_id, first_seq)
);
alter table record_baseline_part alter column data set storage external;
update record_run set engine_version = '' where finished_at is not null;
