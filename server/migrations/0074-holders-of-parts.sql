-- The holder in tables that knew it only through the record to which their rows belong, so that they can be partitioned or
-- distributed by holder (docs/scaling.md). It is written with the row and never changes. Builds before this one do not write it:
-- set_holder does. 0075 fills it in for the rows that are there.
alter table ticket_comment add column holder_type text, add column holder_id bigint;
alter table ticket_file add column holder_type text, add column holder_id bigint;
alter table ticket_watcher add column holder_type text, add column holder_id bigint;
alter table ticket_mail add column holder_type text, add column holder_id bigint;
alter table ticket_merge add column holder_type text, add column holder_id bigint;
alter table chat_message add column holder_type text, add column holder_id bigint;
alter table chat_message_file add column holder_type text, add column holder_id bigint;
alter table chat_message_version add column holder_type text, add column holder_id bigint;
alter table chat_note add column holder_type text, add column holder_id bigint;
alter table chat_presence add column holder_type text, add column holder_id bigint;
alter table chat_reading add column holder_type text, add column holder_id bigint;
alter table document_version add column holder_type text, add column holder_id bigint;
alter table document_text add column holder_type text, add column holder_id bigint;
alter table document_thumbnail add column holder_type text, add column holder_id bigint;
alter table form_remark add column holder_type text, add column holder_id bigint;
alter table upload_fragment add column holder_type text, add column holder_id bigint;

-- A row has the holder of the record to which it belongs; the argument is that record's table.
create function set_holder() returns trigger language plpgsql as $$
declare
  parent record;
begin
  case tg_argv[0]
    when 'ticket' then select holder_type, holder_id into parent from ticket where id = new.ticket_id;
    when 'chat' then select holder_type, holder_id into parent from chat where id = new.chat_id;
    when 'document' then select holder_type, holder_id into parent from document where id = new.document_id;
    when 'form_revision' then select holder_type, holder_id into parent from form_revision where id = new.revision_id;
    when 'upload' then select holder_type, holder_id into parent from upload where id = new.upload_id;
  end case;
  if not found then
    raise foreign_key_violation using message = format('%s: the %s of the row is not there', tg_table_name, tg_argv[0]);
  end if;
  if new.holder_type is null and new.holder_id is null then
    new.holder_type := parent.holder_type;
    new.holder_id := parent.holder_id;
  elsif (new.holder_type, new.holder_id) is distinct from (parent.holder_type, parent.holder_id) then
    raise check_violation using message = format('%s: the holder is not that of the %s', tg_table_name, tg_argv[0]);
  end if;
  return new;
end $$;

create function refuse_new_holder() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('%s: the holder of a row never changes', tg_table_name);
end $$;

do $$
declare
  child text;
  parent text;
begin
  for child, parent in values
    ('ticket_comment', 'ticket'), ('ticket_file', 'ticket'), ('ticket_watcher', 'ticket'), ('ticket_mail', 'ticket'),
    ('ticket_merge', 'ticket'), ('chat_message', 'chat'), ('chat_message_file', 'chat'), ('chat_message_version', 'chat'),
    ('chat_note', 'chat'), ('chat_presence', 'chat'), ('chat_reading', 'chat'), ('document_version', 'document'),
    ('document_text', 'document'), ('document_thumbnail', 'document'), ('form_remark', 'form_revision'),
    ('upload_fragment', 'upload')
  loop
    execute format('create trigger set_holder before insert on %I for each row execute function set_holder(%L)', child, parent);
  end loop;
  -- After the update: before it, every generated column of the row would be computed again.
  for child in
    select tgrelid::regclass::text from pg_trigger where tgname = 'set_holder'
    union select unnest(array['ticket', 'chat', 'document', 'form_revision', 'upload', 'contract', 'stored_file'])
  loop
    execute format(
      'create trigger keep_holder after update of holder_type, holder_id on %I for each row
         when (old.holder_id is not null and (old.holder_type, old.holder_id) is distinct from (new.holder_type, new.holder_id))
         execute function refuse_new_holder()',
      child);
  end loop;
end $$;
