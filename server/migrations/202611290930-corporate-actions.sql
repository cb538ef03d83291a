-- Splits and renames of instruments at their source (docs/decisions/0067-corporate-actions.md). Times are UTC epoch
-- milliseconds.

-- Splits by which the raw history of its source is adjusted in a series.
create table series_split (
  series_id integer not null references series on delete cascade,
  -- Opening of the first session after the split.
  effective_at bigint not null,
  -- New shares for each old one.
  factor double precision not null check (factor > 0 and factor < 'Infinity'),
  primary key (series_id, effective_at)
);

-- What a source has told, and what an operator has decided about it.
create table corporate_action (
  id integer primary key generated always as identity,
  source text not null,
  source_symbol text not null,
  -- The symbol that the instrument fed when the action was found.
  symbol text not null,
  kind text not null check (kind in ('split', 'rename')),
  effective_at bigint not null,
  -- New shares for each old one, of a split.
  factor double precision check (factor > 0 and factor < 'Infinity'),
  -- New name of the instrument at the source, of a rename.
  name_to text,
  found_at bigint not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dismissed')),
  -- Public id of the administrator; null when a new history or a split by hand contained the action.
  decided_by text,
  decided_at bigint,
  -- When a confirmed action was carried out; null while it is not effective yet.
  applied_at bigint,
  unique (source, source_symbol, kind, effective_at),
  constraint corporate_action_factor_kind_check check ((factor is not null) = (kind = 'split')),
  constraint corporate_action_name_check check ((name_to is not null) = (kind = 'rename')),
  constraint corporate_action_decided_check check ((decided_at is null) = (state = 'open')),
  constraint corporate_action_by_check check (decided_by is null or state <> 'open'),
  constraint corporate_action_applied_check check (applied_at is null or state = 'confirmed')
);
