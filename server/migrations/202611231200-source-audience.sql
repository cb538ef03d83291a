-- Who may have the prices of a source: anybody, people with a session, subscribers. A source writes its own row when it
-- is fed; without a row its prices are for subscribers.
create table market_source (
  name text primary key,
  audience text not null check (audience in ('anyone', 'signed-in', 'subscribers'))
);
insert into market_source values ('simulated', 'anyone'), ('file', 'signed-in'), ('replay', 'signed-in');
