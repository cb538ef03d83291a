-- Who was given which right. Rows are added and never changed; a right is taken back by a row of its own.
create table entitlement (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  kind text not null check (kind in ('lesson', 'subscription', 'admin')),
  starts_at bigint not null,
  -- Null: without an end.
  ends_at bigint check (ends_at > starts_at),
  -- Who gave it: demo, operator, or the order that was paid.
  origin text not null,
  created_at bigint not null
);
create index entitlement_of_person on entitlement (person_id, kind);

create table entitlement_end (
  entitlement_id bigint primary key references entitlement on delete cascade,
  ended_at bigint not null,
  reason text not null
);
