-- Messages to everybody and to the students. Every time is UTC epoch milliseconds.
create table message (
  id bigint generated always as identity primary key,
  list text not null check (list in ('platform', 'class')),
  text_tr text not null,
  text_az text not null,
  text_en text not null,
  link text,
  -- When it appears; a scheduled one is in the future.
  at bigint not null,
  created_at bigint not null,
  cancelled_at bigint check (cancelled_at < at)
);
create index message_of_list on message (list, at desc, id desc);

-- How far somebody has read a list: everything up to this message, in the order in which they appeared.
create table message_read (
  person_id bigint not null references person on delete cascade,
  list text not null check (list in ('platform', 'class')),
  at bigint not null,
  message_id bigint not null,
  primary key (person_id, list)
);

-- Whether messages are sent to a linked chat.
alter table telegram_chat add column messages boolean not null default true;

-- How far the bot has come with passing a message on.
create table telegram_broadcast (
  message_id bigint primary key references message,
  -- Everybody up to this one has it in the outbox.
  person_through bigint not null default 0,
  done_at bigint
);
