-- Browsers in which a person has signed in. The cookie that names one carries no right: it has a budget of tries of its own,
-- and a sign-in without it is one from a new device.
create table known_device (
  id bigint generated always as identity primary key,
  -- SHA-256 of the name in the cookie.
  token_hash bytea not null unique check (length(token_hash) = 32),
  person_id bigint not null references person on delete cascade,
  made_at bigint not null,
  seen_at bigint not null
);
create index known_device_of_person on known_device (person_id, seen_at);
create index known_device_seen on known_device (seen_at);

-- Whether a known device of the account asked for the code: a stranger's request does not replace it while it lives.
alter table reset_code add column by_device boolean not null default false;
