-- What holders let their accountants and lawyers read. docs/decisions/0335-delegations.md

-- Append-only but for its acceptance, its end and what became of its mail, each of which is written once.
create table delegation (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Who is invited: only the account of this address accepts it.
  email text not null check (email = lower(email) and email <> ''),
  parts text[] not null check (cardinality(parts) > 0 and parts <@ array['reports', 'tax', 'documents']),
  -- The last day, by the firm's days.
  valid_to date not null,
  -- Of the mail.
  language text not null check (language in ('bg', 'en', 'pl')),
  -- SHA-256 of the secret in the invitation's link.
  token_hash bytea not null,
  invited_until timestamptz(3) not null,
  made_by bigint not null references app_user,
  made_at timestamptz(3) not null default now(),
  -- Null until it is accepted.
  delegate_id bigint references app_user,
  accepted_at timestamptz(3),
  -- The mail could not be delivered.
  undelivered_at timestamptz(3),
  -- The holder was told that its last day is near.
  reminded_at timestamptz(3),
  ended_at timestamptz(3),
  -- Null for the portal.
  ended_by bigint references app_user,
  check ((delegate_id is null) = (accepted_at is null)),
  check (ended_at is not null or ended_by is null)
);
create index delegation_holder on delegation (holder_type, holder_id, id);
create unique index delegation_token on delegation (token_hash);
-- Part of every call: whom a person is a delegate of.
create index delegation_delegate on delegation (delegate_id) where ended_at is null;
create index delegation_made_by on delegation (made_by);
create index delegation_ended_by on delegation (ended_by) where ended_by is not null;
create index delegation_open on delegation (valid_to) where ended_at is null;

create function keep_delegation() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if old.ended_at is not null
    or (old.delegate_id is not null and (new.delegate_id, new.accepted_at) is distinct from (old.delegate_id, old.accepted_at))
  then
    raise exception 'delegation % is ended or accepted and does not change', old.id;
  end if;
  return new;
end $$;
create trigger keep_delegation before update on delegation for each row execute function keep_delegation();

revoke update, delete on delegation from portico_app;
grant update (delegate_id, accepted_at, undelivered_at, reminded_at, ended_at, ended_by) on delegation to portico_app;
grant delete on delegation to portico_retention;

-- What each delegate may read today: not staff, and not of a person or company that the firm has disabled.
create view current_delegation with (security_invoker = true) as
  select d.id, d.delegate_id, d.holder_type, d.holder_id, d.parts, d.valid_to
  from delegation d
  join app_user delegate on delegate.id = d.delegate_id and delegate.role = 'client'
  where d.ended_at is null and d.valid_to >= (select firm_today())
    and not exists (select from app_user holder
      where d.holder_type = 'user' and holder.id = d.holder_id and holder.state = 'disabled')
    and not exists (select from company holder
      where d.holder_type = 'company' and holder.id = d.holder_id and holder.state = 'disabled');
