-- People, their sessions and what they agreed to. Every time is UTC epoch milliseconds.
create table person (
  id bigint generated always as identity primary key,
  -- The UID that pages and the id cookie show; it grants nothing.
  public_id text not null unique,
  mail text not null,
  -- The address in the form in which two spellings of one mailbox are equal.
  mail_key text not null unique,
  -- argon2id, PHC form.
  password_hash text not null,
  name text not null,
  surname text not null,
  gsm text not null,
  country text not null,
  city text not null,
  district text not null,
  -- Encrypted with a key outside the database.
  identity bytea not null,
  address bytea not null,
  language text not null check (language in ('tr', 'az', 'en')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  prices text not null default 'teal-red' check (prices in ('teal-red', 'blue-orange')),
  keys boolean not null default true,
  created_at bigint not null,
  -- Asked to be erased; carried out at erase_at.
  erase_asked_at bigint,
  erase_at bigint,
  -- An administrator's authenticator: secret (encrypted), when it was confirmed, and the last step that was used.
  totp_secret bytea,
  totp_confirmed_at bigint,
  totp_step bigint not null default 0,
  check ((erase_asked_at is null) = (erase_at is null))
);
create index person_erasure on person (erase_at) where erase_at is not null;

create table session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token in the cookie.
  token_hash bytea not null unique check (length(token_hash) = 32),
  person_id bigint not null references person on delete cascade,
  opened_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  -- The second step of an administrator is done; true from the start for everybody else.
  complete boolean not null,
  device text not null
);
create index session_of_person on session (person_id, opened_at);
create index session_expiry on session (expires_at);

-- What a person was shown and agreed to, for two years with the address it came from. It goes with the person.
create table consent (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  text text not null check (text in ('privacy', 'kvkk', 'agreement', 'refund')),
  version text not null,
  sha256 bytea not null check (length(sha256) = 32),
  given_at bigint not null,
  ip text,
  unique (person_id, text, version)
);

-- Each run of the retention job: what it removed, kept for at least three years.
create table retention_run (
  id bigint generated always as identity primary key,
  ran_at bigint not null,
  removed jsonb not null
);
