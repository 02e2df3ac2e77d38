-- Every process of the portal while it runs. They compare themselves with each other: firm key, folders, build, who runs jobs.
create table portal_process (
  id uuid primary key,
  host text not null,
  pid integer not null,
  build text not null,
  -- all, serve or jobs, as PROCESS_KIND.
  kind text not null,
  -- Tells keys apart and says nothing about them.
  key_name text not null,
  -- Where each keeps its things: the address of a store, or 'folder' for one of DATA_DIR.
  files_store text not null,
  mail_store text not null,
  sharepoint_store text not null,
  -- Of these stores, those that are a folder which another process does not see.
  alone text[] not null default '{}',
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);
