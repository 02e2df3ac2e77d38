-- The service that a client asked for, named in each language, as the firm named it then; requests before this have its English title alone.
alter table staff_task add column service_name jsonb;
