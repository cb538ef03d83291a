-- Matched entries are chosen at even distances instead of by the hash of the row, and each pays the cost of its own
-- price and risk; the twin of a weekly set is shifted by its week (docs/formats/record.md). What an earlier rule gave
-- is not shown beside it: baselines, twins and figures follow from ledger, outcomes and bars, and the next computation
-- of the record, which is due at once, writes them anew.
delete from record_baseline_part;
delete from record_twin;
delete from record_figures;
delete from record_touches;
delete from record_run;
