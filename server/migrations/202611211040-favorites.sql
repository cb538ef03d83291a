-- Symbols that people marked. `added_at` is UTC epoch milliseconds.
create table favorite (
  person_id bigint not null references person on delete cascade,
  symbol text not null,
  added_at bigint not null,
  primary key (person_id, symbol)
);
-- Who is to be told of a new row of a symbol.
create index favorite_symbol on favorite (symbol);
