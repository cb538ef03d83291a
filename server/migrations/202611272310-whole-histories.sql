-- Whether all of the source's history of the series is stored. False while its older bars are still being inserted.
alter table series add column whole boolean not null default true;
