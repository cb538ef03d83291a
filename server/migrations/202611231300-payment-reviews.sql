-- What a person has to look at about money, besides orders under review: a signed notice of a page that is not ours, and
-- each difference between the provider's list and these tables. Times are UTC epoch milliseconds, amounts kuruş.
create table payment_review (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('stray', 'unknown-charge', 'unknown-refund', 'refunded-there',
    'partly-refunded', 'chargeback', 'amount', 'missing-charge', 'missing-refund', 'unreadable',
    'surplus-kept')),
  -- What it is about; of each there is one review.
  key text not null,
  -- The order that it is about; null where none of ours is.
  purchase_id bigint references purchase,
  payment_id text,
  -- As the provider says; null where it says none, or none that can be read.
  amount bigint,
  currency text,
  -- Nothing of a card and nothing of a person.
  detail jsonb not null,
  found_at bigint not null,
  closed_at bigint,
  -- Public id of the administrator.
  closed_by text,
  note text,
  unique (provider, key),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (note is null))
);
create index payment_review_open on payment_review (id) where closed_at is null;
create index payment_review_purchase on payment_review (purchase_id);

-- A review stays as it was found: it is closed, once.
create function keep_payment_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.closed_at is null and new.closed_at is not null then
      old.closed_at := new.closed_at;
      old.closed_by := new.closed_by;
      old.note := new.note;
    end if;
    if old = new then return new; end if;
  end if;
  raise exception 'a review is only closed' using errcode = 'restrict_violation';
end $$;
create trigger payment_review_stays before update or delete on payment_review
  for each row execute function keep_payment_review();
create trigger payment_reviews_stay before truncate on payment_review
  for each statement execute function keep_payment_review();

-- Notices of pages that are not ours, as they were kept so far.
insert into payment_review (provider, kind, key, detail, found_at)
select detail->>'provider', 'stray',
  'stray ' || (detail->>'token') || ' ' || (detail->>'kind'),
  jsonb_build_object('word', detail->>'kind', 'token', right(detail->>'token', 8)), min(at)
from provider_event where purchase_id is null and kind = 'stray'
group by detail->>'provider', detail->>'token', detail->>'kind';

-- A page of which something was said, and of which the provider gave no answer since, is watched until it does.
update purchase_head set watched = true
where not watched and purchase_id in (
  select hint.purchase_id from provider_event hint
  where hint.kind in ('returned', 'noticed') and not exists (
    select from provider_event seen
    where seen.purchase_id = hint.purchase_id and seen.attempt_id = hint.attempt_id
      and (seen.kind = 'captured'
        or (seen.kind in ('seen-pending', 'seen-failed') and seen.version > hint.version))));
