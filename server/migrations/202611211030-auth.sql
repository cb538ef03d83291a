-- Codes for forgotten passwords and human checks that were used. Every time is UTC epoch milliseconds.
create table reset_code (
  -- One live code for each person: a newer request replaces it.
  person_id bigint primary key references person on delete cascade,
  -- argon2id of the code, PHC form.
  code_hash text not null,
  mail_id bigint not null references mail on delete cascade,
  created_at bigint not null,
  tries integer not null default 0
);

create table used_challenge (
  -- SHA-256 of the solved check.
  hash bytea primary key check (length(hash) = 32),
  expires_at bigint not null
);
create index used_challenge_expiry on used_challenge (expires_at);
