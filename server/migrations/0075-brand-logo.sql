-- Logos of the firm: drawn anew from what staff uploaded, known by their content; the brand names one of them. The bytes lie in the
-- files port (adapters/files) under their SHA-256, as the files of holders do.
create table brand_logo (
  sha256 bytea primary key check (length(sha256) = 32),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz(3) not null default now(),
  -- Since when the brand has named it: from then on it stays, since the audit log tells of it.
  kept_at timestamptz(3)
);
create index brand_logo_uploaded_by on brand_logo (uploaded_by);
revoke delete on brand_logo from portico_retention;

-- Before, a logo was an address on this server, under which the portal itself never had a file.
update setting set data = jsonb_set(data, '{logo}', 'null')
  where name = 'brand' and jsonb_typeof(data -> 'logo') = 'string';
