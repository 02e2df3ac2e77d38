-- A stored NAV that was wrong: the value that took its place, and the one before. Each is one change, never changed again.
create table nav_correction (
  id bigint generated always as identity primary key,
  fund_id bigint not null,
  day date not null,
  before numeric not null,
  before_source text not null,
  value numeric not null check (value > 0 and value <> before),
  reason text not null check (reason <> ''),
  -- The file that it came with; null if it was typed.
  upload_id bigint references nav_upload,
  corrected_at timestamptz(3) not null default now(),
  corrected_by bigint not null references app_user,
  foreign key (fund_id, day) references fund_nav
);
create index nav_correction_of_fund on nav_correction (fund_id, id desc);
create index nav_correction_day on nav_correction (fund_id, day);
create index nav_correction_upload on nav_correction (upload_id) where upload_id is not null;
create index nav_correction_by on nav_correction (corrected_by);
revoke update, delete on nav_correction from portico_app;
grant update (value, source, upload_id) on fund_nav to portico_app;

-- No value changes without its correction beside it.
create function keep_corrected_nav() returns trigger language plpgsql as $$
begin
  if not exists (
    select from nav_correction
    where fund_id = new.fund_id and day = new.day and before = old.value and value = new.value
  ) then
    raise exception 'a stored NAV changes only by a correction';
  end if;
  return new;
end $$;
create trigger keep_corrected_nav before update on fund_nav for each row execute function keep_corrected_nav();

-- Rows of a file that waits whose day has another value: what was stored when it was read.
alter table nav_upload_row add column before numeric;
alter table nav_upload add column corrected_rows integer not null default 0;
