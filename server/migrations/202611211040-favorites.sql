create table favorite (
  person_id bigint not null references person on delete cascade,
  symbol text not null,
  added_at bigint not null,
  primary key (person_id, symbol)
);
