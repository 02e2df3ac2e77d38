-- Certificates of the firm's own authority, which issues those for the seal on PDFs. None is ever deleted: files sealed
-- with one are verified with it.
create table seal_certificate (
  id bigint generated always as identity primary key,
  -- The authority; null for an authority, which issues its own.
  issued_by bigint references seal_certificate,
  -- X.509 in DER.
  certificate bytea not null unique,
  -- PKCS#8, encrypted by the vault.
  sealed_key bytea not null,
  valid_until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index seal_certificate_newest on seal_certificate (id desc) where issued_by is not null;
create index seal_certificate_issued_by on seal_certificate (issued_by) where issued_by is not null;
revoke update, delete on seal_certificate from portico_app;
