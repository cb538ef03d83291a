-- The record tells every source apart: simulated prices, files that the operator imported, and each venue by its name. No
-- figure holds two of them. The figures follow from ledger, outcomes and bars; the next computation, which is due at once,
-- writes them anew.
drop table record_figures;
create table record_figures (
  source text not null,
  origin text not null check (origin in ('live', 'backfill')),
  period text not null,
  kind text not null,
  setup text not null,
  category text not null,
  figures json not null,
  -- Month by month, and cumulated; of the period `all` alone.
  months json,
  cumulative json,
  primary key (source, origin, period, kind, setup, category)
);
drop table record_touches;
create table record_touches (
  source text not null,
  origin text not null,
  period text not null,
  category text not null,
  touches json not null,
  primary key (source, origin, period, category)
);
delete from record_run;

alter table record_cell add column source text;
update record_cell c set source = s.source from series s where s.id = c.series_id;
alter table record_cell alter column source set not null, drop column world;

create or replace function record_list(first_seq bigint, last_seq bigint) returns void
  language plpgsql as $$
begin
  if record_knows(first_seq, last_seq) then
    raise exception 'an event is published already' using errcode = 'unique_violation';
  end if;
  insert into record_cell as known (series_id, engine_version, kind, setup, origin, source, category,
    symbol, rows, undecided, first_time, last_time)
  select l.series_id, l.engine_version, l.kind, l.setup, l.origin, l.source, s.category, l.symbol,
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
