-- Replies by mail: all of a mail whose comment is a part of it, mails that became no comment, and those tried again.

-- Null if the comment is all of the mail.
alter table ticket_mail add column whole text;

-- Deleted after three months, by the portal itself.
create table unadded_mail (
  id bigint generated always as identity primary key,
  -- Hash of the mail.
  mail_key text not null unique,
  reason text not null check (reason in (
    'automatic', 'maybeAutomatic', 'loop', 'unknownAddress', 'severalTickets', 'unclearSender', 'forged', 'foreignSender',
    'notOfHolder', 'closed', 'empty', 'tooLong', 'tooLarge', 'unreadable', 'setAside')),
  received_at timestamptz(3) not null default now(),
  -- As they were sent.
  sender text not null,
  subject text not null,
  words text not null,
  file_names text[] not null,
  -- The ticket that it was sent to, or that it was added to.
  ticket_id bigint references ticket,
  -- Who wrote it, if the address proves it.
  user_id bigint references app_user,
  -- When somebody dealt with it, and the comment that it became.
  done_at timestamptz(3),
  done_by bigint references app_user,
  comment_id bigint references ticket_comment,
  check ((done_at is null) = (done_by is null)),
  check (comment_id is null or (done_at is not null and ticket_id is not null))
);
create index unadded_mail_ticket on unadded_mail (ticket_id) where ticket_id is not null;
create index unadded_mail_user on unadded_mail (user_id) where user_id is not null;
create index unadded_mail_comment on unadded_mail (comment_id) where comment_id is not null;
create index unadded_mail_done_by on unadded_mail (done_by) where done_by is not null;
create index unadded_mail_received on unadded_mail (received_at);
grant delete on unadded_mail to portico_retention;

-- A mail that could not be handled, which holds up no other.
create table failing_mail (
  address text not null,
  uid_validity text not null,
  uid bigint not null,
  tries smallint not null,
  next_try_at timestamptz(3) not null,
  primary key (address, uid_validity, uid)
);
alter table mailbox_position drop column failing_uid, drop column tries, drop column next_try_at;
