-- Name of each history's instrument at its source. A source feeds an instrument to one symbol.
alter table series add column source_symbol text;
update series set source_symbol = symbol;
alter table series alter column source_symbol set not null;
create unique index series_source_symbol on series (source, source_symbol) where archived_at is null;
