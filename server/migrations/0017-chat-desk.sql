-- Which conversations have a message of the client that the firm has not read. "The firm" is the colleague to whom the
-- conversation is assigned, or anybody of staff if it is assigned to nobody. Kept under the lock of the conversation's row.
alter table chat
  -- The newest message of the client that is not deleted, and up to which message the firm has read; 0 for none.
  add column client_message integer not null default 0,
  add column staff_read integer not null default 0,
  add column is_unread boolean not null generated always as (client_message > staff_read) stored;

update chat set
  client_message = coalesce((
    select max(number) from chat_message where chat_id = chat.id and not by_staff and deleted_at is null
  ), 0),
  staff_read = coalesce((
    select max(number) from chat_reading
    where chat_id = chat.id and by_staff and (chat.assigned_to is null or user_id = chat.assigned_to)
  ), 0);

create index chat_unread on chat (last_message_at, id) where is_unread;

-- A message of staff that says to which ticket they handed messages over.
alter table chat_message add column ticket_id bigint references ticket on delete set null;
create index chat_message_ticket on chat_message (ticket_id) where ticket_id is not null;
