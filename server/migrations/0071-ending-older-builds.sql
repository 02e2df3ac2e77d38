-- Migrations with which builds that do not have them cannot work. Written when a migration runs whose file says
-- `-- ends-older-builds: reason`: an older build does not have the file.
create table migration_ending_older_builds (
  name text primary key,
  reason text not null
);
grant select on migration_ending_older_builds to portico_app;
