-- Authorities of configured certificates with which the firm sealed: what was sealed is verified with them for years after
-- another certificate was configured.
create table seal_authority (
  id bigint generated always as identity primary key,
  -- X.509 in DER.
  certificate bytea not null unique,
  created_at timestamptz(3) not null default now()
);
revoke update, delete on seal_authority from portico_app;

-- Pages with the evidence that sealing added to the contract's PDF, and why it added none.
alter table contract
  add column evidence_pages integer not null default 0 check (evidence_pages >= 0),
  add column evidence_omitted text check (evidence_omitted in ('signed', 'form', 'structure'));
