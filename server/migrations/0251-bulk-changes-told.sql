-- A colleague to whom many things were given is told once of all of them. docs/decisions/0404-given-work-is-told.md
alter table bulk_change add column told_at timestamptz(3);
