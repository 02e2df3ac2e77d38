-- What a compliance officer asks for; docs/decisions/0374-compliance-questions.md.

-- Which mails went to a client, without what they said. `sent_mail` names no account and is deleted after three months.
create table client_mail (
  message_id uuid not null,
  -- Whom it was about: the company, or the person who got it.
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- As it was then, in lower case.
  address text not null,
  -- The name of the mail, such as news or code.
  template text not null,
  subject text not null,
  -- When it was to be delivered first.
  sent_at timestamptz(3) not null default now(),
  -- When the mail server took it.
  handed_at timestamptz(3),
  -- Why the mail server did not take it at the last attempt.
  failure text,
  -- What was reported later, as in sent_mail.
  returned text check (returned in ('delayed', 'expired', 'failed')),
  returned_reason text,
  returned_at timestamptz(3),
  primary key (holder_type, holder_id, message_id),
  check ((returned is null) = (returned_at is null))
);
create index client_mail_message on client_mail (message_id);
revoke update, delete on client_mail from portico_app;
grant update (handed_at, failure, returned, returned_reason, returned_at) on client_mail to portico_app;
grant delete on client_mail to portico_retention;
create index client_mail_holder on client_mail (holder_type, holder_id, sent_at desc, message_id desc);

-- Documents that expire, soonest first.
create index document_expiring on document (valid_until, id) where valid_until is not null and deleted_at is null;
-- The approved forms of which something expires, asked for or not.
create index form_expiry_day on form_expiry (expires_on, holder_id);
-- Withdrawals by the day on which they were asked for.
create index transaction_request_withdrawals on transaction_request (created_at desc, id desc) where type = 'withdrawal';
