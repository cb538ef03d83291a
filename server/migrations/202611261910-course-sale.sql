-- Whether the course is on sale; each decision is a row, the last one holds. Without one it is not on sale.
create table course_sale (
  id bigint generated always as identity primary key,
  on_sale boolean not null,
  set_at bigint not null,
  -- Public id of the administrator; null for the decision of a demonstration.
  set_by text
);
create trigger course_sale_stays before update or delete or truncate on course_sale
  for each statement execute function refuse_change();
