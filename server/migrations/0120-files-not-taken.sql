-- Replies that are encrypted, and files of a reply that were not taken. docs/decisions/0254-signed-and-encrypted-replies.md
alter table ticket_mail drop constraint ticket_mail_outcome_check;
alter table ticket_mail add constraint ticket_mail_outcome_check check (outcome in
  ('added', 'foreignSender', 'notOfHolder', 'closed', 'empty', 'tooLong', 'tooLarge', 'unreadable', 'encrypted')) not valid;
alter table unadded_mail drop constraint unadded_mail_reason_check;
alter table unadded_mail add constraint unadded_mail_reason_check check (reason in (
  'automatic', 'maybeAutomatic', 'loop', 'unknownAddress', 'severalTickets', 'unclearSender', 'forged', 'foreignSender',
  'notOfHolder', 'closed', 'empty', 'tooLong', 'tooLarge', 'unreadable', 'encrypted', 'setAside')) not valid;

-- Names of the files that came with the comment's mail and are in the mailbox alone.
alter table ticket_mail add column refused_files text[] not null default '{}';
