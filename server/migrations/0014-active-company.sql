-- Whose active company it is: asked when a company that was begun is discarded, also by the foreign key itself.
create index app_user_last_company on app_user (last_company) where last_company is not null;
