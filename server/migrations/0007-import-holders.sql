-- Whom a file told of: the page of a client lists their last imports.
create index import_holders on import using gin ((jsonb_path_query_array(preview, '$.accounts[*].holder')) jsonb_path_ops);
