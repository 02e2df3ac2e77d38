-- Former values of settings that say how long records are kept: shortened, they still count for a day.
create table setting_former (
  id bigint generated always as identity primary key,
  name text not null,
  data jsonb not null,
  ended_at timestamptz not null default now()
);
create index setting_former_name on setting_former (name, ended_at);
