-- How a company's representatives act for it, by its newest approved form: their names, alone or jointly. Null until that
-- form was read; the answers are encrypted, so a job reads those of forms that were approved before.
alter table company add column signing_authority jsonb check (jsonb_typeof(signing_authority) = 'array');
