-- Mails on their way and, where no mail server is configured, mails that are kept. Every time is UTC epoch milliseconds.
create table mail (
  id bigint generated always as identity primary key,
  -- Recipient, subject and text, encrypted with a key outside the database; null once it was delivered or given up.
  content bytea,
  -- Which mail it is, for the log: welcome, reset, password-changed, new-session, ...
  template text not null,
  written_at bigint not null,
  -- When to try next; null when there is nothing left to do.
  next_try_at bigint,
  tries integer not null default 0,
  sent_at bigint,
  -- Why the last try failed, without any address.
  failure text
);
create index mail_due on mail (next_try_at) where next_try_at is not null;

-- How often something was tried: one row for each key, such as an account or an address and what it did.
create table attempt (
  key text primary key,
  count integer not null,
  window_ends_at bigint not null
);
create index attempt_ended on attempt (window_ends_at);
