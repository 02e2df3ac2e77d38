-- The tags that staff are offered are those of the last tickets that have any.
create index ticket_tagged on ticket (id desc) where tags <> '{}';
