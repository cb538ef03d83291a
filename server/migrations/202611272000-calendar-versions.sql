-- A history keeps the version of the calendar with which it began, docs/analysis.md#calendars. The current history of a
-- symbol has the symbol's calendar. An archived one has what the newest list of covered symbols in the register says
-- about it, else its symbol's calendar, else the calendar that its category had.
alter table series add column calendar text;
update series set calendar = coalesce(
  (select symbol.calendar from symbol where symbol.series_id = series.id),
  (select listed ->> 'calendar'
    from ledger_register, jsonb_array_elements(detail -> 'symbols') as listed
    where kind = 'symbols' and (listed ->> 'seriesId')::integer = series.id
    order by seq desc limit 1),
  (select symbol.calendar from symbol where symbol.name = series.symbol),
  case category when 'crypto' then 'always' when 'forex' then 'forex' when 'bist' then 'bist' else 'nasdaq' end);
alter table series
  alter column calendar set not null,
  add constraint series_calendar_check
    check (calendar in ('always', 'forex', 'bist', 'bist-2', 'nasdaq', 'xetra'));
alter table symbol drop column calendar;
