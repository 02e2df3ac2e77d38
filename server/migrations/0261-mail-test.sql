-- Test mails of setting up: followed links show that mails of this server arrive.
create table mail_test (
  id bigint generated always as identity primary key,
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- Host of the mail server that was to deliver it; another one is another question.
  server text not null,
  sent_at timestamptz(3) not null default now(),
  sent_by bigint not null references app_user,
  arrived_at timestamptz(3)
);
create index mail_test_arrived on mail_test (server) where arrived_at is not null;
create index mail_test_sent_by on mail_test (sent_by);
revoke delete on mail_test from portico_app;
