-- Files that nothing refers to are looked for each night (files.jobs.ts).
create index stored_file_abandoned on stored_file (id) where kept_at is null;
