-- How the signed file was read: `displayed` to its last page by the application that signed, `downloaded` and read by the
-- signer's own statement, or `unstated` by the caller. Null for the firm, and for signatures from before this was asked.
alter table contract_signature add column shown_how text check (shown_how in ('displayed', 'downloaded', 'unstated'));
alter table contract_signature add column shown_at timestamptz(3);
alter table contract_signature add constraint contract_signature_shown
  check ((shown_at is not null) = (shown_how is not null and shown_how <> 'unstated'));
