-- A tree over the outcomes beside that over the rows of the ledger (docs/formats/record.md). Heads published before
-- have no root over the outcomes, and never get one.
alter table record_head add column outcomes_root bytea check (length(outcomes_root) = 32);

-- Roots of full subtrees over 256 rows and more of either chain.
alter table record_node add column chain text not null default 'ledger'
  check (chain in ('ledger', 'outcomes'));
alter table record_node drop constraint record_node_pkey;
alter table record_node add primary key (chain, level, position);
alter table record_node alter column chain drop default;
