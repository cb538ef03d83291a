-- The contents of the landing page that are not its texts; each saving is a row, the last one holds.
create table site_content (
  id bigint generated always as identity primary key,
  content jsonb not null,
  saved_at bigint not null
);
create trigger site_content_stays before update or delete or truncate on site_content
  for each statement execute function refuse_change();
