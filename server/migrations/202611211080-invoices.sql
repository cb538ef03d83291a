-- Invoices and credit notes, as they were issued. Every time is UTC epoch milliseconds, every amount kuruş.
create table invoice_counter (
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- The year in Istanbul; each begins at 1.
  year integer not null,
  last integer not null check (last between 1 and 999999999),
  -- When the last one was issued: no later number bears an earlier time.
  last_at bigint not null,
  primary key (kind, year)
);

create table invoice (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  -- Series, year and nine digits: RST2026000000001.
  number text not null unique,
  -- The order that was paid.
  purchase_id bigint not null references purchase,
  -- The invoice that a credit note takes back.
  refers_to bigint references invoice,
  -- Null once the person is gone: the document stays for ten years, without them.
  person_id bigint references person on delete set null,
  -- Its place among the person's documents, from 1.
  person_index integer not null check (person_index > 0),
  issued_at bigint not null,
  paid_at bigint not null,
  order_number text not null,
  product text not null check (product in ('3-months', '6-months', 'lesson')),
  period_start bigint,
  period_end bigint,
  amount bigint not null check (amount > 0),
  net bigint not null check (net >= 0),
  vat bigint not null check (vat >= 0),
  vat_rate integer not null check (vat_rate between 0 and 100),
  seller jsonb not null,
  -- Name, mail, address and identity, encrypted with a key outside the database; null after ten years.
  buyer bytea,
  unique (kind, year, sequence),
  unique (purchase_id, kind),
  unique (person_id, person_index),
  check (net + vat = amount),
  check ((kind = 'credit-note') = (refers_to is not null)),
  check ((period_start is null) = (period_end is null) and period_start < period_end)
);
create index invoice_refers_to on invoice (refers_to);
create index invoice_issued on invoice (issued_at) where buyer is not null;

-- What was issued stays as it is: only the person and the buyer may go.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.person_id is not null and new.person_id is null then old.person_id := null; end if;
    if old.buyer is not null and new.buyer is null then old.buyer := null; end if;
    if old = new then return new; end if;
  end if;
  raise exception 'an invoice is not changed';
end $$;
create trigger keep_invoice before update or delete on invoice
  for each row execute function keep_invoice();
create trigger keep_all_invoices before truncate on invoice
  for each statement execute function keep_invoice();
