-- The back office: what was done in it, and what its lists need of people. Every time is UTC epoch milliseconds.
create table audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- Public id of the administrator. No reference: the row stays when the account goes.
  admin_uid text not null,
  -- What was done, such as grant.add.
  action text not null,
  -- To what: a kind and a name, such as person:K7M2Q9XWPA or order:RS-2026-000123.
  subject text not null,
  detail jsonb not null,
  ip text not null
);
create index audit_admin on audit (admin_uid, id);
create index audit_action on audit (action text_pattern_ops, id);
create index audit_subject on audit (subject text_pattern_ops, id);
create trigger audit_stays before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- A text as it is looked for: capitals, accents and the dots of i aside, ə as e.
create function fold_text(text) returns text language sql immutable strict parallel safe
  return translate(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]+', '', 'g')),
    'ıəøłđß', 'ieolds'
  );

alter table person add column signed_in_at bigint;
update person set signed_in_at =
  (select max(opened_at) from session where session.person_id = person.id and complete);
alter table person add column search_text text not null generated always as (
  fold_text(name || ' ' || surname || ' ' || mail || ' ' || gsm || ' ' || public_id)
) stored;

-- When a person last did something in the back office with this session; null before the first time.
alter table session add column acted_at bigint;
