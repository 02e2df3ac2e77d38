-- outside-transaction
-- older-builds-fill: by the trigger set_holder
-- The holder in the rows that were there before 0074. Older builds are serving: a few rows at a time, each time a transaction of
-- its own, and the tables are locked for moments only. A run that was interrupted is continued by the next.
do $$
declare
  child text;
  parent text;
  key text;
  step constant integer := 200;
  at bigint;
  last bigint;
begin
  for child, key, parent in values
    ('chat_message', 'chat_id', 'chat'), ('chat_message_file', 'chat_id', 'chat'), ('chat_message_version', 'chat_id', 'chat'),
    ('chat_note', 'chat_id', 'chat'), ('chat_presence', 'chat_id', 'chat'), ('chat_reading', 'chat_id', 'chat'),
    ('ticket_comment', 'ticket_id', 'ticket'), ('ticket_file', 'ticket_id', 'ticket'), ('ticket_mail', 'ticket_id', 'ticket'),
    ('ticket_merge', 'ticket_id', 'ticket'), ('ticket_watcher', 'ticket_id', 'ticket'),
    ('document_version', 'document_id', 'document'), ('document_text', 'document_id', 'document'),
    ('document_thumbnail', 'document_id', 'document'), ('form_remark', 'revision_id', 'form_revision'),
    ('upload_fragment', 'upload_id', 'upload')
  loop
    continue when (select attnotnull from pg_attribute where attrelid = child::regclass and attname = 'holder_id');
    execute format('select coalesce(max(id), 0) from %I', parent) into last;
    at := 0;
    while at < last loop
      execute format(
        'update %I child set holder_type = parent.holder_type, holder_id = parent.holder_id from %I parent
         where parent.id > $1 and parent.id <= $2 and child.%I = parent.id and child.holder_id is null',
        child, parent, key) using at, at + step;
      commit;
      at := at + step;
    end loop;
    -- A check that is validated first spares `set not null` the reading of the table under its lock.
    perform set_config('lock_timeout', '500ms', true);
    execute format(
      'alter table %I drop constraint if exists has_holder,
         add constraint has_holder check (holder_type is not null and holder_id is not null) not valid',
      child);
    commit;
    execute format('alter table %I validate constraint has_holder', child);
    commit;
    perform set_config('lock_timeout', '500ms', true);
    execute format(
      'alter table %I alter column holder_type set not null, alter column holder_id set not null, drop constraint has_holder',
      child);
    commit;
  end loop;
end $$;
