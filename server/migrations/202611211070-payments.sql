-- Prices, orders and everything that happened to them. Every time is UTC epoch milliseconds, every amount kuruş with VAT.
-- Rows are added and never changed; docs/states.md draws the states.

-- What a product costs from when; the newest row that has begun counts.
create table price (
  id bigint generated always as identity primary key,
  product text not null check (product in ('3-months', '6-months', 'lesson')),
  amount bigint not null check (amount between 1 and 1000000000),
  valid_from bigint not null,
  set_at bigint not null,
  -- Public id of the administrator; null for the first prices, which come from the settings.
  set_by text
);
create index price_of_product on price (product, valid_from desc, id desc);
create trigger price_stays before update or delete or truncate on price
  for each statement execute function refuse_change();

create sequence purchase_number;

-- An order as it was made.
create table purchase (
  id bigint generated always as identity primary key,
  -- RS-2026-000123: the year in Istanbul and a number that only grows.
  number text not null unique,
  -- Null once the person is gone.
  person_id bigint references person on delete set null,
  product text not null check (product in ('3-months', '6-months', 'lesson')),
  amount bigint not null check (amount > 0),
  vat_rate integer not null check (vat_rate between 0 and 100),
  currency text not null check (currency = 'TRY'),
  -- The texts that were agreed to.
  agreement_version text not null,
  agreement_sha256 bytea not null check (length(agreement_sha256) = 32),
  refund_version text not null,
  refund_sha256 bytea not null check (length(refund_sha256) = 32),
  provider text not null check (provider in ('demo-bank', 'iyzico')),
  created_at bigint not null
);
create index purchase_of_person on purchase (person_id, id);

-- An order stays as it was made: only the person may go.
create function keep_purchase() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.person_id is null then old.person_id := null; end if;
    if old = new then return new; end if;
  end if;
  raise exception 'purchase is append-only' using errcode = 'restrict_violation';
end $$;
create trigger purchase_stays before update or delete on purchase
  for each row execute function keep_purchase();
create trigger purchases_stay before truncate on purchase
  for each statement execute function keep_purchase();

-- How an order stands, as the fold of its events says; the only row that changes.
create table purchase_head (
  purchase_id bigint primary key references purchase,
  -- As in purchase.
  person_id bigint references person on delete set null,
  purchase text not null check (purchase in ('subscription', 'education')),
  state text not null check (state in
    ('open', 'unknown', 'paid', 'failed', 'expired', 'review', 'refunding', 'refunded')),
  -- Number of events.
  version integer not null check (version >= 0),
  -- Whether the provider may have something new to say.
  watched boolean not null,
  changed_at bigint not null
);
-- Of each purchase a person has at most one order with which they may go on.
create unique index purchase_head_open on purchase_head (person_id, purchase)
  where state in ('open', 'unknown', 'failed');
create index purchase_head_watched on purchase_head (changed_at) where watched;
create index purchase_head_state on purchase_head (state);

-- An attempt to pay an order, noted before the provider is asked for a page.
create table purchase_attempt (
  id text primary key,
  purchase_id bigint not null references purchase,
  created_at bigint not null
);
create index purchase_attempt_of on purchase_attempt (purchase_id);
create trigger purchase_attempt_stays before update or delete or truncate on purchase_attempt
  for each statement execute function refuse_change();

-- The provider's page for an attempt.
create table payment_page (
  attempt_id text primary key references purchase_attempt,
  provider text not null,
  token text not null,
  opened_at bigint not null,
  unique (provider, token)
);
create trigger payment_page_stays before update or delete or truncate on payment_page
  for each statement execute function refuse_change();

-- Everything that happened to an order, numbered: what is folded into its state. Without an order: what a provider said
-- of something that we do not know.
create table provider_event (
  id bigint generated always as identity primary key,
  purchase_id bigint references purchase,
  version integer check (version > 0),
  kind text not null,
  attempt_id text references purchase_attempt,
  refund_id text,
  at bigint not null,
  -- Nothing of a card and nothing of a person.
  detail jsonb not null,
  unique (purchase_id, version),
  check ((purchase_id is null) = (version is null))
);
create index provider_event_stray on provider_event (id) where purchase_id is null;
create trigger provider_event_stays before update or delete or truncate on provider_event
  for each statement execute function refuse_change();

-- Money that a provider took.
create table captured_payment (
  id bigint generated always as identity primary key,
  provider text not null,
  payment_id text not null,
  transaction_id text not null,
  purchase_id bigint not null references purchase,
  attempt_id text not null references purchase_attempt,
  amount bigint not null,
  currency text not null,
  -- pays: what the order asked for. misfit: something else. surplus: the order was paid already.
  role text not null check (role in ('pays', 'misfit', 'surplus')),
  captured_at bigint not null,
  unique (provider, payment_id)
);
-- One payment makes an order paid.
create unique index captured_payment_of_purchase on captured_payment (purchase_id)
  where role <> 'surplus';
create trigger captured_payment_stays before update or delete or truncate on captured_payment
  for each statement execute function refuse_change();

-- The intent to pay something back; a further one only after the provider refused the one before.
create table refund (
  id text primary key,
  purchase_id bigint not null references purchase,
  captured_payment_id bigint not null references captured_payment,
  try integer not null check (try > 0),
  reason text not null,
  -- Public id of the administrator; null when the product decided.
  asked_by text,
  created_at bigint not null,
  unique (captured_payment_id, try)
);
create trigger refund_stays before update or delete or truncate on refund
  for each statement execute function refuse_change();

-- One order gives one right.
create unique index entitlement_of_order on entitlement (origin) where origin like 'order:%';

-- What a call with an Idempotency-Key was answered, for two days.
create table purchase_key (
  person_id bigint not null references person on delete cascade,
  key text not null check (length(key) <= 255),
  -- Of the call and its body.
  body_sha256 bytea not null check (length(body_sha256) = 32),
  created_at bigint not null,
  -- JSON; null while it was not answered.
  answer text,
  primary key (person_id, key)
);
create index purchase_key_created on purchase_key (created_at);

-- Each run of the reconciliation with the provider.
create table reconciliation (
  id bigint generated always as identity primary key,
  started_at bigint not null,
  -- Null while it runs, and for one that was cut off.
  ended_at bigint,
  looked integer not null default 0,
  changed integer not null default 0,
  failed integer not null default 0
);

-- Which reminder of the end of a subscription was sent: seven days or one day before it.
create table subscription_reminder (
  person_id bigint not null references person on delete cascade,
  ends_at bigint not null,
  days integer not null check (days in (1, 7)),
  sent_at bigint not null,
  primary key (person_id, ends_at, days)
);
