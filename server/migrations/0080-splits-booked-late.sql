-- Further days on which custodians booked the same split: a person said so in the preview of a statement.
alter table instrument_split add column also_on date[] not null default '{}';

-- What staff answered to the questions of a preview.
alter table import add column answers jsonb not null default '[]';
grant update (answers) on import to portico_app;
