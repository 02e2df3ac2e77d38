-- Shares of persons in companies, as staff confirmed them. A row never changes: another takes its place (`corrects`).
create table ownership_share (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  percent numeric(15, 12) not null check (percent > 0 and percent <= 100),
  -- Both days count; without a last one it is held until further notice.
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  corrects bigint unique references ownership_share,
  -- What it corrects was never so; the row itself counts for nothing.
  removed boolean not null default false check (not removed or corrects is not null),
  -- The owner in the company's form whose share was confirmed: revision, id in the graph, and name as written there.
  form_revision integer,
  form_owner text,
  form_name text,
  check ((form_revision is null) = (form_owner is null) and (form_owner is null) = (form_name is null)),
  confirmed_by bigint not null references app_user,
  confirmed_at timestamptz(3) not null default now()
);
create index ownership_share_company on ownership_share (company_id);
create index ownership_share_user on ownership_share (user_id);
create index ownership_share_confirmed_by on ownership_share (confirmed_by);
revoke update, delete on ownership_share from portico_app;
grant delete on ownership_share to portico_retention;
