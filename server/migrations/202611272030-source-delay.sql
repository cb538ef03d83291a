-- How old the prices of a source are by its licence, and the fixed delay of a delayed one in milliseconds. Null for files
-- and replays, whose prices have no age.
alter table market_source
  add column delay_class text
    check (delay_class in ('simulated', 'real-time', 'delayed', 'end-of-day', 'reference')),
  add column delay_ms integer not null default 0 check (delay_ms >= 0),
  add check ((delay_ms > 0) = (delay_class is not distinct from 'delayed'));
update market_source set delay_class = 'simulated' where name = 'simulated';
