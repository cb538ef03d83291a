-- Chats of the Telegram bot. Every time is UTC epoch milliseconds.
create table telegram_link (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id bigint not null references person on delete cascade,
  expires_at bigint not null
);
create index telegram_link_of_person on telegram_link (person_id);

create table telegram_chat (
  person_id bigint primary key references person on delete cascade,
  chat_id bigint not null unique,
  linked_at bigint not null,
  -- Whether new predictor rows of favourites are sent.
  signals boolean not null default false
);

-- Updates that were taken, so that one delivered twice has one effect.
create table telegram_update (
  update_id bigint primary key,
  taken_at bigint not null
);

-- What is to be said, once for each key.
create table telegram_message (
  id bigint generated always as identity primary key,
  key text not null unique,
  person_id bigint not null references person on delete cascade,
  chat_id bigint not null,
  text text not null,
  written_at bigint not null,
  next_try_at bigint,
  tries integer not null default 0,
  sent_at bigint,
  failure text
);
create index telegram_message_due on telegram_message (next_try_at) where next_try_at is not null;
create index telegram_message_of_person on telegram_message (person_id);

-- How far the bot has read the ledger for signals of favourites; one row.
create table telegram_cursor (
  singleton boolean primary key default true check (singleton),
  seq bigint not null
);
