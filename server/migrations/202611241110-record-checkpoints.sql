-- Where each history stood when it was last certified, for the next night to go on from.

create table record_checkpoint (
  series_id integer primary key references series,
  engine_version text not null,
  -- When the history was last computed again from its first bar.
  whole_at bigint not null,
  -- Bars that were read, the opening time of the last one, the hash over all of them.
  bars integer not null check (bars > 0),
  cursor_ms bigint not null,
  bars_hash bytea not null check (length(bars_hash) = 32),
  -- Up to when everything that becomes known was met, and the last rows of both chains that there were.
  through_ms bigint not null,
  seq bigint not null,
  no bigint not null,
  -- What was met by then: rows but weekly sets, weekly sets, boxes, outcomes.
  signals integer not null,
  level_sets integer not null,
  boxes integer not null,
  outcomes integer not null,
  -- The engine, Zstandard, and the hash over it and all above.
  snapshot bytea not null,
  hash bytea not null check (length(hash) = 32)
);
alter table record_checkpoint alter column snapshot set storage external;

alter table record_certificate
  -- How much of the sums was computed again this night, and when the history was that waits for it longest.
  add column again integer not null default 0,
  add column oldest_whole bigint not null default 0,
  -- Hash over the hashes of all checkpoints, in the order of their series; null where none may be relied on.
  add column checkpoints bytea check (length(checkpoints) = 32),
  -- How far both chains were walked, and where the part ends that was walked a second time.
  add column chain_seq bigint not null default 0,
  add column chain_hash bytea check (length(chain_hash) = 32),
  add column chain_no bigint not null default 0,
  add column chain_no_hash bytea check (length(chain_no_hash) = 32),
  add column again_seq bigint not null default 0,
  add column again_no bigint not null default 0;
update record_certificate set again = signals + level_sets + boxes + outcomes, oldest_whole = finished_at;
