-- Codes for forgotten passwords, human checks that were used, and wrong passwords. Every time is UTC epoch milliseconds.
-- A mailbox stands here as an HMAC-SHA-256 with a key outside the database: addresses without an account come here too,
-- so that nobody can tell them from the others, and a code outlives an account that goes while it is on its way.
create table reset_code (
  -- One live code for each mailbox: a newer request replaces it.
  mail_hash bytea primary key check (length(mail_hash) = 32),
  -- argon2id of the code, PHC form.
  code_hash text not null,
  mail_id bigint not null references mail on delete cascade,
  created_at bigint not null,
  tries integer not null default 0
);
create index reset_code_mail on reset_code (mail_id);
create index reset_code_created on reset_code (created_at);

-- Wrong passwords in a row, and until when nobody may try again.
create table sign_in_failure (
  mail_hash bytea primary key check (length(mail_hash) = 32),
  failures integer not null,
  blocked_until bigint not null,
  tried_at bigint not null
);
create index sign_in_failure_tried on sign_in_failure (tried_at);

create table used_challenge (
  -- SHA-256 of the solved check.
  hash bytea primary key check (length(hash) = 32),
  expires_at bigint not null
);
create index used_challenge_expiry on used_challenge (expires_at);
