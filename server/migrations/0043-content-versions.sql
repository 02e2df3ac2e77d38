-- What the firm publishes, each text as a series of versions: drafts that staff write, one of them published.
create table content_version (
  id bigint generated always as identity primary key,
  -- Which domain the content is of, such as `page` or `definition`.
  kind text not null check (kind ~ '^[a-z][A-Za-z]{0,39}$'),
  -- What is described within the kind: the key of a page, the id of a definition.
  subject text not null check (subject ~ '^[A-Za-z0-9-]{1,60}$'),
  version integer not null check (version > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'superseded', 'archived')),
  -- Counts the changes of a draft: of two people who edit it at once, the second is told.
  edit integer not null default 1,
  data jsonb not null,
  -- The version whose content this one began with.
  restored_from integer,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  changed_at timestamptz(3) not null default now(),
  changed_by bigint not null references app_user,
  published_at timestamptz(3),
  published_by bigint references app_user,
  -- When it stopped being public or, never published, was set aside.
  ended_at timestamptz(3),
  unique (kind, subject, version),
  check (state not in ('published', 'superseded') or (published_at is not null and published_by is not null)),
  check ((state in ('superseded', 'archived')) = (ended_at is not null))
);
create unique index content_version_draft on content_version (kind, subject) where state = 'draft';
create unique index content_version_published on content_version (kind, subject) where state = 'published';
create index content_version_created_by on content_version (created_by);
create index content_version_changed_by on content_version (changed_by);
create index content_version_published_by on content_version (published_by) where published_by is not null;
revoke delete on content_version from portico_app;

-- What was ever public stays as it was, and nothing that ended comes back: restoring makes a new draft.
create function keep_published_content() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.data is distinct from old.data or new.published_at is distinct from old.published_at) then
    raise exception 'a version of content that was published never changes';
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('draft', 'published'), ('draft', 'archived'), ('published', 'superseded'), ('published', 'archived')
  ) then
    raise exception 'a version of content cannot go from % to %', old.state, new.state;
  end if;
  return new;
end $$;
create trigger keep_published_content before update on content_version
  for each row execute function keep_published_content();
