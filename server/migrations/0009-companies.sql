-- Companies, who represents them, whom staff assign to whom, distribution groups, and the facts that staff keep about clients.

create table company (
  id bigint generated always as identity primary key,
  -- The legal name, as the last submitted form has it; empty before.
  name text not null default '',
  state text not null default 'preKYC'
    check (state in ('preKYC', 'pendingKYC', 'postKYC', 'returnedKYC', 'pendingReKYC', 'rejected', 'disabled')),
  state_before_disabled text,
  creator_id bigint not null references app_user,
  assigned_to bigint references app_user,
  -- The day of the last approval: the yearly review counts from it.
  reviewed_on date,
  -- When the relationship ended: retention counts from it, and waits while `held`.
  ended_at timestamptz(3),
  held boolean not null default false,
  created_at timestamptz(3) not null default now()
);
-- A user's started company, of which there is at most one (decisions 2).
create unique index company_started on company (creator_id) where state in ('preKYC', 'pendingKYC', 'returnedKYC');
-- Companies that were never approved are their creator's to fill in: every session check looks for them.
create index company_begun on company (creator_id) where reviewed_on is null;
create index company_newest on company (created_at, id);
create index company_by_name on company (name, id);
create index company_by_state on company (state, created_at, id);
create index company_assigned on company (assigned_to, created_at, id) where assigned_to is not null;
create index company_review on company (reviewed_on) where state = 'postKYC';
create index company_ended on company (ended_at) where ended_at is not null;
create index company_search on company using gin (lower(name) gin_trgm_ops);

alter table representation add foreign key (company_id) references company;
alter table app_user add foreign key (last_company) references company;

alter table app_user
  add column assigned_to bigint references app_user,
  add column reviewed_on date,
  add column ended_at timestamptz(3),
  add column held boolean not null default false;
create index app_user_review on app_user (reviewed_on) where state = 'postKYC';
create index app_user_ended on app_user (ended_at) where ended_at is not null;
create index app_user_assigned on app_user (assigned_to, created_at, id) where assigned_to is not null;
create index app_user_by_state on app_user (state, created_at, id);

-- Named groups of users for notifications and mails; a rename carries the members along.
create table distribution_group (
  name text primary key check (name = btrim(name) and name <> ''),
  created_at timestamptz(3) not null default now()
);
create table distribution_group_member (
  group_name text not null references distribution_group on update cascade on delete cascade,
  user_id bigint not null references app_user,
  primary key (group_name, user_id)
);
create index distribution_group_member_user on distribution_group_member (user_id);

-- What facts staff keep about clients; a client's own are `app_user.client_data`, by label.
create table data_field (
  id bigint generated always as identity primary key,
  label text not null unique check (label = btrim(label) and label <> ''),
  created_at timestamptz(3) not null default now()
);
