-- Views belong to people now; those counted before were all of one demo person.
truncate page_view;
alter table page_view drop column person cascade;
alter table page_view add column person_id bigint not null references person on delete cascade;
alter table page_view add primary key (hour_ms, category, person_id);
create index page_view_of_person on page_view (person_id);
