-- By which the same identifier is found in forms of different holders, though the answers are encrypted: HMACs of the
-- identifiers in each holder's newest and approved form. docs/decisions/0248-identifiers-across-forms.md
create table identifier_index (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  revision_id bigint not null references form_revision,
  -- The data key from which the HMAC's key is derived, and the rules by which numbers are written alike: rows of another
  -- key or other rules are made again.
  key_id bigint not null references data_key,
  scheme integer not null,
  digests bytea[] not null,
  primary key (holder_type, holder_id, revision_id)
);
create index identifier_index_digests on identifier_index using gin (digests);
create index identifier_index_revision on identifier_index (revision_id);
grant delete on identifier_index to portico_retention;
