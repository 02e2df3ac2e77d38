-- Which mails went out, so that one that comes back is known. docs/decisions/0347-files-of-reports-and-returned-mails.md

-- Deleted after three months by the job tickets.delete-mails. Names no account: whose the address is may change.
create table sent_mail (
  message_id uuid primary key,
  -- In lower case.
  address text not null,
  template text not null,
  -- The delegation that waits for it.
  delegation_id bigint,
  -- The report of which it tells somebody.
  report_id bigint,
  told_user_id bigint,
  sent_at timestamptz(3) not null default now(),
  -- delayed: not delivered yet. expired: given up, whether the address works is not known. failed: the address refused it.
  returned text check (returned in ('delayed', 'expired', 'failed')),
  -- As RFC 3463 has it, such as 5.1.1.
  status text,
  -- What the mail server said.
  reason text,
  returned_at timestamptz(3),
  check ((returned is null) = (returned_at is null)),
  check ((report_id is null) = (told_user_id is null))
);
create index sent_mail_address on sent_mail (address, sent_at);
create index sent_mail_sent on sent_mail (sent_at);
