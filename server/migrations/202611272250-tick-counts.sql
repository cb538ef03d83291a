-- Live ticks of each source by hour and outcome, `accepted` or the reason of the refusal; kept for some days for the
-- operator. The table of refused ticks holds only a sample.
create table tick_count (
  source text not null,
  hour bigint not null check (hour % 3600000 = 0),
  outcome text not null,
  count bigint not null check (count > 0),
  last_at bigint not null,
  primary key (source, hour, outcome)
);
