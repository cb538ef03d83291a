-- Lessons, questions, homework and their files. Every time is UTC epoch milliseconds.

-- Files that nothing needs any more; removed from the store by a job.
create table file_removal (
  key text primary key,
  due_at bigint not null,
  tries integer not null default 0
);
create index file_removal_due on file_removal (due_at);

-- An uploaded file, from the moment its address was given out. The bytes lie in the store as images/<id> or videos/<id>.
create table education_file (
  id text primary key check (length(id) = 20),
  kind text not null check (kind in ('image', 'video')),
  -- Who asked for the address. Null for a video whose uploader is gone; an image goes with its owner.
  person_id bigint references person,
  -- What the PUT must say it is; null for any type that an image may have. Then what is stored.
  type text,
  -- As the file was called; null for an image.
  name text,
  -- How long a video must be; null for an image until it is stored.
  bytes bigint check (bytes > 0),
  width integer,
  height integer,
  created_at bigint not null,
  -- When its one PUT began; null again when that broke off.
  begun_at bigint,
  stored_at bigint,
  -- When a question, a homework, a lesson or a video took it.
  taken_at bigint,
  check (person_id is not null or kind = 'video'),
  check (stored_at is null or (type is not null and bytes is not null))
);
create index education_file_of_person on education_file (person_id);
create index education_file_unused on education_file (created_at) where taken_at is null;

create table lesson (
  number smallint primary key check (number between 1 and 8),
  title_tr text not null,
  title_az text not null,
  title_en text not null,
  minutes integer check (minutes > 0),
  -- Where the video is: at an address, in a file, or nowhere yet.
  link text,
  file_id text unique references education_file,
  check (link is null or file_id is null)
);

create table homework_task (
  number smallint primary key check (number between 1 and 7),
  title_tr text not null,
  title_az text not null,
  title_en text not null,
  text_tr text not null,
  text_az text not null,
  text_en text not null
);

create table platform_video (
  id bigint generated always as identity primary key,
  -- Their order; equal ones by id.
  position integer not null,
  title_tr text not null,
  title_az text not null,
  title_en text not null,
  minutes integer check (minutes > 0),
  link text,
  file_id text unique references education_file,
  check (link is null or file_id is null)
);

create table lesson_progress (
  person_id bigint not null references person on delete cascade,
  lesson smallint not null check (lesson between 1 and 8),
  -- The greatest share that was played, and where it was last stopped, in seconds.
  progress double precision not null check (progress >= 0 and progress <= 1),
  position_seconds double precision not null check (position_seconds >= 0 and position_seconds <= 86400),
  saved_at bigint not null,
  primary key (person_id, lesson)
);

create table question (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  text text not null check (text <> ''),
  image_id text unique references education_file,
  asked_at bigint not null,
  answer text check (answer <> ''),
  answered_at bigint,
  check ((answer is null) = (answered_at is null))
);
create index question_of_person on question (person_id, asked_at);
create index question_waiting on question (asked_at) where answered_at is null;
create index question_answered on question (answered_at) where answered_at is not null;

create table homework (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  number smallint not null check (number between 1 and 7),
  text text not null check (text <> ''),
  image_id text not null unique references education_file,
  submitted_at bigint not null,
  state text not null default 'review' check (state in ('review', 'approved', 'fix')),
  feedback text,
  -- Remarks on the image: [{x, y, text}], x and y as shares of its width and height.
  marks jsonb not null default '[]',
  reviewed_at bigint,
  check ((state = 'review') = (reviewed_at is null))
);
-- A slot is taken unless each submission was sent back.
create unique index homework_slot on homework (person_id, number) where state <> 'fix';
create index homework_of_person on homework (person_id, number, id);
create index homework_by_state on homework (state, submitted_at);
