-- Every whole set of answers that somebody gave to a form's knowledge test, in order: a score that was reached at the third try says
-- something else than one reached at the first.
create table knowledge_attempt (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The questionnaire's version.
  version text not null,
  -- Encrypted: option by question.
  answers bytea not null,
  right_answers smallint not null,
  questions smallint not null,
  answered_at timestamptz(3) not null default now(),
  answered_by bigint not null references app_user
);
create index knowledge_attempt_of_holder on knowledge_attempt (holder_type, holder_id, id);
create index knowledge_attempt_answered_by on knowledge_attempt (answered_by);
select append_only('knowledge_attempt');
