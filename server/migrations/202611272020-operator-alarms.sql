-- Conditions that the operator is told of. Every time is UTC epoch milliseconds.
create table operator_alarm (
  -- Kind and subject of the condition, like `silent:binance`.
  key text primary key,
  kind text not null,
  -- Source, calendar or job; empty for a condition of the whole server.
  subject text not null,
  -- Figures of the text, as they were when the condition began.
  facts jsonb not null,
  began_at bigint not null,
  -- When its beginning was told; null while it has not lasted long enough, or while too many were told.
  told_at bigint,
  -- Since when the condition does not hold; null while it holds or is not known.
  absent_at bigint,
  -- When it was over; null while it lasts.
  ended_at bigint,
  -- Beginnings that were told since the start of the hour in which they are counted.
  hour_began_at bigint not null,
  told_in_hour integer not null check (told_in_hour >= 0),
  check (ended_at is null or ended_at >= began_at)
);
