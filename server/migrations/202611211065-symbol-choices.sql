-- What an operator has said about symbols, whatever the sources offer.

alter table symbol add column kept boolean not null default false;

create table symbol_choice (
  name text primary key check (name ~ '^[A-Z0-9][A-Z0-9._]{0,19}$'),
  -- The only source that may feed it; null: it is retired.
  source text,
  chosen_at bigint not null
);
