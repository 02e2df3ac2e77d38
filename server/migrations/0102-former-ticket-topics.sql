-- Topics that the firm removed while tickets had them: the tickets keep the name, and staff can bring the topic back.
create table ticket_topic_former (
  id text primary key,
  name jsonb not null,
  archived_at timestamptz(3) not null default now()
);
