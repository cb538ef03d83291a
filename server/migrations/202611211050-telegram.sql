-- Chats of the Telegram bot. Every time is UTC epoch milliseconds.
create table telegram_link (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id bigint not null references person on delete cascade,
  expires_at bigint not null
);
create index telegram_link_of_person on telegram_link (person_id, expires_at);

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

-- The bot as Telegram last described it, and what the processes on this database share about it.
create table telegram_bot (
  bot_id bigint primary key,
  username text not null,
  -- Which process asks for updates, and until when it alone may.
  poller text,
  poll_until bigint not null default 0,
  -- Until when Telegram told us to send nothing.
  quiet_until bigint not null default 0
);

-- What is to be said, once for each key.
create table telegram_message (
  id bigint generated always as identity primary key,
  key text not null unique,
  -- Null for an answer to somebody who has linked no chat.
  person_id bigint references person on delete cascade,
  chat_id bigint not null,
  -- Null once it was said or given up.
  text text,
  written_at bigint not null,
  next_try_at bigint,
  tries integer not null default 0,
  sent_at bigint,
  -- Why the last try failed, without anything that was said.
  failure text
);
create index telegram_message_due on telegram_message (next_try_at) where next_try_at is not null;
create index telegram_message_of_person on telegram_message (person_id);

-- How far the bot has read the ledger for signals of favourites; one row.
create table telegram_cursor (
  singleton boolean primary key default true check (singleton),
  seq bigint not null
);
