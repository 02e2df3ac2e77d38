-- Searching all conversations for a common word begins with the newest messages.
create index chat_message_created on chat_message (created_at);
