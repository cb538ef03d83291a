-- Several versions of the engine beside each other in one series (docs/formats/ledger.md).

alter table analysis_state
  -- Time up to which the version publishes rows and boxes; null for the version that publishes the present ones. A
  -- newer version sets it when it begins. Afterwards the version publishes outcomes alone.
  add column rows_until_ms bigint,
  -- Whether none of its rows is open any more: the version reads no further bars.
  add column is_over boolean not null default false,
  add constraint analysis_state_over_check check (not is_over or rows_until_ms is not null);

-- A checkpoint of each version.
alter table record_checkpoint drop constraint record_checkpoint_pkey,
  add primary key (series_id, engine_version);
