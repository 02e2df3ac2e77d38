-- Why a process does not read reports from its replica; null: it does, or has none.
alter table portal_process add column replica text;
