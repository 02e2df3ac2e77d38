-- Replies to mails about tickets that were read from the firm's mailbox.

-- Up to which mail a mailbox was read.
create table mailbox_position (
  address text primary key,
  uid_validity text not null,
  uid bigint not null,
  read_at timestamptz(3) not null default now()
);
grant select, insert, update on mailbox_position to portico_app;

-- What became of a mail that names a ticket; other mails are not recorded.
create table ticket_mail (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  user_id bigint not null references app_user,
  -- Tells mails apart: address, validity and number in the mailbox.
  mail_key text not null unique,
  received_at timestamptz(3) not null default now(),
  outcome text not null check (outcome in
    ('added', 'foreignSender', 'notOfHolder', 'closed', 'empty', 'tooLong', 'tooLarge', 'unreadable')),
  comment_id bigint references ticket_comment,
  -- The sender was mailed why the reply, or a file of it, was not added.
  is_answered boolean not null,
  check ((outcome = 'added') = (comment_id is not null))
);
create index ticket_mail_of on ticket_mail (ticket_id, user_id, received_at);
create index ticket_mail_user on ticket_mail (user_id);
create index ticket_mail_comment on ticket_mail (comment_id);
select append_only('ticket_mail');
