-- Texts that the owner has written in the place of built-in ones; each saving is a row, the last one of a text and
-- language holds. An empty one gives the place back to the built-in text.
create table site_text (
  id bigint generated always as identity primary key,
  name text not null,
  language text not null check (language in ('tr', 'az', 'en')),
  body text not null,
  saved_at bigint not null
);
create index site_text_of_name on site_text (name, language, id desc);
create trigger site_text_stays before update or delete or truncate on site_text
  for each statement execute function refuse_change();
